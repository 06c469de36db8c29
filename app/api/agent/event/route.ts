import { reportEvent as declared } from '@/lib/contract/operations/hooks';
import { withOperation } from '@/lib/http/with-operation';
import { reportEvent } from '@/lib/sessions/telemetry';

/** One event of a session's life: it started, a person typed, it ended. Commands to the agent would be in the reply; there are none yet. */
export const POST = withOperation(declared, async ({ actor, body }) => {
  await reportEvent(actor, body);
  return {};
});
