import { expect, test } from '@playwright/test';
import { call, connect } from '../server/mcp';
import { answer, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { type AnyPage, signInOnPage, turnOnQuestions } from './browser-person';
import { firefoxMissing } from './firefox';
import { type PushHarness, startPushHarness } from './harness';
import { waitUntil } from './wait-until';

// The main job (spec 1), on real input: an MCP client blocks, a browser gets an encrypted push, a trusted click answers.

let harness: PushHarness;
let server: NodServer;

test.beforeEach(async () => {
  harness = await startPushHarness();
  server = await startServer({ env: harness.serverEnvironment });
});

test.afterEach(async () => {
  await harness.close();
  await stopEverything();
});

const title = 'Claude Code · checkout-api';
const question = { question: 'Run the order-status migration on staging?', agentName: 'Claude Code - checkout-api' };

interface AnyBrowser {
  newPage(): Promise<unknown>;
}

async function connectBrowser(browser: AnyBrowser): Promise<void> {
  const page = (await browser.newPage()) as AnyPage;
  await signInOnPage(page, server);
  await turnOnQuestions(page);
  // No window of Nod stays open: the service worker alone must do it.
  await browser.newPage();
  await page.close();
}

/** A device that only receives, of the same person. */
async function connectVirtualDevice() {
  const { publicKey } = (await (await fetch(`${server.url}/api/push/key`)).json()) as { publicKey: string };
  const device = harness.addVirtualDevice(publicKey);
  const { cookie } = await signIn(server);
  const response = await fetch(`${server.url}/api/push/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: server.url },
    body: JSON.stringify(device.subscription),
  });
  expect(response.status).toBe(200);
  return device;
}

interface Payload {
  kind: string;
  id: string;
  title: string;
  token?: string;
  deliveryId?: string;
  actions: { action: string; title: string }[];
}
const read = (text: string): Payload => JSON.parse(text) as Payload;

async function askAndTapYes(expectedSource: string): Promise<void> {
  const second = await connectVirtualDevice();
  const client = await connect(server.url, server.apiKey, 'claude-code');
  const asked = call(client, 'ask_user', question);

  const shown = await harness.notifications.waitForShown(title);
  expect(shown.body).toContain(question.question);
  expect(shown.buttons.slice(0, 2)).toEqual(['No', 'Yes']);
  const sent = read(await second.waitForPush((text) => read(text).kind === 'question'));
  harness.notifications.clickButton('Yes', title);

  const result = await asked;
  expect(result).toMatchObject({ answered: true, status: 'answered', value: 'yes', answerSource: expectedSource });
  await harness.notifications.waitForShown((one) => one.title.startsWith('Sent: yes'));

  // The second device is told, and a tap there is told who was faster.
  const settled = read(await second.waitForPush((text) => read(text).kind === 'settled'));
  expect(settled).toMatchObject({ id: sent.id, tag: `question-${sent.id}` });
  expect(settled.title).toMatch(/^Answered yes on (Chrome|Firefox) on Linux$/);
  const late = await fetch(`${server.url}/api/push/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ questionId: sent.id, deliveryId: sent.deliveryId, token: sent.token, value: 'no' }),
  });
  expect(await late.json()).toMatchObject({
    recorded: false,
    value: 'yes',
    sentence: 'Already answered yes. Your tap was not used.',
  });

  const [row] = await server.query<{ displayed: string; picked: boolean }>(
    `SELECT (SELECT count(*) FROM delivery WHERE question_id = $1 AND displayed_at IS NOT NULL) AS displayed, picked_up_at IS NOT NULL AS picked
       FROM question WHERE id = $1`,
    [sent.id],
  );
  expect(row).toEqual({ displayed: '1', picked: true });
  await client.close();
}

test('Chromium: a click on Yes in the notification is the answer of the blocked call, with no Nod window open', async () => {
  const { context } = await harness.launchChromium(server.url);
  await connectBrowser(context);
  await askAndTapYes('answer_link');
});

test('Firefox: a click on Yes in the notification is the answer of the blocked call, with no Nod window open', async () => {
  test.skip(firefoxMissing !== undefined, firefoxMissing);
  const { browser } = await harness.launchFirefox();
  await connectBrowser(browser);
  await askAndTapYes('answer_link');
});

test('a tap on a notification that was answered elsewhere is told so, and the question opens', async () => {
  const { context } = await harness.launchChromium(server.url);
  await connectBrowser(context);
  const client = await connect(server.url, server.apiKey);
  const asked = call(client, 'ask_user', question);
  await harness.notifications.waitForShown(title);
  // The "settled" push hangs at the push service, so the notification still offers its buttons.
  harness.service.nextHang();
  const [row] = await server.query<{ id: string }>(`SELECT id FROM question WHERE state = 'pending'`);
  await answer(server, await signIn(server), row?.id ?? '', 'no');
  expect(await asked).toMatchObject({ answered: true, value: 'no', answerSource: 'decide_page' });

  harness.notifications.clickButton('Yes', title);
  await harness.notifications.waitForShown('Already answered no. Your tap was not used.');
  await waitUntil('the question to open', () => context.pages().some((page) => page.url().includes(`/q/${row?.id}`)));
  harness.service.releaseHung();
  await client.close();
});

test('a settled push replaces the notification of another browser', async () => {
  const { context } = await harness.launchChromium(server.url);
  await connectBrowser(context);
  const client = await connect(server.url, server.apiKey);
  const asked = call(client, 'ask_user', question);
  await harness.notifications.waitForShown(title);
  const [row] = await server.query<{ id: string }>(`SELECT id FROM question WHERE state = 'pending'`);
  await answer(server, await signIn(server), row?.id ?? '', 'yes');
  await asked;
  await harness.notifications.waitForShown((one) => one.title.startsWith('Answered yes by'));
  await harness.notifications.waitForGone(title);
  await client.close();
});

test('a dangerous question cannot be approved from the lock screen, only refused or opened', async () => {
  const device = await connectVirtualDevice();
  const client = await connect(server.url, server.apiKey);
  const asked = call(client, 'ask_user', { question: 'Clean up?', toolName: 'Bash', actionBody: 'rm -rf ./release' });
  const sent = read(await device.waitForPush((text) => read(text).kind === 'question'));
  expect(sent.actions.map((action) => action.title)).toEqual(['No', 'Open']);
  expect(JSON.stringify(sent)).not.toContain('rm -rf');
  const tap = (value: string) =>
    fetch(`${server.url}/api/push/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ questionId: sent.id, deliveryId: sent.deliveryId, token: sent.token, value }),
    });
  expect((await tap('yes')).status).toBe(403);
  expect(await (await tap('no')).json()).toMatchObject({ recorded: true });
  expect(await asked).toMatchObject({ answered: true, value: 'no' });
  await client.close();
});
