import { withForm } from '@/lib/http/with-form';
import { stopAgents } from '@/lib/stops/stop';

/** Stops every agent of the workspace for some hours. */
export const POST = withForm({ back: () => '/sessions' }, async ({ actor, form }) => {
  await stopAgents(actor, { hours: form.get('hours') ?? undefined });
  return '/sessions?done=stopped';
});
