import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { postForm, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { answerOf, ask, dangerous } from './agent';
import { signedInBrowser, slipOf, whenAlive } from './person';

// What cannot be undone is approved by a hold of 1.5 s (spec 5.5); refusing is always one tap.

const fullHoldMs = 1700;
const shortHoldMs = 600;
let server: NodServer;
let context: BrowserContext;
let page: Page;
let posts: string[];

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  context = await signedInBrowser(browser, server);
  page = await context.newPage();
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/answer')) posts.push(new URL(request.url()).search);
  });
});

test.beforeEach(() => {
  posts = [];
});

test.afterAll(async () => {
  await context.close();
  await stopEverything();
});

const holdButton = () => page.getByRole('button', { name: 'Hold to approve' });

async function open(args: Record<string, unknown> = dangerous): Promise<string> {
  const id = await ask(server, args);
  await page.goto(`/q/${id}`);
  await whenAlive(page);
  return id;
}

async function hold(ms: number): Promise<void> {
  await page.mouse.down();
  await page.waitForTimeout(ms);
  await page.mouse.up();
}

test('a tap and a short hold do nothing; a full hold approves, once', async () => {
  const id = await open();
  await holdButton().click();
  await expect(holdButton()).toHaveAttribute('data-holding', 'false');
  await holdButton().hover();
  await hold(shortHoldMs);
  await expect(holdButton()).toHaveAttribute('data-holding', 'false');
  expect(await answerOf(server, id)).toMatchObject({ status: 'pending' });

  await hold(fullHoldMs);
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ value: 'yes', answerSource: 'decide_page' });
  expect(posts).toEqual(['?held=1']);
});

test('a pointer that leaves the button stops the hold', async () => {
  const id = await open();
  await holdButton().hover();
  await page.mouse.down();
  await expect(holdButton()).toHaveAttribute('data-holding', 'true');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(holdButton()).toHaveAttribute('data-holding', 'false');
  await page.mouse.up();
  expect(await answerOf(server, id)).toMatchObject({ status: 'pending' });
});

for (const key of ['Enter', ' ']) {
  test(`holding ${key === ' ' ? 'Space' : key} approves, a short press of it does not`, async () => {
    const id = await open();
    await holdButton().focus();
    await page.keyboard.press(key);
    await expect(holdButton()).toHaveAttribute('data-holding', 'false');
    await page.keyboard.down(key);
    await page.waitForTimeout(fullHoldMs);
    await page.keyboard.up(key);
    await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
    expect(await answerOf(server, id)).toMatchObject({ value: 'yes' });
    expect(posts).toEqual(['?held=1']);
  });
}

test('no is one tap', async () => {
  const id = await open();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByText('You answered no', { exact: true })).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ value: 'no' });
});

test('a text that is shown in part must be opened before it can be approved', async () => {
  const id = await open({ ...dangerous, actionBody: `rm -rf build\n${'echo and so on\n'.repeat(400)}` });
  await page.getByRole('button', { name: 'Open it all first' }).hover();
  await hold(fullHoldMs);
  expect(posts).toEqual([]);
  await page.getByText(/^Open all/).click();
  await holdButton().hover();
  await hold(fullHoldMs);
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ value: 'yes' });
});

test('a risky choice is held to be sent', async () => {
  const question = 'Which table shall I drop: DROP TABLE?';
  const id = await open({ question, type: 'select', options: ['orders_old', 'orders_tmp'] });
  await page.getByLabel('orders_tmp').check();
  await page.getByRole('button', { name: 'Hold to send' }).hover();
  await hold(fullHoldMs);
  await expect(page.getByText('You answered orders_tmp', { exact: true })).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ value: 'orders_tmp' });
});

test('the waiting list lets one refuse a risky question, not approve it', async () => {
  const id = await ask(server, { ...dangerous, question: 'Run this from the list?' });
  await page.goto('/');
  const slip = slipOf(page, 'Run this from the list?');
  await expect(slip.getByRole('button')).toHaveText(['No']);
  await slip.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(`/q/${id}`);
  await expect(holdButton()).toBeVisible();
});

test('the server refuses a yes that was neither held nor read', async () => {
  const id = await open();
  const session = await signIn(server);
  const [row] = await server.query<{ content_digest: string }>('SELECT content_digest FROM question WHERE id = $1', [
    id,
  ]);
  const fields = { digest: row?.content_digest ?? '', answer: 'yes' };
  for (const [address, more] of [
    [`/q/${id}/answer`, { surface: 'decide_page' }],
    [`/q/${id}/answer`, { surface: 'inbox' }],
    [`/q/${id}/answer?held=0`, { surface: 'decide_page', read: '0' }],
  ] as const) {
    const reply = await postForm(server, address, { ...fields, ...more }, session);
    expect(reply.headers.get('location')).toBe(`/q/${id}?code=forbidden`);
    expect(await answerOf(server, id)).toMatchObject({ status: 'pending' });
  }
  const read = await postForm(server, `/q/${id}/answer`, { ...fields, read: '1' }, session);
  expect(read.headers.get('location')).toBe(`/q/${id}?answered=${id}`);
});
