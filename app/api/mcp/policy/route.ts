import { policiesForHooks } from '@/lib/gate/policies-for-hooks';
import { withApi } from '@/lib/http/with-api';

/** The rules, for hooks that decide by themselves (spec 6.5); `repoAware=1` says that they know repositories. */
export const GET = withApi({ access: { key: ['agent', 'full'], hook: true } }, ({ actor, request }) =>
  policiesForHooks(actor, new URL(request.url).searchParams.get('repoAware') === '1'),
);
