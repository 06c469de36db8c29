import { modeForHook as declared } from '@/lib/contract/operations/hooks';
import { modeForHook } from '@/lib/delivery/settings';
import { withOperation } from '@/lib/http/with-operation';

/** The person's mode for now, and the kill switch; hooks ask before each call (spec 6.5). */
export const GET = withOperation(declared, ({ actor, query }) => modeForHook(actor, query.session));
