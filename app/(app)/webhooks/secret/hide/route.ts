import { askedToSee } from '@/app/(app)/webhooks/shown-secret';
import { withForm } from '@/lib/http/with-form';

/** The person has the secret. */
export const POST = withForm({ back: () => '/webhooks' }, async () => {
  await askedToSee().forget();
  return '/webhooks';
});
