import { policiesForHooks as declared } from '@/lib/contract/operations/hooks';
import { policiesForHooks } from '@/lib/gate/policies-for-hooks';
import { withOperation } from '@/lib/http/with-operation';

/** The rules, for hooks that decide by themselves (spec 6.5); `repoAware=1` says that they know repositories. */
export const GET = withOperation(declared, ({ actor, query }) => policiesForHooks(actor, query.repoAware === '1'));
