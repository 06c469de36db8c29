import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { firstWorkspace, makeKey } from '../server/workspace';
import { expectAccessible } from './accessible';
import { answerOf, ask } from './agent';
import { type NewServer, startNewServer } from './own-server';
import { newBrowser, whenAlive } from './person';
import { watchForTroubles } from './troubles';

// Who is in a workspace (spec 5.1, 5.4): joining by a link, a phone by a code, leaving. The tests build on each other.

test.describe.configure({ mode: 'serial' });

const password = 'a long enough password';
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
let server: NewServer;
let apiKey: string;
let owner: BrowserContext;
let page: Page;
let troubles: string[];
let viewer: BrowserContext;

test.beforeAll(async ({ browser }) => {
  server = await startNewServer();
  owner = await newBrowser(browser, server);
  troubles = watchForTroubles(owner);
  page = await owner.newPage();
  await makeOwner(page, 'owner@example.test');
  apiKey = await makeKey(server.query, await firstWorkspace(server.query), 'full');
});

test.afterAll(async () => {
  await Promise.all([owner, viewer].map((context) => context?.close()));
  await server.remove();
});

test.afterEach(() => expect(troubles.splice(0)).toEqual([]));

async function makeOwner(on: Page, email: string): Promise<void> {
  await on.goto(server.setupLink);
  await on.getByLabel('E-mail').fill(email);
  await on.getByLabel('Password').fill(password);
  await on.getByRole('button', { name: 'Make the account' }).click();
  await expect(on.getByRole('heading', { level: 1 })).toHaveText('Four steps to the first answer');
}

/** What a browser that has nothing yet finds at an address. */
async function headingFor(browser: Browser, address: string): Promise<string> {
  const stranger = await newBrowser(browser, server);
  const visit = await stranger.newPage();
  await visit.goto(address);
  const heading = await visit.getByRole('heading', { level: 1 }).textContent();
  await stranger.close();
  return heading ?? '';
}

test('an owner invites by a link that is shown once; whoever uses it joins, without JavaScript too', async ({
  browser,
}) => {
  await page.goto('/settings');
  await page.getByText('Invite somebody').click();
  await page.getByRole('radio', { name: 'Viewer' }).check({ force: true });
  await page.getByRole('button', { name: 'Make invite link' }).click();
  await expect(page.getByRole('heading', { name: 'Send this link' })).toBeVisible();
  const link = (await page.locator('code').first().textContent()) ?? '';
  expect(link).toMatch(/\/invite\/[\w-]{22,}$/);
  expect(page.url()).not.toContain(link.split('/').at(-1));
  await expectAccessible(page);

  viewer = await newBrowser(browser, server, { javaScriptEnabled: false });
  const visit = await viewer.newPage();
  // Looking uses nothing up.
  for (let look = 0; look < 2; look++) await visit.goto(link);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('Join Home');
  await visit.getByLabel('E-mail').fill('viewer@example.test');
  await visit.getByLabel('Password').fill(password);
  await visit.getByLabel('Your name').fill('Vera');
  await visit.getByRole('button', { name: 'Join' }).click();
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('Waiting now');
  expect(await headingFor(browser, link)).toBe('This invite no longer works');

  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByText('Vera', { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(link);
});

test('a viewer sees a question and cannot answer it', async () => {
  const id = await ask({ url: server.url, apiKey }, { question: 'May Vera?' });
  const visit = await viewer.newPage();
  await visit.goto(`/q/${id}`);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('May Vera?');
  await expect(visit.getByRole('button', { name: 'Yes', exact: true })).toHaveCount(0);
  const [row] = await server.query<{ digest: string }>('SELECT content_digest AS digest FROM question WHERE id = $1', [
    id,
  ]);
  const reply = await viewer.request.post(`/q/${id}/answer`, {
    form: { digest: row?.digest ?? '', answer: 'yes', surface: 'decide_page' },
    headers: { origin: server.url },
    maxRedirects: 0,
  });
  expect(reply.headers().location).toContain('code=forbidden');
  expect(await answerOf({ url: server.url, apiKey }, id)).toMatchObject({ status: 'pending' });
  for (const address of ['/settings/export', '/settings']) await visit.goto(address);
  await expect(visit.getByText('Delete workspace')).toHaveCount(0);
  await visit.close();
});

test('a phone is signed in by a code that works once, and the page that shows the code says so', async ({
  browser,
}) => {
  // This server is at an address that no phone can open, so the page offers no code by itself.
  await page.goto('/devices');
  await expect(page.getByRole('button', { name: 'Show a code' })).toHaveCount(0);
  const made = await owner.request.post('/devices/pair', {
    headers: { origin: server.url },
    form: {},
    maxRedirects: 0,
  });
  await page.goto(made.headers().location ?? '');
  await whenAlive(page);
  await expect(page.getByRole('img', { name: 'QR code that signs your phone in' })).toBeVisible();
  const link = (await page.locator('#phone code').textContent()) ?? '';
  expect(link).toMatch(/\/pair\/[\w-]{22,}$/);
  await expectAccessible(page);

  const phone = await newBrowser(browser, server, { userAgent: android, viewport: { width: 360, height: 740 } });
  const seen = watchForTroubles(phone);
  const visit = await phone.newPage();
  for (let look = 0; look < 2; look++) await visit.goto(link);
  await expect(visit.getByText('As owner@example.test, in the workspace Home.')).toBeVisible();
  await expectAccessible(visit);
  await visit.getByRole('button', { name: 'Sign in this phone' }).click();
  await expect(visit).toHaveURL(/\/devices\?done=paired$/);
  await expect(page.getByText('Your phone is signed in. Turn on questions there.')).toBeVisible();
  expect(await headingFor(browser, link)).toBe('This code no longer works');
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: /^Sign out .*(Android|Pixel)/ })).toBeVisible();
  expect(seen).toEqual([]);
  await phone.close();
});

test('whoever is removed is signed out, and their way in is gone', async () => {
  await page.goto('/settings');
  await whenAlive(page);
  await page.getByText('Vera', { exact: true }).click();
  await page.getByRole('button', { name: 'Remove Vera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Vera' }).click();
  await expect(page.getByText('Removed. They are signed out everywhere.').first()).toBeVisible();
  const visit = await viewer.newPage();
  await visit.goto('/settings');
  await expect(visit).toHaveURL(/\/sign-in/);
  await visit.getByLabel('E-mail').fill('viewer@example.test');
  await visit.getByLabel('Password').fill(password);
  await visit.getByRole('button', { name: 'Sign in' }).click();
  await expect(visit.getByText('That e-mail and password do not fit together.')).toBeVisible();
  // What was typed is kept, but not in the address.
  await expect(visit.getByLabel('E-mail')).toHaveValue('viewer@example.test');
  expect(visit.url()).not.toContain('viewer');
});

test('the export is a file of JSON lines with what happened here', async () => {
  await page.goto('/settings');
  await page.getByText('Export everything').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^nod-home-\d{4}-\d\d-\d\d\.jsonl$/);
  const text = (await (await download.createReadStream()).toArray()).join('');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual({ table: 'question', row: expect.objectContaining({ question: 'May Vera?' }) });
  expect(lines.at(-1)).toEqual({ table: 'end', row: { rows: lines.length - 1 } });
});

test('a deleted workspace is gone, its browser signed out, and a new link makes a new owner', async () => {
  const firstLink = server.setupLink;
  await page.goto('/settings');
  await page.getByText('Delete workspace', { exact: true }).click();
  const typed = page.getByLabel('Type the workspace’s name to delete it');
  await typed.fill('Office');
  await page.getByRole('button', { name: 'Delete workspace for good' }).click();
  await expect(page.getByText('That is not the name of this workspace.')).toBeVisible();
  await expectAccessible(page);
  await typed.fill('Home');
  await page.getByRole('button', { name: 'Delete workspace for good' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nobody has an account here yet');
  expect(await server.query('SELECT 1 FROM person UNION ALL SELECT 1 FROM workspace')).toEqual([]);
  // A page that looked for news at the wrong moment may have been refused.
  troubles.length = 0;

  expect(server.setupLink).not.toBe(firstLink);
  await makeOwner(page, 'owner@example.test');
});
