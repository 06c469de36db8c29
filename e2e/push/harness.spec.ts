import { expect, test } from '@playwright/test';
import type { PushSubscription } from 'web-push';
import { firefoxMissing } from './firefox';
import { type PushHarness, startPushHarness } from './harness';
import { type SampleApp, startSampleApp } from './sample-app';
import { waitUntil } from './wait-until';

let harness: PushHarness;
let app: SampleApp;

test.beforeEach(async () => {
  harness = await startPushHarness();
  app = await startSampleApp();
});

test.afterEach(async () => {
  await harness.close();
  await app.close();
});

test('a push reaches a person in Chromium, and their click reaches the app', async () => {
  const { context } = await harness.launchChromium(app.origin);
  const subscription = await subscribe(await context.newPage());
  expect(new URL(subscription.endpoint).hostname).toMatch(/\.(google|googleapis)\.com$/);
  await askAndAnswerYes(subscription);
});

test('a push reaches a person in Firefox, and their click reaches the app', async () => {
  test.skip(firefoxMissing !== undefined, firefoxMissing);
  const { browser } = await harness.launchFirefox();
  const subscription = await subscribe(await browser.newPage());
  expect(new URL(subscription.endpoint).host).toBe(harness.service.host);
  await askAndAnswerYes(subscription);
});

test('a virtual device decrypts what was sent to it, and the log has the headers', async () => {
  const device = harness.addVirtualDevice(app.applicationServerKey);
  const options = { TTL: 120, urgency: 'high', topic: 'opaque' } as const;
  const reply = await app.send(device.subscription, { title: 'Zürich 🙂' }, harness.serverEnvironment, options);
  expect(reply.status).toBe(201);
  expect(JSON.parse(await device.waitForPush(() => true))).toEqual({ title: 'Zürich 🙂' });
  expect(harness.service.requests).toMatchObject([{ ttl: '120', urgency: 'high', topic: 'opaque', status: 201 }]);
});

test('the push service fails on demand, once, and then works', async () => {
  const { service, serverEnvironment } = harness;
  const device = harness.addVirtualDevice(app.applicationServerKey);
  const send = () => app.send(device.subscription, { title: 'again' }, serverEnvironment);
  service.nextStatus(429, { retryAfter: 7 });
  expect(await send()).toEqual({ status: 429, retryAfter: '7' });
  expect(device.received).toEqual([]);
  expect((await send()).status).toBe(201);
  service.nextHang();
  const unanswered = send();
  const request = await service.waitForRequest((_, at) => at === 2);
  expect(request.status).toBeUndefined();
  service.releaseHung();
  expect((await unanswered).status).toBe(503);
  service.expire(device.subscription.endpoint);
  expect((await send()).status).toBe(410);
});

test('the push service refuses a sender whose key is not that of the subscription', async () => {
  const other = await startSampleApp();
  const device = harness.addVirtualDevice(other.applicationServerKey);
  await other.close();
  const reply = await app.send(device.subscription, { title: 'forged' }, harness.serverEnvironment);
  expect(reply.status).toBe(403);
  expect(device.received).toEqual([]);
});

interface Page {
  goto(url: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
}

async function subscribe(page: Page): Promise<PushSubscription> {
  await page.goto(app.origin);
  await page.click('button');
  await waitUntil('a subscription', () => app.subscriptions[0] ?? app.failures[0]);
  expect(app.failures).toEqual([]);
  return app.subscriptions[0] as PushSubscription;
}

async function askAndAnswerYes(subscription: PushSubscription): Promise<void> {
  const payload = { id: 'question-1', title: 'Deploy now?', body: 'Takes a minute' };
  const options = { urgency: 'high' } as const;
  const reply = await app.send(subscription, payload, harness.serverEnvironment, options);
  expect(reply.status).toBe(201);
  expect(harness.service.requests.at(-1)).toMatchObject({ host: new URL(subscription.endpoint).host, urgency: 'high' });
  const notification = await harness.notifications.waitForShown('Deploy now?');
  expect(notification.buttons.slice(0, 2)).toEqual(['No', 'Yes']);
  expect(notification.body).toContain('Takes a minute');
  harness.notifications.clickButton('Yes');
  const answer = await waitUntil('the answer', () => app.answers[0]);
  expect(answer).toEqual({ id: 'question-1', action: 'yes', isTrusted: true });
  await harness.notifications.waitForGone('Deploy now?');
  expect(app.failures).toEqual([]);
}
