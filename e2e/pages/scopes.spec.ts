import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, openPage, raiseLimits } from '../server/workspace';
import { expectAccessible } from './accessible';
import { answerOf, ask, propose } from './agent';
import { newBrowser, signedInBrowser, slipOf, whenAlive } from './person';

// A scope is proposed by an MCP call, read whole, agreed to or not, widened path by path, and kept with its ledger (spec 4.4).

let server: NodServer;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  await openPage(server.query, await firstWorkspace(server.query));
  await raiseLimits(server.query);
  context = await signedInBrowser(browser, server, { serviceWorkers: 'block' });
  page = await context.newPage();
});

test.afterAll(async () => {
  await context.close();
  await stopEverything();
});

const contract = {
  allowedPaths: ['src/orders/**', 'db/migrations/0042_*', 'docs'],
  offLimitsPaths: ['.env*', 'src/payments/**'],
  promises: ['No new dependency'],
};

/** A session whose hook has reported. */
async function hookedSession(): Promise<string> {
  const sessionId = randomUUID();
  const payload = JSON.stringify({ session_id: sessionId, cwd: '/home/user/shop', hook_event_name: 'SessionStart' });
  const envelope = { wire: 1, hookId: randomUUID(), source: 'claude-code', event: 'SessionStart', payload };
  await fetch(`${server.url}/api/agent/hook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ v: 1, machineId: 'studio01', envelopes: [{ ...envelope, sentAt: new Date() }] }),
  });
  return sessionId;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const section = (name: string, on: Page = page) =>
  on.locator('section').filter({ has: on.getByRole('heading', { name, exact: true }) });

async function scopeOf(question: string): Promise<string> {
  const [row] = await server.query<{ id: string }>('SELECT id FROM scope WHERE question_id = $1', [question]);
  return row?.id ?? '';
}

/** A scope that the person agreed to on its page. */
async function agreed(args: Record<string, unknown> = {}): Promise<{ sessionId: string; scope: string }> {
  const sessionId = String(args.sessionId ?? (await hookedSession()));
  const id = await propose(server, { ...contract, sessionId, ...args });
  await page.goto(`/q/${id}`);
  await whenAlive(page);
  await button('Yes').click();
  await expect(page.getByText(/^You agreed to this scope at/)).toBeVisible();
  return { sessionId, scope: await scopeOf(id) };
}

test('who has no scope yet is told what one is', async () => {
  await page.goto('/scopes');
  await whenAlive(page);
  await expect(page.getByRole('heading', { name: 'No agent has a scope' })).toBeVisible();
  await expect(page.getByText('propose_scope')).toBeVisible();
  await expectAccessible(page);
});

test('a proposal is read whole and agreed to, and its page says what holds', async () => {
  const sessionId = await hookedSession();
  const id = await propose(server, { ...contract, sessionId });
  await page.goto(`/q/${id}`);
  await whenAlive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agree to this scope?');
  await expect(section('May change').getByRole('listitem')).toHaveText([
    'src/orders/**',
    'db/migrations/0042_*',
    /^docs.*with everything in it$/,
  ]);
  await expect(section('Will not touch').getByRole('listitem')).toHaveText(['.env*', 'src/payments/**']);
  await expect(section('Promised, but not checked')).toContainText('Nod checks paths. It cannot check a promise.');
  await expect(section('Done when')).toContainText('The refund tests pass');
  await expect(page.getByText(/Nothing (is|will be) checked/)).toHaveCount(0);
  await expectAccessible(page);

  await button('Yes').click();
  await expect(page.getByText(/^You agreed to this scope at/)).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ value: 'yes' });
  await page.getByRole('link', { name: 'See the scope' }).click();
  await expect(page).toHaveURL(`/scopes/${await scopeOf(id)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('checkout-api');
  await expect(page.getByText('In force', { exact: true })).toBeVisible();
  await expect(page.getByText('Paths checked by the hook')).toBeVisible();
  await expect(section('Ledger').getByRole('listitem').first()).toContainText(/you/i);
  await expect(section('Ledger')).toContainText(/Entr(y|ies) \d/);
  await expect(section('Ledger')).toContainText(/Checked at .*: [\d,]+ entries, unbroken\./);
  await expectAccessible(page);
});

test('a no is told as one, and nothing is in force', async () => {
  const id = await propose(server, { ...contract, sessionId: await hookedSession() });
  await page.goto(`/q/${id}`);
  await whenAlive(page);
  await button('No').click();
  await expect(page.getByText(/^You did not agree to this scope at/)).toBeVisible();
  await page.goto(`/scopes/${await scopeOf(id)}`);
  await expect(page.getByText('Not agreed to', { exact: true })).toBeVisible();
  await expect(page.getByText('In force', { exact: true })).toHaveCount(0);
});

test('a yes to one more path adds it, and the question says so before', async () => {
  const { sessionId, scope } = await agreed();
  const question = 'Edit README.md?';
  const id = await ask(server, {
    question,
    sessionId,
    toolName: 'Edit',
    toolTarget: 'README.md',
    scopePath: 'README.md',
  });
  await page.goto(`/q/${id}`);
  await whenAlive(page);
  await expect(page.getByText('A yes adds README.md to its scope')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the scope' })).toHaveAttribute('href', `/scopes/${scope}`);
  await expectAccessible(page);
  // Another page of the scope is open meanwhile, and hears of it.
  const other = await context.newPage();
  await other.goto(`/scopes/${scope}`);
  await whenAlive(other);
  await button('Yes').click();
  await expect(section('May change', other).getByRole('listitem').last()).toContainText('README.md');
  await expect(section('May change', other)).toContainText('Added by you');
  await other.close();
});

test('a newer scope replaces the one before, and each leads to the other', async () => {
  const first = await agreed();
  const second = await agreed({ sessionId: first.sessionId, allowedPaths: ['lib/**'] });
  await page.goto(`/scopes/${first.scope}`);
  await expect(page.getByText('Replaced', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'The scope that replaced it' }).click();
  await expect(page).toHaveURL(`/scopes/${second.scope}`);
  await expect(page.getByText('In force', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'The scope before it' }).click();
  await expect(page).toHaveURL(`/scopes/${first.scope}`);
});

test('what will not be checked is said plainly', async () => {
  const unpaved = await propose(server, { sessionId: await hookedSession(), promises: ['To be careful'] });
  await page.goto(`/q/${unpaved}`);
  await expect(page.getByText('Nothing will be checked', { exact: true })).toBeVisible();
  const unseen = await propose(server, { ...contract, sessionId: randomUUID() });
  await page.goto(`/q/${unseen}`);
  await expect(page.getByText('Nothing is checked yet', { exact: true })).toBeVisible();
  await expect(page.getByText(/No hook has reported this session/)).toBeVisible();
});

test('a hundred long patterns are all there, and are not agreed to from a list', async () => {
  const allowedPaths = Array.from({ length: 100 }, (_, index) => `src/${index}/`.padEnd(500, 'deep/'));
  const id = await propose(server, { sessionId: await hookedSession(), allowedPaths });
  await page.goto('/');
  await whenAlive(page);
  const slip = slipOf(page, 'Agree to a scope: src/0/');
  await expect(slip.getByText('and 96 more', { exact: true })).toBeVisible();
  await expect(slip.getByRole('button')).toHaveText(['No']);
  await slip.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(`/q/${id}`);
  await expect(section('May change').getByRole('listitem')).toHaveCount(100);
  await expect(section('May change').getByRole('listitem').last()).toContainText(allowedPaths[99] ?? '-');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button('No').click();
  await expect(page.getByText(/^You did not agree/)).toBeVisible();
});

test('a short one is agreed to in the waiting list and on its session’s page', async () => {
  const sessionId = await hookedSession();
  const allowedPaths = ['only/this/**'];
  await propose(server, { sessionId, allowedPaths });
  await page.goto('/');
  const slip = slipOf(page, 'Agree to a scope: only/this/**');
  await expect(slip).toContainText('The refund tests pass');
  await slip.getByRole('button', { name: 'Yes' }).click();
  await expect(slip).toHaveCount(0);

  const [session] = await server.query<{ id: string }>('SELECT id FROM agent_session WHERE session_id = $1', [
    sessionId,
  ]);
  const id = await propose(server, { sessionId, allowedPaths: ['and/that/**'] });
  await page.goto(`/sessions/${session?.id}`);
  await expect(page.getByRole('link', { name: /^In force/ })).toContainText('only/this/**');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('link', { name: /^In force/ })).toContainText('and/that/**');
  await page.getByRole('link', { name: /^In force/ }).click();
  await expect(page).toHaveURL(`/scopes/${await scopeOf(id)}`);
});

test('the list of scopes has those in force first, and the ledger as a file', async () => {
  await agreed();
  await page.goto('/scopes');
  await whenAlive(page);
  await expect(page.locator('main h2').first()).toHaveText('In force');
  await expectAccessible(page);
  await section('In force').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^nod-ledger-.*\.jsonl$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line)).some((entry) => entry.event === 'ratified')).toBe(true);
});

test('a scope that is not there is not found', async () => {
  expect((await page.goto(`/scopes/${randomUUID()}`))?.status()).toBe(404);
  expect((await page.goto('/scopes/not-an-id'))?.status()).toBe(404);
});

test('without JavaScript a scope is read, agreed to and looked up', async ({ browser }) => {
  const storageState = await context.storageState();
  const plain = await newBrowser(browser, server, { storageState, javaScriptEnabled: false });
  const visit = await plain.newPage();
  const id = await propose(server, { ...contract, sessionId: await hookedSession() });
  await visit.goto(`/q/${id}`);
  await expect(section('Will not touch', visit).getByRole('listitem')).toHaveCount(2);
  await visit.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(visit.getByText(/^You agreed to this scope at/)).toBeVisible();
  await visit.getByRole('link', { name: 'See the scope' }).click();
  await expect(visit.getByText('In force', { exact: true })).toBeVisible();
  await plain.close();
});
