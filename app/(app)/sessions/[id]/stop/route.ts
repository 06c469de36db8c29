import { withForm } from '@/lib/http/with-form';
import { stopAgents } from '@/lib/stops/stop';

const pageOf = ({ id }: Record<string, string>) => `/sessions/${id}`;

/** Stops one session for some hours. */
export const POST = withForm({ back: pageOf }, async ({ actor, form, params }) => {
  await stopAgents(actor, { sessionId: params.id, hours: form.get('hours') ?? undefined });
  return `${pageOf(params)}?done=stopped`;
});
