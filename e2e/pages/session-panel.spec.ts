import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { expectAccessible } from './accessible';
import { answerOf, ask } from './agent';
import { shiftClock } from './clock';
import { newBrowser, signedInBrowser, whenAlive } from './person';

// An agent's life as its hooks report it over HTTP, and as the person sees it without a reload (spec 4.1).

let server: NodServer;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  server = await startServer();
});

test.beforeEach(async ({ browser }) => {
  context = await signedInBrowser(browser, server, { serviceWorkers: 'block' });
  page = await context.newPage();
});

test.afterEach(async () => {
  await context.close();
  await shiftClock(server.query, 0);
  await server.query('UPDATE workspace SET stopped_until = NULL');
  await server.query('UPDATE agent_session SET stopped_until = NULL');
});

test.afterAll(stopEverything);

const post = (path: string, body: unknown) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** A run of an agent on a project of its own, with a hook. */
function agentOn(project: string) {
  const sessionId = randomUUID();
  const hook = async (event: string, payload: Record<string, unknown> = {}) => {
    const envelope = {
      wire: 1,
      hookId: randomUUID(),
      source: 'claude-code',
      event,
      sentAt: new Date().toISOString(),
      repoKey: `git.example.test/acme/${project}`,
      payload: JSON.stringify({
        session_id: sessionId,
        cwd: `/home/user/${project}`,
        hook_event_name: event,
        ...payload,
      }),
    };
    const reply = await post('/api/agent/hook', { v: 1, machineId: 'studio01', app: 'nod', envelopes: [envelope] });
    expect(await reply.json()).toMatchObject({ accepted: 1 });
  };
  return { sessionId, machineId: 'studio01', hook, agentName: `Claude Code - ${project}` };
}

const row = (project: string, on = page) => on.getByRole('main').getByRole('listitem').filter({ hasText: project });

async function openSessions(on = page): Promise<void> {
  const stream = on.waitForResponse('**/api/events');
  await on.goto('/sessions');
  await stream;
}

test('an agent appears, works, waits, is answered in place, falls idle and ends, all without a reload', async () => {
  const agent = agentOn('checkout-api');
  await openSessions();
  await expect(page.getByText('No agent yet')).toBeVisible();

  await agent.hook('SessionStart', { source: 'startup' });
  await expect(row('checkout-api')).toContainText('Active');
  await expect(page.getByText('Nothing waits for you, 1 at work')).toBeVisible();
  await agent.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'pnpm vitest run' } });
  await expect(row('checkout-api')).toContainText('$ pnpm vitest run');

  const question = await ask(server, {
    question: 'Run the migration on staging?',
    sessionId: agent.sessionId,
    machineId: agent.machineId,
    agentName: agent.agentName,
  });
  await expect(row('checkout-api')).toContainText('Waits for you');
  await expect(row('checkout-api')).toContainText('Run the migration on staging?');
  await expect(page.getByText('1 waits for you, none at work')).toBeVisible();

  await row('checkout-api')
    .getByRole('link', { name: /checkout-api/ })
    .click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/sessions\/[0-9a-f-]+\?answered=/);
  await expect(page.getByText('Sent: yes.', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Waiting questions' })).toHaveCount(0);
  await expect(page.getByText('You answered yes')).toBeVisible();
  await expect(page.getByText('$ pnpm vitest run')).toBeVisible();
  expect(await answerOf(server, question)).toMatchObject({ value: 'yes', answerSource: 'live_page' });

  await page.getByRole('link', { name: 'Sessions' }).first().click();
  await agent.hook('UserPromptSubmit', { prompt: 'go on' });
  await expect(row('checkout-api')).toContainText('Active');
  await shiftClock(server.query, 3 * 60_000);
  // Nothing tells of time: the page looks again by itself.
  await expect(row('checkout-api')).toContainText('Idle', { timeout: 30_000 });
  await agent.hook('SessionEnd', { reason: 'other' });
  await expect(row('checkout-api')).toContainText('Offline');
  await expect(row('checkout-api')).toContainText('Ended');
});

test('the list and the page of a session are accessible on a phone and wide, light and dark', async () => {
  const agent = agentOn('design-system');
  await agent.hook('SessionStart');
  await agent.hook('StopFailure', { error: 'the model is overloaded' });
  await ask(server, { question: 'Try again?', sessionId: agent.sessionId, agentName: agent.agentName });
  await openSessions();
  await whenAlive(page);
  await expectAccessible(page);
  await row('design-system')
    .getByRole('link', { name: /design-system/ })
    .click();
  await expect(page.getByRole('button', { name: 'Yes' })).toBeVisible();
  await expectAccessible(page);
});

test('the end of a session takes its question from the person', async () => {
  const agent = agentOn('infra-live');
  await agent.hook('SessionStart');
  const question = await ask(server, { question: 'Apply it?', sessionId: agent.sessionId, agentName: agent.agentName });
  await openSessions();
  await expect(row('infra-live')).toContainText('Apply it?');
  await agent.hook('SessionEnd');
  await expect(row('infra-live')).not.toContainText('Apply it?');
  expect(await answerOf(server, question)).toMatchObject({ answered: false, status: 'cancelled' });
});

test('one session is stopped and lifted, what it asked is cancelled, and what it asks is refused', async () => {
  const agent = agentOn('web-shop');
  await agent.hook('SessionStart');
  const question = await ask(server, { question: 'Ship it?', sessionId: agent.sessionId, agentName: agent.agentName });
  await openSessions();
  await row('web-shop').getByRole('button', { name: 'Stop web-shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop Claude Code on web-shop?' });
  await dialog.getByText('4 hours', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Stop this session' }).click();
  await expect(page.getByText('Stopped. What waited is cancelled.', { exact: true })).toBeVisible();
  await expect(page.getByText(/^until /)).toBeVisible();
  expect(await answerOf(server, question)).toMatchObject({ answered: false });
  const [stopped] = await server.query<{ hours: string }>(
    `SELECT round(extract(epoch FROM stopped_until - nod_now()) / 3600) AS hours FROM agent_session WHERE session_id = $1`,
    [agent.sessionId],
  );
  expect(Number(stopped?.hours)).toBe(4);
  await page.getByRole('button', { name: 'Lift the stop' }).click();
  await expect(page.getByText('Lifted. It can ask again.', { exact: true })).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('everything is stopped and lifted without JavaScript too', async ({ browser }) => {
  const agent = agentOn('docs-site');
  await agent.hook('SessionStart');
  const { storageState } = { storageState: await context.storageState() };
  const plain = await newBrowser(browser, server, { storageState, javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto('/sessions');
  await bare.locator('summary', { hasText: 'Stop all' }).click();
  await bare.getByRole('button', { name: 'Stop all agents' }).click();
  await expect(bare.getByText('All agents are stopped until')).toBeVisible();
  await expect(row('docs-site', bare)).toContainText('Stopped');
  await bare.getByRole('button', { name: 'Let them go on' }).click();
  await expect(row('docs-site', bare)).toContainText('Active');
  await plain.close();
});

test('telemetry makes the pages of sessions read again, and no other page', async () => {
  const agent = agentOn('orders-service');
  const reads: string[] = [];
  context.on('request', (request) => {
    if (request.headers().rsc === '1' && !request.headers()['next-router-prefetch'])
      reads.push(new URL(request.url()).pathname);
  });
  await openSessions();
  const other = await context.newPage();
  await other.goto('/activity');
  // It reads again once when it is alive.
  await expect.poll(() => reads).toContain('/activity');
  reads.length = 0;
  for (let turn = 0; turn < 5; turn++) await agent.hook('PreToolUse', { tool_name: `Tool ${turn}` });
  await expect(row('orders-service')).toContainText('Tool 4');
  // What concerns every page is heard after what does not.
  await ask(server, { question: 'Heard everywhere?', sessionId: agent.sessionId });
  await expect(other.getByText('Heard everywhere?')).toBeVisible();
  expect(reads.filter((path) => path === '/activity')).toHaveLength(1);
  expect(reads.filter((path) => path !== '/sessions' && path !== '/activity')).toEqual([]);
});

test('telemetry is taken as it comes: too much is refused, garbage is ignored, a wrong type is named', async () => {
  expect((await post('/api/agent/hook', { envelopes: [], filler: 'x'.repeat(1_048_576) })).status).toBe(413);
  const garbage = [
    { hookId: randomUUID(), event: 'PreToolUse', payload: '{"session_id":' },
    { hookId: randomUUID(), event: 'From the future', payload: '{"session_id":"x"}' },
    { hookId: randomUUID(), event: 'Stop' },
  ];
  const reply = await post('/api/agent/hook', { v: 9, app: 7, envelopes: garbage });
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ accepted: 0, duplicates: 0, ignored: 3 });
  const wrong = await post('/api/agent/hook', { envelopes: [{ hookId: 7, event: 'Stop' }] });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('envelopes[0].hookId');
  expect((await post('/api/agent/hook', 'not json')).status).toBe(400);
  const unnamed = await post('/api/agent/event', { event: 'session_start' });
  expect(unnamed.status).toBe(400);
  expect(await unnamed.text()).toContain('sessionId');
  const event = await post('/api/agent/event', { event: 'from_the_future', sessionId: 'x', surprise: [] });
  expect([event.status, await event.json()]).toEqual([200, {}]);
  const acknowledged = await post('/api/agent/command/ack', '');
  expect([acknowledged.status, await acknowledged.json()]).toEqual([200, {}]);
});
