import { CommandAck } from '@/lib/contract/session';
import { withApi } from '@/lib/http/with-api';

/** Agents acknowledge a command here. Nod gives none yet, so there is nothing to note. */
export const POST = withApi({ access: { key: ['agent', 'full'], hook: true }, body: CommandAck }, async () => ({}));
