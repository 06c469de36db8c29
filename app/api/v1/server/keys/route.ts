import { issueBoundKey, listBoundKeys } from '@/lib/contract/operations/keys';
import { withOperation } from '@/lib/http/with-operation';
import { issueBoundKey as issue, listBoundKeys as list } from '@/lib/keys/bound';

export const POST = withOperation(issueBoundKey, ({ actor, body }) => issue(actor, body));

export const GET = withOperation(listBoundKeys, ({ actor }) => list(actor));

export { noSuchMethod as DELETE, noSuchMethod as PATCH, noSuchMethod as PUT } from '@/lib/http/no-such-method';
