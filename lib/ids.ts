import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new UUID v7 (RFC 9562): sorts by the millisecond it was made in, safe in a URL. */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether the text is an id as Nod writes them; anything else cannot name a row, and must not reach a uuid column. */
export const isId = (text: string): boolean => uuid.test(text);

/** A new secret of 256 bits in URL-safe characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256, for secrets that are random (a slow hash adds nothing there). */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Compares in constant time; false when the lengths differ. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
