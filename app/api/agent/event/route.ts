import { AgentEvent } from '@/lib/contract/session';
import { withApi } from '@/lib/http/with-api';
import { reportEvent } from '@/lib/sessions/telemetry';

/** One event of a session's life: it started, a person typed, it ended. Commands to the agent would be in the reply; there are none yet. */
export const POST = withApi(
  { access: { key: ['agent', 'full'], hook: true }, body: AgentEvent, maxBytes: 262_144 },
  async ({ actor, body }) => {
    await reportEvent(actor, body);
    return {};
  },
);
