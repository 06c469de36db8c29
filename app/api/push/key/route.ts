import { vapidPublicKey } from '@/lib/delivery/vapid';
import { withApi } from '@/lib/http/with-api';

export const dynamic = 'force-dynamic';

/** The public key a browser needs to subscribe; public by nature. */
export const GET = withApi({ access: { anybody: { limit: 6000, windowMs: 60_000 } } }, async () => ({
  publicKey: await vapidPublicKey(),
}));
