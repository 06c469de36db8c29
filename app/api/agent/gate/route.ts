import { GateCall } from '@/lib/contract/policy';
import { admitToGate } from '@/lib/gate/admit';
import { gate } from '@/lib/gate/gate';
import { withApi } from '@/lib/http/with-api';

/** What a hook asks before a tool runs: whether it may (spec 6.5). */
export const POST = withApi(
  { access: { key: ['agent', 'full'], hook: true, admit: admitToGate }, body: GateCall, maxBytes: 2_097_152 },
  ({ actor, body }) => gate(actor, body),
);
