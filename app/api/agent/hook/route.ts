import { HookReport } from '@/lib/contract/session';
import { withApi } from '@/lib/http/with-api';
import { reportHooks } from '@/lib/sessions/telemetry';

/** Telemetry of hooks, in batches; sent and forgotten by them, so a batch that comes twice counts once. */
export const POST = withApi(
  { access: { key: ['agent', 'full'], hook: true }, body: HookReport, maxBytes: 262_144 },
  ({ actor, body }) => reportHooks(actor, body),
);
