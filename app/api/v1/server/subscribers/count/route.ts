import { countSubscribers } from '@/lib/contract/operations/subscribers';
import { withOperation } from '@/lib/http/with-operation';
import { countSubscribers as count } from '@/lib/subscribers/count';

export const GET = withOperation(countSubscribers, ({ actor }) => count(actor));
