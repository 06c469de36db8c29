import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { listenersOf, whenListening } from '../server/listeners';
import { call, connect } from '../server/mcp';
import { answer, type PersonSession, signIn } from '../server/person';
import type { NodProcess } from '../server/process';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { ask, withdraw } from './agent';
import { startAgain } from './own-server';
import { signedInBrowser, slipOf, whenAlive } from './person';

// Open pages stay true without a reload (spec 5.2), and nothing moves under a finger (5.5).

let server: NodServer;
let context: BrowserContext;
let page: Page;
let elsewhere: PersonSession;
let streams: number;
let restarted: NodProcess | undefined;

test.beforeAll(async () => {
  server = await startServer();
  elsewhere = await signIn(server);
});

test.beforeEach(async ({ browser }) => {
  // Pages hear of changes by their stream only: a worker would hide their requests from the tests.
  context = await signedInBrowser(browser, server, { serviceWorkers: 'block' });
  streams = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') streams++;
  });
  page = await context.newPage();
});

test.afterEach(async () => {
  await context.close();
  const left = await server.query<{ id: string }>(`SELECT id FROM question WHERE state = 'pending'`);
  for (const { id } of left) await withdraw(server, id);
});

test.afterAll(async () => {
  await restarted?.end('SIGTERM');
  await stopEverything();
});

/** Opens a page and waits until it hears of changes. */
async function open(on: Page, address: string): Promise<void> {
  const stream = on.waitForResponse('**/api/events');
  await on.goto(address);
  await stream;
}

const slip = (question: string, on = page) => slipOf(on, question);

test('a new question appears by itself, is counted in the title and said aloud', async () => {
  await open(page, '/');
  await expect(page).toHaveTitle('Waiting · Nod');
  await ask(server, { question: 'Appears by itself?' });
  await expect(slip('Appears by itself?')).toBeVisible();
  await expect(page).toHaveTitle('(1) Waiting · Nod');
  await expect(page.getByRole('status').filter({ hasText: 'A new question waits.' })).toBeAttached();
  await ask(server, { question: 'And another?' });
  await expect(page).toHaveTitle('(2) Waiting · Nod');
});

test('a question that is answered or withdrawn elsewhere leaves the list', async () => {
  const first = await ask(server, { question: 'Answered elsewhere?' });
  const second = await ask(server, { question: 'Withdrawn elsewhere?' });
  await open(page, '/');
  await expect(page).toHaveTitle('(2) Waiting · Nod');
  await answer(server, elsewhere, first, 'yes');
  await expect(page.getByRole('button', { name: 'Yes' })).toHaveCount(1);
  await withdraw(server, second);
  await expect(page.getByText('Nothing waits for you')).toBeVisible();
  await expect(page).toHaveTitle('Waiting · Nod');
});

test('nothing moves while a pointer is down', async () => {
  await ask(server, { question: 'Under the finger?' });
  const other = await context.newPage();
  await open(page, '/');
  await other.goto('/');
  await whenAlive(other);
  const before = await page.locator('main').innerHTML();
  // Not on a link or a button: this is a finger that rests.
  await page.getByRole('heading', { level: 1 }).hover();
  await page.mouse.down();
  await ask(server, { question: 'Came meanwhile?' });
  await expect(page.getByRole('status').filter({ hasText: 'A new question waits.' })).toBeAttached();
  // By now this page could have shown it too.
  await expect(slip('Came meanwhile?', other)).toBeVisible();
  expect(await page.locator('main').innerHTML()).toBe(before);
  await page.mouse.up();
  await expect(slip('Came meanwhile?')).toBeVisible();
});

test('the tabs of a browser share one stream, and another tab takes over when its holder closes', async () => {
  await open(page, '/');
  const second = await context.newPage();
  await second.goto('/');
  await whenAlive(second);
  await ask(server, { question: 'In both tabs?' });
  await expect(slip('In both tabs?')).toBeVisible();
  await expect(slip('In both tabs?', second)).toBeVisible();
  expect(streams).toBe(1);

  const taken = second.waitForResponse('**/api/events');
  await page.close();
  await taken;
  await ask(server, { question: 'After the first tab?' });
  await expect(slip('After the first tab?', second)).toBeVisible();
  expect(streams).toBe(2);
});

test('a decision page becomes the receipt when the question is answered elsewhere', async () => {
  const id = await ask(server, { question: 'Who is first?' });
  await open(page, `/q/${id}`);
  await expect(page.getByRole('button', { name: 'Yes' })).toBeVisible();
  await answer(server, elsewhere, id, 'no', 'Not today.');
  await expect(page.getByText('You answered no', { exact: true })).toBeVisible();
  await expect(page.getByText('Not today.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Yes' })).toHaveCount(0);
});

test('what is being written stays when the page is read again', async () => {
  const id = await ask(server, { question: 'What is on your mind?', type: 'input' });
  await open(page, `/q/${id}`);
  await page.getByLabel('Your answer').fill('Half a sen');
  await page.getByLabel('Note for the agent, optional').fill('Half a note');
  await ask(server, { question: 'An interruption?' });
  await expect(page.getByText(/1\s*more/)).toBeVisible();
  await expect(page.getByLabel('Your answer')).toHaveValue('Half a sen');
  await expect(page.getByLabel('Note for the agent, optional')).toHaveValue('Half a note');
  await page.getByLabel('Your answer').pressSequentially('tence');
  await expect(page.getByRole('button', { name: 'Send your own answer' })).toBeVisible();
});

test('the decision page says whether an agent is listening now', async () => {
  await open(page, '/');
  const client = await connect(server.url, server.apiKey);
  const hangUp = new AbortController();
  const asked = call(client, 'ask_user', { question: 'Listening?', sessionId: 'listener' }, { signal: hangUp.signal });
  const id = await whenListening(server.query, 'listener');
  await page.goto(`/q/${id}`);
  await expect(page.getByText('Agent is listening now')).toBeVisible();
  hangUp.abort();
  await expect(asked).rejects.toThrow();
  await client.close();
  await expect.poll(async () => (await listenersOf(server.query, id)).listening).toBe(false);
  await page.reload();
  await expect(page.getByText('Nobody is listening')).toBeVisible();
});

test('a question that comes between the page and its stream is not missed', async () => {
  await context.route('**/api/events', async (route) => {
    await ask(server, { question: 'In between?' });
    await route.continue();
  });
  await page.goto('/');
  await expect(slip('In between?')).toBeVisible();
  // The same for a tab that has no stream of its own.
  const second = await context.newPage();
  await second.route('**/', async (route) => {
    const reply = await route.fetch();
    await ask(server, { question: 'And here?' });
    await expect(slip('And here?')).toBeVisible();
    await route.fulfill({ response: reply });
  });
  await second.goto('/');
  await expect(slip('And here?', second)).toBeVisible();
});

test('a stream that a proxy refused for a moment comes back', async () => {
  let refused = 0;
  await context.route('**/api/events', (route) => (++refused > 2 ? route.continue() : route.fulfill({ status: 502 })));
  await page.goto('/');
  await ask(server, { question: 'Through the proxy again?' });
  await expect(slip('Through the proxy again?')).toBeVisible({ timeout: 15_000 });
});

test('after a restart of the server open pages catch up with what they missed, and what was written is still there', async () => {
  const id = await ask(server, { question: 'Being written?', type: 'input' });
  await open(page, '/');
  const writing = await context.newPage();
  await writing.goto(`/q/${id}`);
  await whenAlive(writing);
  await writing.getByLabel('Your answer').fill('Half a sentence');
  // Both pages have read again by now, so nothing is on its way when the server goes.
  await ask(server, { question: 'Asked before the restart?' });
  await expect(slip('Asked before the restart?')).toBeVisible();
  await expect(writing.getByText(/1\s*more/)).toBeVisible();
  await server.stop();
  // Somebody comes back to the window while the server is away.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  restarted = await startAgain(server);
  await ask(server, { question: 'Asked after the restart?' });
  await expect(slip('Asked after the restart?')).toBeVisible({ timeout: 15_000 });
  const later = await ask(server, { question: 'And live again?' });
  await expect(slip('And live again?')).toBeVisible();
  await withdraw(server, later);
  await expect(slip('And live again?')).toHaveCount(0);
  await expect(writing.getByText(/2\s*more/)).toBeVisible();
  await expect(writing.getByLabel('Your answer')).toHaveValue('Half a sentence');
});
