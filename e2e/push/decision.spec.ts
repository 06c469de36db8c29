import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { type Receiver, startReceiver } from '../wire/receiver';
import { type AnyPage, signInOnPage, stateOf, turnOnQuestions } from './browser-person';
import { firefoxMissing } from './firefox';
import { type PushHarness, startPushHarness } from './harness';
import { waitUntil } from './wait-until';

// The integrator's job, on real input: an end user without an account turns on a browser, gets an encrypted push, taps; the integrator's
// server gets a signed callback, and its long poll ends.

let harness: PushHarness;
let server: NodServer;
let receiver: Receiver;

test.beforeEach(async () => {
  harness = await startPushHarness();
  receiver = await startReceiver();
  server = await startServer({ env: { ...harness.serverEnvironment, NOD_ALLOW_PRIVATE_CALLBACKS: '1' } });
  await server.query(`UPDATE workspace SET name = 'Acme'`);
});

test.afterEach(async () => {
  receiver.close();
  await harness.close();
  await stopEverything();
});

interface AnyBrowser {
  newPage(): Promise<unknown>;
}

async function rest<Reply>(method: string, path: string, body?: object): Promise<Reply> {
  const response = await fetch(`${server.url}/api/v1/server${path}`, {
    method,
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Reply;
}

/** Opens the link that the integrator shows, and taps its one button. */
async function enrol(browser: AnyBrowser): Promise<AnyPage> {
  const { universalLink } = await rest<{ universalLink: string }>('POST', '/enroll', { externalId: 'user_123' });
  const page = (await browser.newPage()) as AnyPage;
  await page.goto(universalLink);
  await waitUntil('the button', async () => (await enrolStateOf(page)) === 'off');
  await page.click('[data-enrol=off] button');
  await waitUntil('questions to be on', async () => (await enrolStateOf(page)) === 'on');
  return page;
}

const enrolStateOf = (page: AnyPage): Promise<string | null> =>
  page.evaluate(() => document.querySelector('[data-enrol]')?.getAttribute('data-enrol') ?? null);

interface Created {
  decisionId: string;
  reachable: boolean;
}

async function decideAndTapYes(browser: AnyBrowser): Promise<void> {
  const page = await enrol(browser);
  await browser.newPage();
  await page.close();
  const context = '{"run":9}\r\n🙂';
  const created = await rest<Created>('POST', '/decisions', {
    externalId: 'user_123',
    question: 'Refund EUR 48.00 for order 4471?',
    callbackUrl: `${receiver.url}/hooks/nod?run=9&x=%20y`,
    context,
    idempotencyKey: 'run-9',
  });
  expect(created.reachable).toBe(true);
  const polled = rest<object>('GET', `/decisions/${created.decisionId}?wait=55`);

  const shown = await harness.notifications.waitForShown('Acme');
  expect(shown.body).toContain('Refund EUR 48.00');
  expect(shown.buttons.slice(0, 2)).toEqual(['No', 'Yes']);
  harness.notifications.clickButton('Yes', 'Acme');

  expect(await polled).toMatchObject({ status: 'answered', answered: true, value: 'yes', context });
  await harness.notifications.waitForShown((one) => one.title.startsWith('Sent: yes'));
  const callback = await receiver.callbackOf(created.decisionId);
  expect(callback.target).toBe('/hooks/nod?run=9&x=%20y');
  expect(callback.body).toMatchObject({ event: 'decision.answered', answer: 'yes', value: 'yes', context });
  const { webhookSecret } = await rest<{ webhookSecret: string }>('GET', '/webhook-secret');
  expect(callback.headers['x-pushary-signature']).toBe(hmac(webhookSecret, callback.raw));
  const [, time = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(callback.headers['nod-signature'])) ?? [];
  expect(signature).toBe(hmac(webhookSecret, `${time}.${callback.raw.toString('utf8')}`));
}

const hmac = (secret: string, text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex');

test('Chromium: an end user turns on a browser and taps Yes; the long poll ends and a signed callback arrives', async () => {
  const { context } = await harness.launchChromium(server.url);
  await decideAndTapYes(context);
});

test('Firefox: an end user turns on a browser and taps Yes; the long poll ends and a signed callback arrives', async () => {
  test.skip(firefoxMissing !== undefined, firefoxMissing);
  const { browser } = await harness.launchFirefox();
  await decideAndTapYes(browser);
});

test('a member who tries out the link in their own browser keeps their own notifications', async () => {
  const { context } = await harness.launchChromium(server.url);
  const own = (await context.newPage()) as AnyPage;
  await signInOnPage(own, server);
  await turnOnQuestions(own);
  const page = await enrol(context);
  const devices = await server.query<{ member: boolean }>(
    `SELECT member_id IS NOT NULL AS member FROM device WHERE status = 'active' ORDER BY created_at`,
  );
  expect(devices).toEqual([{ member: true }, { member: false }]);
  await own.goto(`${server.url}/devices`);
  await waitUntil('the devices page to know', async () => (await stateOf(own)) === 'on');
  // Turned off, the end user's browser gets nothing; the member's stays on.
  await page.click('[data-enrol=on] button');
  await waitUntil('it to be off', async () => (await enrolStateOf(page)) === 'off');
  expect(await rest<Created>('POST', '/decisions', { externalId: 'user_123', question: 'Still?' })).toMatchObject({
    reachable: false,
  });
  expect(await stateOf(own)).toBe('on');
});

test('what waited before is pushed to the browser that an end user turns on, and a tap on it opens the page that answers', async () => {
  const created = await rest<Created>('POST', '/decisions', {
    externalId: 'user_123',
    question: 'Cancel the booking?',
    presentation: { label: 'Cancel booking 7', effect: 'The room is free again.' },
  });
  expect(created.reachable).toBe(false);
  const { context } = await harness.launchChromium(server.url);
  await enrol(context);
  const shown = await harness.notifications.waitForShown('Acme');
  // What it changes stands on its page only.
  expect(shown.buttons.slice(0, 2)).toEqual(['No', 'Open']);
  harness.notifications.click('Acme');
  const opened = () => context.pages().find((page) => page.url().includes(`/d/${created.decisionId}?t=d.`));
  await waitUntil('the decision to open', () => opened() !== undefined);
  const page = opened();
  if (!page) throw new Error('no page');
  await expect(page.getByText('The room is free again.')).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect
    .poll(async () => rest<{ value: string | null }>('GET', `/decisions/${created.decisionId}`))
    .toMatchObject({ status: 'answered', value: 'yes' });
});
