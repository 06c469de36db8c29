import type { DeliveryMode } from '@/lib/contract/question';

export interface EffectiveMode {
  deliveryMode: DeliveryMode;
  /** How long an asking call waits when it does not say itself, in milliseconds. */
  policyTimeoutMs: number;
}

/** The mode that applies to a question. Until presence is known (a later issue), the default "When away" pushes at once, as "Always" does. */
export function effectiveMode(): EffectiveMode {
  return { deliveryMode: 'push_only', policyTimeoutMs: 45_000 };
}
