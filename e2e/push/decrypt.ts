import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

// The header of RFC 8188: salt, record size, length of the sender's key.
const SALT_BYTES = 16;
const KEY_LENGTH_OFFSET = 20;
const SENDER_KEY_OFFSET = 21;
const P256_POINT_BYTES = 65;
const TAG_BYTES = 16;
const LAST_RECORD_DELIMITER = 2;

/** What a browser keeps to itself for one subscription. */
export interface SubscriptionSecrets {
  exchange: ECDH;
  auth: Buffer;
}

/** Makes the secrets of a new subscription, and the public half that `PushSubscription.toJSON()` would show. */
export function makeSubscriptionKeys(): { secrets: SubscriptionSecrets; keys: { p256dh: string; auth: string } } {
  const exchange = createECDH('prime256v1');
  const p256dh = exchange.generateKeys().toString('base64url');
  const auth = randomBytes(16);
  return { secrets: { exchange, auth }, keys: { p256dh, auth: auth.toString('base64url') } };
}

/**
 * Decrypts one `aes128gcm` push body as the browser would (RFC 8291).
 * @throws Error when the body is malformed or was made for other keys.
 */
export function decryptPush(body: Buffer, secrets: SubscriptionSecrets): Buffer {
  const { salt, recordSize, senderKey, record } = readHeader(body);
  if (record.length > recordSize) throw new Error('A push message is one record, this one is longer');
  const { contentKey, nonce } = deriveKeys(salt, senderKey, secrets);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  return removePadding(padded);
}

function readHeader(body: Buffer) {
  const senderKeyEnd = SENDER_KEY_OFFSET + P256_POINT_BYTES;
  if (body.length < senderKeyEnd + TAG_BYTES) throw new Error('The push body is too short');
  if (body[KEY_LENGTH_OFFSET] !== P256_POINT_BYTES) throw new Error('The sender key is no uncompressed P-256 point');
  return {
    salt: body.subarray(0, SALT_BYTES),
    recordSize: body.readUInt32BE(SALT_BYTES),
    senderKey: body.subarray(SENDER_KEY_OFFSET, senderKeyEnd),
    record: body.subarray(senderKeyEnd),
  };
}

function deriveKeys(salt: Buffer, senderKey: Buffer, { exchange, auth }: SubscriptionSecrets) {
  const derive = (secret: Buffer, saltForStep: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltForStep, info, length));
  const parties = Buffer.concat([Buffer.from('WebPush: info\0'), exchange.getPublicKey(), senderKey]);
  const keyMaterial = derive(exchange.computeSecret(senderKey), auth, parties, 32);
  return {
    contentKey: derive(keyMaterial, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    nonce: derive(keyMaterial, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  };
}

function removePadding(padded: Buffer): Buffer {
  const delimiterAt = padded.findLastIndex((byte) => byte !== 0);
  if (padded[delimiterAt] !== LAST_RECORD_DELIMITER) throw new Error('The padding of the push body is wrong');
  return padded.subarray(0, delimiterAt);
}
