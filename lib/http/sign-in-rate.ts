import { clientAddress } from '@/lib/http/client-address';
import { enforceRate } from '@/lib/http/rate-limit';

const perAccount = { limit: 10, windowMs: 15 * 60_000 };
const perAddress = { limit: 100, windowMs: 15 * 60_000 };

/** An e-mail as an account has it. */
export const accountOf = (email: string): string => email.trim().toLowerCase();

/** Counts one try of a password, wherever it is asked for. Throws AppError `rate_limited`. */
export function enforceSignInRate(request: Request, email: string): void {
  enforceRate(`sign-in ${accountOf(email).slice(0, 254)}`, perAccount);
  enforceAddressRate(request);
}

/** Counts one try of a link that signs in; its secret is too long to be guessed, so only the address counts. */
export function enforceAddressRate(request: Request): void {
  const address = clientAddress(request);
  if (address) enforceRate(`sign-in from ${address}`, perAddress);
}
