import { acknowledgeCommand } from '@/lib/contract/operations/hooks';
import { withOperation } from '@/lib/http/with-operation';

/** Agents acknowledge a command here. Nod gives none yet, so there is nothing to note. */
export const POST = withOperation(acknowledgeCommand, async () => ({}));
