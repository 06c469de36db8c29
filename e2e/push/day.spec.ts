import { type Browser, expect, type Page, test } from '@playwright/test';
import { answerOf, ask } from '../pages/agent';
import { shiftClock } from '../pages/clock';
import { newlySignedInBrowser, slipOf } from '../pages/person';
import { call, connect, quietly } from '../server/mcp';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { everythingSent } from './everything-sent';
import { type PushHarness, startPushHarness } from './harness';
import { connectPhone, type Phone, pixelUserAgent, type Rung } from './phone';

// A person's day with one agent (spec 3.5, 2.2): when the phone rings, when it stays silent, and what is told about that. The person lives
// in Tokyo, their laptop has the clock of London's winter; a shifted clock lets the day pass in a minute.

type Agent = Awaited<ReturnType<typeof connect>>;

let harness: PushHarness;
let server: NodServer;
let page: Page;
let phone: Phone;
let agent: Agent;
let firstDay: string;
let offsetMs: number;

const minuteMs = 60_000;
const homeZone = 'Asia/Tokyo';
const run = { sessionId: 'run-1', machineId: 'studio', agentName: 'Claude Code - checkout-api' };

test.beforeEach(async ({ browser }) => {
  harness = await startPushHarness();
  server = await startServer({ env: harness.serverEnvironment });
  phone = await connectPhone(harness, server, pixelUserAgent);
  agent = await connect(server.url, server.apiKey, 'claude-code');
  page = await laptop(browser);
  const [tomorrow] = await server.query<{ day: string }>('SELECT ((now() AT TIME ZONE $1)::date + 1)::text AS day', [
    homeZone,
  ]);
  firstDay = tomorrow?.day ?? '';
  offsetMs = 0;
});

test.afterEach(async () => {
  await harness.close();
  await stopEverything();
  await agent.close();
  await page.context().close();
});

async function laptop(browser: Browser): Promise<Page> {
  const context = await newlySignedInBrowser(browser, server, {
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 900 },
  });
  return context.newPage();
}

/** Moves the clock on, or back. */
async function forward(ms: number): Promise<void> {
  offsetMs += ms;
  await shiftClock(server.query, offsetMs);
}

/** Moves the clock to a time of the first day, or of one after it, where the person lives. */
async function goTo(day: number, time: string): Promise<void> {
  const [distance] = await server.query<{ ms: number }>(
    `SELECT (extract(epoch FROM (($2::date + $3::int + $4::time) AT TIME ZONE $1) - now()) * 1000)::float8 AS ms`,
    [homeZone, firstDay, day, time],
  );
  offsetMs = Math.ceil(distance?.ms ?? 0);
  await shiftClock(server.query, offsetMs);
}

/** What the phone has shown since the last look, when nothing more is to come at this time. */
async function rang(): Promise<Rung[]> {
  await everythingSent(server.query);
  return phone.rang();
}

const kindsOf = (pushes: Rung[]) => pushes.map(({ kind, body }) => `${kind}: ${body}`);

/** Waits until the phone shows this question, and the server knows that its push was taken. */
async function whenShown(question: string): Promise<Rung> {
  const push = await phone.waitFor(({ body }) => body === question);
  await everythingSent(server.query);
  return push;
}

/** The only push since the last look. */
async function onlyPush(): Promise<Rung> {
  const pushes = await rang();
  expect(pushes, JSON.stringify(kindsOf(pushes))).toHaveLength(1);
  return pushes[0] as Rung;
}

const post = (path: string, body: unknown) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What a hook of the agent reports. */
async function hook(event: string, fields: Record<string, unknown> = {}): Promise<void> {
  const reply = await post('/api/agent/event', { event, ...run, agentType: 'claude_code', ...fields });
  expect(reply.status).toBe(200);
}

const askNow = (question: string, fields: Record<string, unknown> = {}) =>
  call(agent, 'ask_user', { question, ...run, wait: false, ...fields });
const askAndWait = (question: string) => quietly(call(agent, 'ask_user', { question, ...run, timeoutMs: 50_000 }));
const waitFor = (correlationId: unknown) =>
  quietly(call(agent, 'wait_for_answer', { correlationId, timeoutMs: 50_000 }));
const tell = (title: string, fields: Record<string, unknown> = {}) =>
  call(agent, 'send_notification', { title, body: 'See the log.', ...run, ...fields });

async function modeOf(): Promise<unknown> {
  const reply = await fetch(`${server.url}/api/mcp/mode`, { headers: { authorization: `Bearer ${server.apiKey}` } });
  return reply.json();
}

/** What a form did, as the page says it for a moment. */
const pageSays = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

/** Answers on the page of the question. */
async function answerOnPage(correlationId: unknown, button: 'Yes' | 'No'): Promise<void> {
  await page.goto(`/q/${correlationId}`);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByText(`You answered ${button.toLowerCase()}`, { exact: true })).toBeVisible();
}

async function typingAtTheKeyboard(): Promise<void> {
  await goTo(0, '08:30');
  await hook('session_start');
  await hook('user_prompt');
  const asked = await askNow('Run the migration on staging?');
  // A slow machine must not use up the eight seconds by itself.
  await forward(-minuteMs);
  expect(asked).toMatchObject({ status: 'pending', suppressed: true, nextAction: 'wait_for_answer' });
  expect(asked).toMatchObject({ deliveryMode: 'push_first', delivery: { web: 0, mobile: 0 } });
  expect(await rang()).toEqual([]);
  await page.goto('/');
  await expect(slipOf(page, 'Run the migration on staging?')).toBeVisible();
  await expect(page.getByText('Pushes wait a moment while you type at studio.')).toBeVisible();

  await page.goto(`/q/${asked.correlationId}`);
  const waiting = waitFor(asked.correlationId);
  await expect(page.getByText('Agent is listening now')).toBeVisible();
  expect(await rang()).toEqual([]);
  await forward(minuteMs + 8000);
  const push = await onlyPush();
  expect(push).toMatchObject({ kind: 'question', id: asked.correlationId, title: 'Claude Code · checkout-api' });
  expect(push.actions.map(({ title }) => title)).toEqual(['No', 'Yes']);
  expect(await phone.tap(push, 'yes')).toMatchObject({ recorded: true, status: 'answered' });
  expect(await waiting).toMatchObject({ answered: true, value: 'yes', answerSource: 'mobile_background' });
  await expect(page.getByText('From the notification on Pixel 8', { exact: true })).toBeVisible();
  await expect(page.getByText('Pixel 8 was kept silent first')).toBeVisible();
  // The phone that answered needs no replacement.
  expect(await rang()).toEqual([]);
}

async function awayFromTheKeyboard(): Promise<void> {
  await forward(2 * minuteMs);
  const asked = askAndWait('Open the pull request?');
  const push = await whenShown('Open the pull request?');
  expect(await phone.tap(push, 'no')).toMatchObject({
    recorded: true,
    sentence: 'Sent: no. Claude Code is listening for it.',
  });
  const result = await asked;
  expect(result).toMatchObject({ answered: true, value: 'no', delivery: { web: 0, mobile: 1 } });
  expect(result).not.toHaveProperty('suppressed');
  expect(kindsOf(await rang())).toEqual(['question: Open the pull request?']);
  await page.goto('/');
  await expect(page.getByText('Questions ring at once.')).toBeVisible();
}

async function snoozedAtNoon(): Promise<void> {
  await goTo(0, '12:00');
  await page.goto('/settings');
  await page.getByRole('button', { name: '1 h', exact: true }).click();
  await pageSays('Snoozed. Nothing rings.');
  const kept = await askNow('Merge the pull request?');
  // One o'clock where the person lives; the agent hears it in UTC.
  expect(kept).toMatchObject({
    status: 'pending',
    suppressed: true,
    hint: expect.stringMatching(/ until \S+T04:0\d:/),
  });
  const settled = await askNow('Rename the branch?');
  expect(settled).toMatchObject({ suppressed: true });
  expect(await tell('The build is green')).toMatchObject({ sent: 0, suppressed: 'snoozed' });
  await call(agent, 'schedule_reminder', { body: 'Look at the rollout', inMinutes: 5, ...run });
  // Their ten minutes are over too: nobody is reminded of a question while they rest.
  await forward(11 * minuteMs);
  expect(await rang()).toEqual([]);

  await page.goto('/');
  await expect(
    page.getByText(/^Snoozed until (tomorrow, |\d+ \w+, )?04:0\d\. 4 things are held back\.$/),
  ).toBeVisible();
  await slipOf(page, 'Rename the branch?').getByRole('button', { name: 'No' }).click();
  await pageSays('Sent: no. Claude Code gets it when it asks again.');
  expect(await answerOf(server, String(settled.correlationId))).toMatchObject({ value: 'no', answerSource: 'inbox' });
  await goTo(0, '12:59');
  expect(await rang()).toEqual([]);

  await goTo(0, '13:02');
  expect(await onlyPush()).toMatchObject({
    kind: 'digest',
    title: '1 question waits, 1 update, 1 reminder',
    body: 'Merge the pull request? · The build is green · Look at the rollout',
    url: `${server.url}/`,
    actions: [],
  });
  await goTo(0, '17:00');
  expect(await rang()).toEqual([]);
  await page.goto('/');
  await expect(slipOf(page, 'Merge the pull request?')).toBeVisible();
  await expect(page.getByText(/Snoozed until/)).toHaveCount(0);
  await answerOnPage(kept.correlationId, 'Yes');
  for (const words of ['Held back on Pixel 8', 'You had snoozed Nod', 'Told with the rest on Pixel 8'])
    await expect(page.getByText(words)).toBeVisible();
  // A digest that told of it has nothing to replace.
  expect(await rang()).toEqual([]);
}

async function quietHoursByForm(): Promise<void> {
  await goTo(0, '18:00');
  await page.goto('/settings');
  await page.getByLabel('Quiet from').fill('22:00');
  await page.getByLabel('Quiet until').fill('07:00');
  await page.getByLabel('Time zone').selectOption(homeZone);
  await page.getByLabel('Let errors and risky questions through').check();
  await page.locator('form[action="/settings/delivery"]').getByRole('button', { name: 'Save' }).click();
  await pageSays('Saved.');
  await expect(page.getByLabel('Time zone')).toHaveValue(homeZone);
  const { correlationId } = await askNow('Tidy the imports?');
  const push = await onlyPush();
  expect(push).toMatchObject({ kind: 'question', id: correlationId });
  await phone.tap(push, 'yes');
}

async function quietAtNight(): Promise<void> {
  // Half past two in the afternoon in London.
  await goTo(0, '23:30');
  const kept = await askNow('Use the new icons?');
  expect(kept).toMatchObject({ suppressed: true, hint: expect.stringMatching(/ until \S+T22:00:00/) });
  expect(await tell('The sync is done')).toMatchObject({ sent: 0, suppressed: 'quiet_hours' });
  expect(await rang()).toEqual([]);
  await page.goto('/');
  await expect(page.getByText(/^Quiet hours until .*07:00\. 2 things are held back\.$/)).toBeVisible();

  expect(await tell('The backup failed', { context: { type: 'error' } })).not.toHaveProperty('suppressed');
  expect(await onlyPush()).toMatchObject({ kind: 'notification', title: 'The backup failed' });
  const risky = await askNow('Clean up?', { toolName: 'Bash', actionBody: 'rm -rf ./release' });
  expect(risky).not.toHaveProperty('suppressed');
  const push = await onlyPush();
  expect(push).toMatchObject({ kind: 'question', id: risky.correlationId });
  expect(push.actions.map(({ title }) => title)).toEqual(['No', 'Open']);
  expect(await phone.tap(push, 'no')).toMatchObject({ recorded: true });

  await goTo(0, '23:45');
  expect(await rang()).toEqual([]);
  await goTo(1, '06:59');
  expect(await rang()).toEqual([]);
  await goTo(1, '07:00');
  expect(await onlyPush()).toMatchObject({
    kind: 'digest',
    title: '1 question waits, 1 update',
    body: 'Use the new icons? · The sync is done',
  });
  await page.goto('/');
  await expect(slipOf(page, 'Use the new icons?')).toBeVisible();
  await expect(page.getByText(/Quiet hours until/)).toHaveCount(0);
  await answerOnPage(kept.correlationId, 'No');
}

async function everythingStopped(): Promise<void> {
  await goTo(1, '09:00');
  const waiting = askAndWait('Start the load test?');
  const push = await whenShown('Start the load test?');
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.getByRole('dialog', { name: 'Stop all agents?' }).getByRole('button', { name: 'Stop all agents' }).click();
  expect(await waiting).toMatchObject({ status: 'cancelled', answered: false, handoffAction: 'stop' });
  const pushes = await rang();
  expect(pushes.map(({ kind }) => kind)).toEqual(['question', 'settled']);
  expect(pushes[1]).toMatchObject({ tag: push.tag, title: 'Stopped: its agent no longer waits' });
  expect(await phone.tap(push, 'yes')).toMatchObject({ recorded: false, status: 'cancelled' });

  const refused = await askNow('Start it anyway?');
  expect(refused).toMatchObject({ status: 'stopped', handoffAction: 'stop' });
  expect(refused).not.toHaveProperty('nextAction');
  expect(await tell('The load test is over')).toMatchObject({ sent: 0, suppressed: 'kill_switch' });
  expect(await modeOf()).toEqual({ override: null, kill: true });
  expect(await rang()).toEqual([]);

  await page.goto('/');
  await expect(page.getByText(/^All agents are stopped until .*10:0\d\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Let them go on' }).click();
  await pageSays('Lifted. Agents can ask again.');
  await expect(page.getByText(/All agents are stopped until/)).toHaveCount(0);
  expect(await modeOf()).toEqual({ override: null, kill: false });
  const asked = await askNow('May I go on?');
  expect(asked).toMatchObject({ status: 'pending' });
  await phone.tap(await onlyPush(), 'yes');
  expect(await answerOf(server, String(asked.correlationId))).toMatchObject({ value: 'yes' });
}

async function inAgentForNow(): Promise<void> {
  await goTo(1, '11:00');
  await page.goto('/settings');
  await page.getByText('Another mode for now').click();
  // The same modes stand in the form of every day.
  await page
    .locator('form[action="/settings/mode"]')
    .getByRole('radio', { name: /^In agent/ })
    .check();
  await page.getByRole('button', { name: 'Use it for now' }).click();
  await pageSays('Changed for now.');
  expect(await modeOf()).toEqual({ override: { mode: 'terminal_only' }, kill: false });
  const asked = await askNow('Which test first?');
  expect(asked).toMatchObject({ status: 'terminal', mode: 'terminal_only', nextAction: 'ask_in_current_client' });
  expect(await tell('The tests are done')).toMatchObject({ sent: 0, suppressed: 'terminal_only' });
  expect(await rang()).toEqual([]);

  await expect(page.getByText(/^In agent until .*12:0\d$/).first()).toBeVisible();
  await page.getByRole('button', { name: 'End it' }).click();
  await pageSays('Back to your mode.');
  expect(await modeOf()).toEqual({ override: null, kill: false });
  expect(await askNow('And now?')).toMatchObject({ status: 'pending' });
  await phone.tap(await onlyPush(), 'no');
}

async function nobodyAnswers(): Promise<string> {
  await goTo(1, '13:00');
  const { correlationId } = await askNow('Keep the old endpoint?');
  expect(await onlyPush()).toMatchObject({ body: 'Keep the old endpoint?' });
  await goTo(1, '13:09');
  expect(await rang()).toEqual([]);
  await goTo(1, '13:11');
  const reminder = await onlyPush();
  expect(reminder).toMatchObject({ id: correlationId, body: 'Still waits: Keep the old endpoint?' });
  await page.goto(`/q/${correlationId}`);
  await expect(page.getByText('Nobody is listening')).toBeVisible();
  await goTo(2, '12:50');
  expect(await rang()).toEqual([]);
  await page.reload();
  await expect(page.getByText('Nobody is listening')).toBeVisible();
  await goTo(2, '13:02');
  expect(await rang()).toEqual([]);
  await page.reload();
  await expect(page.getByText('Agent gone: nobody asked for a day')).toBeVisible();
  // It may still be answered, for an agent that comes back.
  await phone.tap(reminder, 'yes');
  return String(correlationId);
}

async function theSessionEnds(): Promise<void> {
  const waiting = askAndWait('One more thing?');
  const push = await whenShown('One more thing?');
  await hook('session_end');
  expect(await waiting).toMatchObject({ status: 'cancelled', answered: false, handoffAction: 'stop' });
  const pushes = await rang();
  expect(pushes.map(({ kind }) => kind)).toEqual(['question', 'settled']);
  expect(pushes[1]).toMatchObject({ tag: push.tag, title: 'Withdrawn: the agent’s session ended' });
  expect(await phone.tap(push, 'yes')).toMatchObject({ recorded: false, status: 'cancelled' });
}

/** The feed tells each thing of these days once, with what became of it. */
async function readTheFeed(): Promise<void> {
  await page.goto('/activity');
  const rows = page.locator('main section li');
  const told: [string, string | RegExp][] = [
    ['Yes to “Run the migration on staging?”', 'Claude Code · checkout-api'],
    ['The build is green', 'Held back: snoozed'],
    ['Reminder: Look at the rollout', 'Held back: snoozed'],
    ['The sync is done', 'Held back: quiet hours'],
    ['The backup failed', 'Sent to 1 device'],
    ['Every agent was stopped', /By you · Until .*10:0\d · 1 question withdrawn/],
    ['Every agent may go on', 'By you'],
    ['Stopped: “Start the load test?”', 'agents were stopped'],
    ['Stopped: “Start it anyway?”', 'agents were stopped'],
    ['The load test is over', 'Held back: agents were stopped'],
    ['Asked there: “Which test first?”', 'Claude Code · checkout-api'],
    ['The tests are done', 'Held back: mode “In agent”'],
    ['Yes to “Keep the old endpoint?”', 'Claude Code · checkout-api'],
    ['Withdrawn: “One more thing?”', 'its session ended'],
  ];
  for (const [title, detail] of told) {
    await expect(rows.filter({ hasText: title }), title).toHaveCount(1);
    await expect(rows.filter({ hasText: title })).toContainText(detail);
  }
}

test('a person’s days: the phone rings when it should, is silent when it should, and everybody is told which', async () => {
  test.setTimeout(180_000);
  await test.step('morning: at the keyboard, the phone rings eight seconds later', typingAtTheKeyboard);
  await test.step('away from the keyboard it rings at once', awayFromTheKeyboard);
  await test.step('noon: what is snoozed comes in one message', snoozedAtNoon);
  await test.step('evening: quiet hours by the clock of a zone', quietHoursByForm);
  await test.step('night: only what is urgent rings', quietAtNight);
  await test.step('the kill switch stops all, until it is lifted', everythingStopped);
  await test.step('in agent for now', inAgentForNow);
  await test.step('nobody answers', nobodyAnswers);
  await test.step('the session ends', theSessionEnds);
  await test.step('the feed tells all of it', readTheFeed);
});

test('the page of a question says why the phone is silent, while it is', async () => {
  await hook('user_prompt');
  const { correlationId } = await askNow('Why so quiet?');
  await forward(-minuteMs);
  await page.goto(`/q/${correlationId}`);
  await expect(page.getByText('Pixel 8 stays silent')).toBeVisible();
  await expect(page.getByText('Somebody types at the agent’s machine')).toBeVisible();
});

test('what was settled during a snooze counts as held back no longer, and nobody claims to have told of it', async () => {
  await page.goto('/settings');
  await page.getByRole('button', { name: '1 h', exact: true }).click();
  const settled = await ask(server, { question: 'Settled meanwhile?' });
  await ask(server, { question: 'Still open?' });
  await answerOnPage(settled, 'Yes');
  await page.goto('/');
  await expect(page.getByText(/^Snoozed until .*\. 1 thing is held back\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Wake up' }).first().click();
  expect(kindsOf(await rang())).toEqual(['question: Still waits: Still open?']);
  await page.goto(`/q/${settled}`);
  await expect(page.getByText('Not sent to Pixel 8')).toBeVisible();
  await expect(page.getByText('It was settled before')).toBeVisible();
  await expect(page.getByText(/Told with the rest/)).toHaveCount(0);
});
