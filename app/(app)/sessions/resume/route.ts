import { withForm } from '@/lib/http/with-form';
import { resumeAgents } from '@/lib/stops/stop';

/** Lifts the stop of the whole workspace. */
export const POST = withForm({ back: () => '/sessions' }, async ({ actor }) => {
  await resumeAgents(actor, {});
  return '/sessions?done=resumed';
});
