import { createDecision, listDecisions } from '@/lib/contract/operations/decisions';
import { createDecision as create } from '@/lib/decisions/create';
import { listDecisions as list } from '@/lib/decisions/list';
import { withOperation } from '@/lib/http/with-operation';

export const POST = withOperation(createDecision, ({ actor, body, ...call }) => create(actor, body, call));

export const GET = withOperation(listDecisions, ({ actor, query }) => list(actor, query));

export { noSuchMethod as DELETE, noSuchMethod as PATCH, noSuchMethod as PUT } from '@/lib/http/no-such-method';
