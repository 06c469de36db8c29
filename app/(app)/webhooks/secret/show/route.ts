import { showSecret } from '@/app/(app)/webhooks/shown-secret';
import { withForm } from '@/lib/http/with-form';
import { readSecret } from '@/lib/webhooks/secret-on-page';

/** Shows the secret for two minutes, and makes it when there is none. */
export const POST = withForm({ back: () => '/webhooks' }, async ({ actor }) =>
  showSecret(actor, (await readSecret(actor)).id),
);
