import { reportHooks as declared } from '@/lib/contract/operations/hooks';
import { withOperation } from '@/lib/http/with-operation';
import { reportHooks } from '@/lib/sessions/telemetry';

/** Telemetry of hooks, in batches; sent and forgotten by them, so a batch that comes twice counts once. */
export const POST = withOperation(declared, ({ actor, body }) => reportHooks(actor, body));
