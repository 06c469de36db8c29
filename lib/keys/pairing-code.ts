import { randomInt } from 'node:crypto';

/** Capital letters and digits that nobody takes for each other: no I, L, O, 0, 1. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 8;
const form = new RegExp(`^[${alphabet}]{${length}}$`);

/** A new code of 8 characters, which a person can compare and type. */
export const newPairingCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A code as people read it: in two groups. */
export const shownPairingCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The code in what somebody typed or opened, in either case and with or without its dash; undefined when it is none. */
export function readPairingCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return form.test(code) ? code : undefined;
}
