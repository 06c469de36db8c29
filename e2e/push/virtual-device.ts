import { randomUUID } from 'node:crypto';
import { decryptPush, makeSubscriptionKeys } from './decrypt';
import type { PushService } from './push-service';
import { waitUntil } from './wait-until';

/** A device without a browser: it subscribes, receives and decrypts, and that is all. */
export interface VirtualDevice {
  /** What a browser would send to the server after subscribing. */
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } };
  /** The decrypted texts, oldest first. */
  received: string[];
  /** Why pushes could not be decrypted; like a browser, the device keeps this from the sender. */
  failures: unknown[];
  /** Waits for a text that fits, also one that has already come. */
  waitForPush(fits: (text: string) => boolean, timeoutMs?: number): Promise<string>;
}

/** Subscribes a device for pushes of this VAPID key (base64url); without one, any key may send. */
export function addVirtualDevice(service: PushService, applicationServerKey?: string): VirtualDevice {
  const { secrets, keys } = makeSubscriptionKeys();
  const received: string[] = [];
  const failures: unknown[] = [];
  const endpoint = service.register(randomUUID(), {
    applicationServerKey,
    deliver: ({ body }) => {
      try {
        received.push(body.length > 0 ? decryptPush(body, secrets).toString() : '');
      } catch (error) {
        failures.push(error);
      }
    },
  });
  return {
    subscription: { endpoint, expirationTime: null, keys },
    received,
    failures,
    waitForPush: (fits, timeoutMs) =>
      waitUntil('a fitting push to a virtual device', () => received.find(fits), timeoutMs),
  };
}
