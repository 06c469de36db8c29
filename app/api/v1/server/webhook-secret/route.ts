import { getWebhookSecret, rotateWebhookSecret } from '@/lib/contract/operations/webhook-secret';
import { withOperation } from '@/lib/http/with-operation';
import { rotateWebhookSecret as rotate, webhookSecret } from '@/lib/webhooks/secret';

export const GET = withOperation(getWebhookSecret, ({ actor }) => webhookSecret(actor));

export const POST = withOperation(rotateWebhookSecret, ({ actor }) => rotate(actor));

export { noSuchMethod as DELETE, noSuchMethod as PATCH, noSuchMethod as PUT } from '@/lib/http/no-such-method';
