import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { call, connect } from '../server/mcp';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { type AnyPage, signInOnPage, stateOf, turnOnQuestions } from './browser-person';
import { type PushHarness, startPushHarness } from './harness';
import { runSender } from './sample-app';
import { waitUntil } from './wait-until';

// The service worker by itself (spec 3.3): every push shows something, no tap is lost, a page never pretends.

let harness: PushHarness;
let server: NodServer;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  harness = await startPushHarness();
  server = await startServer({ env: harness.serverEnvironment });
  ({ context } = await harness.launchChromium(server.url));
  page = await context.newPage();
  await signInOnPage(page as AnyPage, server);
  await turnOnQuestions(page as AnyPage);
});

test.afterAll(async () => {
  await harness.close();
  await stopEverything();
});

async function pushRaw(payload: unknown): Promise<void> {
  const [device] = await server.query<{ endpoint: string; p256dh: string; auth: string }>(
    `SELECT endpoint, p256dh, auth FROM device WHERE status = 'active'`,
  );
  const [secret] = await server.query<{ value: string }>(`SELECT value FROM secret WHERE kind = 'vapid'`);
  if (!device || !secret) throw new Error('no device or no key');
  const keys = { p256dh: device.p256dh, auth: device.auth };
  const vapidDetails = { subject: 'mailto:operator@example.test', ...JSON.parse(secret.value) };
  const reply = await runSender(
    { subscription: { endpoint: device.endpoint, keys }, payload, options: { TTL: 60, vapidDetails } },
    harness.serverEnvironment,
  );
  expect(reply.status).toBe(201);
}

test('a push that is not JSON, not an object or without a title still shows that there is news', async () => {
  for (const payload of ['{"half', '[]', '"text"', '{"kind":"question"}']) {
    await pushRaw(payload);
    await harness.notifications.waitForShown('Nod has news');
    harness.notifications.dismiss('Nod has news');
    await harness.notifications.waitForGone('Nod has news');
  }
});

test('a push of a kind that this worker does not know shows its title', async () => {
  await pushRaw({ v: 9, kind: 'from-the-future', title: 'Something new', body: 'Open it', url: '/devices' });
  await harness.notifications.waitForShown('Something new');
  harness.notifications.dismiss('Something new');
});

test('a tap while the device is offline is kept, said to be unsent, and sent when Nod is opened again', async () => {
  const client = await connect(server.url, server.apiKey);
  const asked = call(client, 'ask_user', { question: 'Offline tap?', agentName: 'Codex' });
  await harness.notifications.waitForShown('Codex');
  // Playwright’s offline mode does not reach the worker: the server goes away instead, for this worker only.
  const worker = context.serviceWorkers()[0];
  if (!worker) throw new Error('no service worker');
  await worker.evaluate(() => {
    const scope = globalThis as typeof globalThis & { realFetch?: typeof fetch };
    scope.realFetch = scope.fetch;
    scope.fetch = () => Promise.reject(new TypeError('offline'));
  });
  harness.notifications.clickButton('Yes', 'Codex');
  await harness.notifications.waitForShown((one) => /^Not sent/.test(one.title));
  const [open] = await server.query<{ state: string }>(`SELECT state FROM question WHERE question = 'Offline tap?'`);
  expect(open).toEqual({ state: 'pending' });

  await worker.evaluate(() => {
    const scope = globalThis as typeof globalThis & { realFetch?: typeof fetch };
    if (scope.realFetch) scope.fetch = scope.realFetch;
  });
  await page.goto(`${server.url}/`);
  expect(await asked).toMatchObject({ answered: true, value: 'yes', answerSource: 'answer_link' });
  await harness.notifications.waitForShown((one) => one.title.startsWith('Sent: yes'));
  await client.close();
});

test('a tap on the notification itself brings an open window of Nod to the question', async () => {
  await page.goto(`${server.url}/devices`);
  const client = await connect(server.url, server.apiKey);
  const asked = await call(client, 'ask_user', { question: 'Open me?', agentName: 'Gemini CLI', wait: false });
  await harness.notifications.waitForShown('Gemini CLI');
  harness.notifications.click('Gemini CLI');
  await waitUntil('the question', () => context.pages().some((one) => one.url().endsWith(`/q/${asked.correlationId}`)));
  await client.close();
});

test('a subscription that the server lost is repaired on open; one that was removed stays off', async () => {
  await server.query(`UPDATE device SET status = 'expired'`);
  await page.goto(`${server.url}/devices`);
  await waitUntil('the repair', async () => (await stateOf(page as AnyPage)) === 'on');
  expect(await server.query(`SELECT status FROM device`)).toEqual([{ status: 'active' }]);

  await server.query(`UPDATE device SET status = 'unsubscribed', status_reason = 'removed'`);
  await page.goto(`${server.url}/devices`);
  await waitUntil('off', async () => (await stateOf(page as AnyPage)) === 'off');
  expect(await server.query(`SELECT status FROM device`)).toEqual([{ status: 'unsubscribed' }]);
});

test('offline, a page opens that says so and shows the last list as stale', async () => {
  await page.goto(`${server.url}/`);
  await page.waitForFunction(async () => (await caches.match('/last-waiting.json')) !== undefined);
  await server.kill9();
  await page.goto(`${server.url}/activity`);
  await expect(page.getByRole('heading', { name: 'This device is offline' })).toBeVisible();
  await expect(page.getByText('Open me?')).toBeVisible();
  await expect(page.getByText('This may have changed since.')).toBeVisible();
});
