import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { shiftClock } from '../pages/clock';
import { slipOf } from '../pages/person';
import { call, connect, quietly } from '../server/mcp';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { type AnyPage, signInOnPage, turnOnQuestions } from './browser-person';
import { everythingSent } from './everything-sent';
import { type PushHarness, startPushHarness } from './harness';
import type { NotificationServer } from './notifications';
import { connectPhone, iPhoneUserAgent, type Phone, pixelUserAgent } from './phone';

// One question on all of a person's devices (spec 3.2, 3.5). The laptop is a Chromium whose page is in front of the person. The first
// phone is a Chromium too, with its own profile, its own lock screen and a phone's name: what a phone's browser does beyond that, no
// desktop can show. The second phone is a subscription without a browser, since a third Chromium would show nothing new.

type Agent = Awaited<ReturnType<typeof connect>>;

let harness: PushHarness;
let server: NodServer;
let agent: Agent;

const title = 'Claude Code · checkout-api';
const tabletUserAgent = pixelUserAgent.replace('Pixel 8', 'Pixel Tablet');
const minuteMs = 60_000;

test.beforeEach(async () => {
  harness = await startPushHarness();
  server = await startServer({ env: harness.serverEnvironment });
  agent = await connect(server.url, server.apiKey, 'claude-code');
});

test.afterEach(async () => {
  await harness.close();
  await stopEverything();
  await agent.close();
});

/** Asks as an agent that blocks until there is an answer. */
const askAndWait = (question: string) =>
  quietly(call(agent, 'ask_user', { question, agentName: 'Claude Code - checkout-api', timeoutMs: 50_000 }));

/** A browser that gets questions; the page stays open at its devices. */
async function connected(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signInOnPage(page as AnyPage, server);
  await turnOnQuestions(page as AnyPage);
  return page;
}

/** Waits until the server knows that this page is in front of the person, or that none is. */
const whenInFront = (inFront: boolean, device: string) =>
  expect
    .poll(async () => {
      const [row] = await server.query<{ front: boolean }>(
        `SELECT coalesce(foreground_until > nod_now(), false) AS front FROM web_session JOIN device ON device.web_session_id = web_session.id WHERE device.name = $1`,
        [device],
      );
      return row?.front;
    })
    .toBe(inFront);

interface Delivered {
  device: string;
  kind: string;
  attempts: number;
  held: string | null;
  suppressed: string | null;
  accepted: boolean;
  displayed: boolean;
}

/** What is known of the pushes of a question, by device, what rang before what replaced it. */
const deliveriesOf = (questionId: string) =>
  server.query<Delivered>(
    `SELECT device.name AS device, kind, attempts, held, suppressed, accepted_at IS NOT NULL AS accepted, displayed_at IS NOT NULL AS displayed
       FROM delivery JOIN device ON device.id = device_id WHERE question_id = $1 ORDER BY device.name, kind`,
    [questionId],
  );

/** Waits until the worker of that device has said that it showed the question. */
const whenReported = (questionId: string, device: string) =>
  expect.poll(async () => onlyOn(device, await deliveriesOf(questionId))[0]?.displayed).toBe(true);

const onlyOn = (device: string, rows: Delivered[]) =>
  rows.filter((row) => row.device === device).map(({ device: _, ...row }) => row);

const laptopName = 'Chrome on Linux';
const shownAtOnce = { kind: 'question', attempts: 1, held: null, suppressed: null, accepted: true, displayed: true };
/** The second phone has no service worker that would say that it showed something. */
const takenAtOnce = { ...shownAtOnce, displayed: false };
const settledShown = { ...shownAtOnce, kind: 'settled', displayed: false };

interface Everywhere {
  laptop: Page;
  laptopScreen: NotificationServer;
  firstPhone: Page;
  firstScreen: NotificationServer;
  secondPhone: Phone;
}

/** The three devices: the laptop with Waiting in front of the person, the first phone with Waiting behind another window. */
async function connectEverything(): Promise<Everywhere> {
  const firstScreen = await harness.addDesktop();
  const atLaptop = await harness.launchChromium(server.url);
  const onPhone = await harness.launchChromium(server.url, { notifications: firstScreen, userAgent: pixelUserAgent });
  // Playwright makes every page believe that it has the focus; this one must not.
  await onPhone.context.addInitScript(() => {
    Document.prototype.hasFocus = () => false;
  });
  const [laptop, firstPhone] = [await connected(atLaptop.context), await connected(onPhone.context)];
  const secondPhone = await connectPhone(harness, server, tabletUserAgent);
  for (const page of [laptop, firstPhone]) {
    const stream = page.waitForResponse('**/api/events');
    await page.goto(`${server.url}/`);
    await stream;
    // A reload would lose this.
    await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));
  }
  await whenInFront(true, laptopName);
  await whenInFront(false, 'Pixel 8');
  return { laptop, laptopScreen: harness.notifications, firstPhone, firstScreen, secondPhone };
}

const neverReloaded = (page: Page) =>
  page.evaluate(() => (globalThis as typeof globalThis & { neverReloaded?: boolean }).neverReloaded === true);

test('answered on a phone before the laptop rings: settled on all, and the laptop never makes a sound', async () => {
  test.setTimeout(120_000);
  const { laptop, laptopScreen, firstPhone, firstScreen, secondPhone } = await connectEverything();
  const question = 'Run the order-status migration on staging?';
  const asked = askAndWait(question);
  const push = await secondPhone.waitFor(({ kind }) => kind === 'question');
  // A slow machine must not use up the laptop’s five seconds by itself.
  await shiftClock(server.query, -minuteMs);
  const shown = await firstScreen.waitForShown(title);
  expect(shown.buttons.slice(0, 2)).toEqual(['No', 'Yes']);
  for (const page of [laptop, firstPhone]) await expect(slipOf(page, question)).toBeVisible();
  await everythingSent(server.query);
  expect(laptopScreen.history).toEqual([]);

  firstScreen.clickButton('Yes', title);
  expect(await asked).toMatchObject({ answered: true, value: 'yes', answerSource: 'mobile_background' });
  await firstScreen.waitForShown('Sent: yes. Claude Code is listening for it.');
  const settled = await secondPhone.waitFor(({ kind }) => kind === 'settled');
  expect(settled).toMatchObject({ id: push.id, tag: push.tag, title: 'Answered yes on Pixel 8', actions: [] });
  expect(settled).not.toHaveProperty('token');
  for (const page of [laptop, firstPhone]) {
    await expect(slipOf(page, question)).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: `Yes to “${question}”` })).toBeVisible();
    expect(await neverReloaded(page)).toBe(true);
  }
  expect(await secondPhone.tap(push, 'no')).toMatchObject({
    recorded: false,
    value: 'yes',
    sentence: 'Already answered yes. Your tap was not used.',
  });

  // Long after the laptop would have rung.
  await shiftClock(server.query, minuteMs);
  await everythingSent(server.query);
  expect(laptopScreen.history).toEqual([]);
  await whenReported(push.id, 'Pixel 8');
  const deliveries = await deliveriesOf(push.id);
  expect(onlyOn('Pixel 8', deliveries)).toEqual([shownAtOnce]);
  expect(onlyOn('Pixel Tablet', deliveries)).toEqual([takenAtOnce, settledShown]);
  expect(onlyOn(laptopName, deliveries)).toEqual([
    { kind: 'question', attempts: 0, held: 'foreground', suppressed: 'settled', accepted: false, displayed: false },
  ]);

  await laptop.goto(`${server.url}/q/${push.id}`);
  await expect(laptop.getByText('You answered yes', { exact: true })).toBeVisible();
  await expect(laptop.getByText('From the notification on Pixel 8', { exact: true })).toBeVisible();
  await expect(laptop.getByText('Accepted by 2 devices')).toBeVisible();
  await expect(laptop.getByText('Displayed on Pixel 8')).toBeVisible();
  await expect(laptop.getByText('Pixel Tablet: not reported')).toBeVisible();
  await expect(laptop.getByText(`Not sent to ${laptopName}`)).toBeVisible();
  await expect(laptop.getByText('It was settled before')).toBeVisible();
});

test('the laptop rings after five seconds; answered on its page, every notification is replaced', async () => {
  test.setTimeout(120_000);
  const { laptop, laptopScreen, firstPhone, firstScreen, secondPhone } = await connectEverything();
  const question = 'Use the new icons?';
  const asked = askAndWait(question);
  const push = await secondPhone.waitFor(({ kind }) => kind === 'question');
  await shiftClock(server.query, -minuteMs);
  await firstScreen.waitForShown(title);
  await everythingSent(server.query);
  expect(laptopScreen.history).toEqual([]);
  await shiftClock(server.query, 5000);
  await laptopScreen.waitForShown(title);

  await firstPhone.goto(`${server.url}/q/${push.id}`);
  await expect(firstPhone.getByRole('button', { name: 'Yes', exact: true })).toBeVisible();
  await slipOf(laptop, question).getByRole('button', { name: 'No' }).click();
  expect(await asked).toMatchObject({ answered: true, value: 'no', answerSource: 'inbox' });
  await expect(laptop.getByText(/^Sent: no\. Claude Code /).first()).toBeVisible();
  // The page of the question becomes its receipt where it is open.
  await expect(firstPhone.getByText('You answered no', { exact: true })).toBeVisible();
  await expect(firstPhone.getByRole('button', { name: 'Yes', exact: true })).toHaveCount(0);
  for (const screen of [laptopScreen, firstScreen]) {
    await screen.waitForGone(title);
    expect(screen.history.at(-1)).toMatchObject({ title: expect.stringMatching(/^Answered no /), replaced: true });
  }
  const settled = await secondPhone.waitFor(({ kind }) => kind === 'settled');
  expect(settled).toMatchObject({ tag: push.tag, title: expect.stringMatching(/^Answered no /) });
  expect(await secondPhone.tap(push, 'yes')).toMatchObject({
    recorded: false,
    sentence: 'Already answered no. Your tap was not used.',
  });

  await everythingSent(server.query);
  await whenReported(push.id, laptopName);
  const deliveries = await deliveriesOf(push.id);
  const shown = (row: Delivered | undefined) => [row?.kind, row?.suppressed, row?.accepted];
  for (const device of [laptopName, 'Pixel 8', 'Pixel Tablet']) {
    const rows = deliveries.filter((row) => row.device === device);
    expect(rows.map(shown), device).toEqual([
      ['question', null, true],
      ['settled', null, true],
    ]);
  }
  expect(deliveries.find(({ device }) => device === laptopName)).toMatchObject({ held: 'foreground' });
});

test('an iPhone rings at once, also while Nod is in front of the person there', async () => {
  const phone = await connectPhone(harness, server, iPhoneUserAgent);
  const reply = await fetch(`${server.url}/api/presence`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: phone.session.cookie, origin: server.url },
    body: JSON.stringify({ foreground: true }),
  });
  expect(reply.status).toBe(200);
  await call(agent, 'ask_user', { question: 'Ring at once?', wait: false });
  await shiftClock(server.query, -minuteMs);
  await everythingSent(server.query);
  expect(phone.rang().map(({ body }) => body)).toEqual(['Ring at once?']);
});
