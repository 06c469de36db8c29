import { withForm } from '@/lib/http/with-form';
import { resumeAgents } from '@/lib/stops/stop';

const pageOf = ({ id }: Record<string, string>) => `/sessions/${id}`;

/** Lifts the stop of one session. */
export const POST = withForm({ back: pageOf }, async ({ actor, params }) => {
  await resumeAgents(actor, { sessionId: params.id });
  return `${pageOf(params)}?done=resumed`;
});
