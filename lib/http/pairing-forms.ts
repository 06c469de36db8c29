import { enforceRate } from '@/lib/http/rate-limit';
import { withForm } from '@/lib/http/with-form';
import { approvePairing, declinePairing } from '@/lib/keys/pairing';

const pageOf = ({ code = '' }: Record<string, string>): string => `/pair/${encodeURIComponent(code)}`;

const decidingBy = (decide: typeof approvePairing) =>
  withForm({ back: pageOf }, async ({ actor, params }) => {
    countPairingLook(actor.memberId);
    await decide(actor, params.code ?? '');
    return pageOf(params);
  });

/** Gives the terminal its key. */
export const approvePairingForm = decidingBy(approvePairing);

/** Sends the terminal away. */
export const refusePairingForm = decidingBy(declinePairing);

/** Counts one try of a code of a terminal: those are short. Throws AppError `rate_limited`. */
export function countPairingLook(memberId: string): void {
  enforceRate(`pairing code ${memberId}`, { limit: 30, windowMs: 60_000 });
}
