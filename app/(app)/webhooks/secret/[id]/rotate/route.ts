import { showSecret } from '@/app/(app)/webhooks/shown-secret';
import { withForm } from '@/lib/http/with-form';
import { rotateShownSecret } from '@/lib/webhooks/secret-on-page';

/** Puts a new secret in the place of the one that the page was about, and shows it. */
export const POST = withForm({ back: () => '/webhooks' }, async ({ actor, params }) =>
  showSecret(actor, await rotateShownSecret(actor, params.id ?? '')),
);
