import { expect } from '@playwright/test';
import { type PersonSession, signIn } from '../server/person';
import type { NodServer } from '../server/start-server';
import type { PushHarness } from './harness';

/** What a push says to the service worker of a phone. */
export interface Rung {
  kind: string;
  id: string;
  title: string;
  body: string;
  tag: string;
  url: string;
  actions: { action: string; title: string }[];
  token?: string;
  deliveryId?: string;
}

/** What the owner's tap on a notification's button came to. */
export interface TapReceipt {
  recorded: boolean;
  status: string;
  value?: string;
  sentence: string;
}

/** A phone of the owner without a browser: Nod knows it by its user agent and its subscription, and the test reads its lock screen. */
export interface Phone {
  /** The browser of this phone, signed in. */
  session: PersonSession;
  /** What came since the last look, oldest first. */
  rang(): Rung[];
  /** Waits for a push that fits, also one that has already come. */
  waitFor(fits: (push: Rung) => boolean): Promise<Rung>;
  /** Taps an answer in a notification, as its service worker sends it: without a cookie. */
  tap(push: Rung, value: string): Promise<TapReceipt>;
}

export const pixelUserAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
export const iPhoneUserAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const read = (text: string): Rung => JSON.parse(text) as Rung;

/** Signs the owner in on a phone and turns on questions there. */
export async function connectPhone(harness: PushHarness, server: NodServer, userAgent: string): Promise<Phone> {
  const { publicKey } = (await (await fetch(`${server.url}/api/push/key`)).json()) as { publicKey: string };
  const device = harness.addVirtualDevice(publicKey);
  const session = await signIn(server);
  const reply = await fetch(`${server.url}/api/push/subscribe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      origin: server.url,
      cookie: session.cookie,
    },
    body: JSON.stringify(device.subscription),
  });
  expect(reply.status).toBe(200);
  let looked = 0;
  return {
    session,
    rang: () => {
      expect(device.failures).toEqual([]);
      const fresh = device.received.slice(looked).map(read);
      looked = device.received.length;
      return fresh;
    },
    waitFor: async (fits) => read(await device.waitForPush((text) => fits(read(text)))),
    tap: async ({ id, deliveryId, token }, value) => {
      const answered = await fetch(`${server.url}/api/push/answer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ questionId: id, deliveryId, token, value }),
      });
      expect(answered.status).toBe(200);
      return (await answered.json()) as TapReceipt;
    },
  };
}
