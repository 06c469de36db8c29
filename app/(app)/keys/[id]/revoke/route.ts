import { withForm } from '@/lib/http/with-form';
import { revokeKey } from '@/lib/keys/manage';

export const POST = withForm({ back: () => '/keys' }, async ({ actor, params }) => {
  await revokeKey(actor, params.id ?? '');
  return '/keys?revoked=1';
});
