import { listSubscribers } from '@/lib/contract/operations/subscribers';
import { withOperation } from '@/lib/http/with-operation';
import { listSubscribers as list } from '@/lib/subscribers/list';

export const GET = withOperation(listSubscribers, ({ actor, query }) => list(actor, query));
