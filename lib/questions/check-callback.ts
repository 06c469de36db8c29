import { env } from '@/lib/env';
import { refusal } from '@/lib/errors';
import { checkOutboundUrl } from '@/lib/outbound/guarded-request';

/** An address that would be refused when the answer is delivered is refused now, by name (spec 3.7): throws AppError `invalid_request`. */
export function checkCallback(callbackUrl: string): void {
  if (env().allowPrivateCallbacks) return;
  try {
    checkOutboundUrl(callbackUrl, [], true);
  } catch (error) {
    throw refusal('callbackUrl', error instanceof Error ? error.message : 'cannot be called', { cause: error });
  }
}
