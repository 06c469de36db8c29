import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { call, connect } from '../server/mcp';
import { expectAccessible } from './accessible';
import { type NewServer, startNewServer } from './own-server';
import { fillSignIn, newBrowser, slipOf } from './person';
import { watchForTroubles } from './troubles';

// A newcomer's first minutes (spec 5.1, 5.4), from the printed link to the first answer. The tests build on each other.

test.describe.configure({ mode: 'serial' });

const email = 'newcomer@example.test';
const password = 'a long enough password';
let server: NewServer;
let context: BrowserContext;
let page: Page;
let troubles: string[];
let apiKey: string;

test.beforeAll(async ({ browser }) => {
  server = await startNewServer();
  context = await newBrowser(browser, server);
  troubles = watchForTroubles(context);
  page = await context.newPage();
});

test.afterAll(async () => {
  await context.close();
  await server.remove();
});

test.afterEach(() => expect(troubles.splice(0)).toEqual([]));

const makeAccount = () => page.getByRole('button', { name: 'Make the account' }).click();

test('before there is an account, every page leads to the printed link and a wrong link opens nothing', async () => {
  for (const address of ['/', '/keys', '/sign-in', '/setup', '/setup?token=wrong']) {
    await page.goto(address);
    await expect(page.getByText('…/setup?token=')).toBeVisible();
    await expect(page.locator('input')).toHaveCount(0);
  }
  await expect(page.getByText('This link has been used, or it is more than a day old.')).toBeVisible();
});

test('the printed link opens the owner form, which says in words what a password needs', async () => {
  expect(server.setupLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup\?token=\S{20,}$/);
  await page.goto(server.setupLink);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make the owner account');
  await expectAccessible(page);

  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('short');
  await makeAccount();
  // The browser itself keeps it back.
  expect(await page.getByLabel('Password').evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await makeAccount();
  await expect(page.getByRole('alert').first()).toHaveText(/the password must have 10 to 200 characters/);
  expect(await server.query('SELECT 1 FROM person')).toEqual([]);
});

test('the owner is made and is signed in on the four steps', async () => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await makeAccount();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Four steps to the first answer');
  expect(page.url()).toBe(`${server.url}/setup`);
  await expect(page.getByText(`${email}, in the workspace Home.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on questions here' })).toBeVisible();
  await expectAccessible(page);
});

test('a key is shown once: after "I have it" the same address shows it no more', async () => {
  await page.getByRole('link', { name: 'Go on without' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(page.getByRole('heading', { name: 'Copy this key now' })).toBeVisible();
  const shownAt = page.url();
  expect(shownAt).not.toContain('pk_');
  apiKey = (await page.locator('code').first().textContent()) ?? '';
  expect(apiKey).toMatch(/^pk_[0-9a-f]{16}\.[0-9a-f]{48}$/);
  await expect(
    page.getByText(`claude mcp add --transport http --scope user nod ${server.url}/api/mcp/mcp`),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page).toHaveURL('/setup?step=4');
  await page.goto(shownAt);
  await expect(page.getByText('Connect an agent')).toBeVisible();
  expect(await page.content()).not.toContain(apiKey);
});

test('a key made on the keys page is gone when it is loaded without the cookie, and is in no list', async () => {
  await page.goto('/keys');
  await page.getByLabel('Name').fill('Codex on my laptop');
  await page.getByRole('button', { name: 'Make key' }).click();
  const second = (await page.locator('code').first().textContent()) ?? '';
  expect(second).toMatch(/^pk_/);
  // A reload in the same two minutes still shows it; nobody loses a key to a slip of the finger.
  await page.reload();
  await expect(page.getByText(second, { exact: true })).toBeVisible();
  await context.clearCookies({ name: 'nod_new_key' });
  await page.reload();
  await expect(page.getByText('Codex on my laptop')).toBeVisible();
  expect(await page.content()).not.toContain(second.split('.')[1]);
});

test('the key works with a real MCP client, and the steps say so', async () => {
  const client = await connect(server.url, apiKey, 'claude-code');
  await page.goto('/');
  const asked = call(client, 'ask_user', { question: 'Shall I begin?', agentName: 'Claude Code - first' });
  await slipOf(page, 'Shall I begin?').getByRole('button', { name: 'Yes' }).click();
  expect(await asked).toMatchObject({ answered: true, value: 'yes', answerSource: 'inbox' });
  await expect(page).toHaveURL(/[?]answered=/);
  await client.close();
  await page.goto('/setup?step=4');
  await expect(page.getByText('An agent has used its key.')).toBeVisible();
});

test('a test question is sent, answered on its page, and leaves a receipt', async () => {
  await page.goto('/setup?step=4');
  await page.getByRole('button', { name: 'Send a test question' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Does this question reach you?');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
  await page.goto('/setup');
  await expect(page.getByText('Your first answer is recorded.')).toBeVisible();
});

test('the used link gives a signed-out visitor nothing, and makes no second owner', async ({ browser }) => {
  const visitor = await newBrowser(browser, server);
  const visit = await visitor.newPage();
  const reply = await visit.goto(server.setupLink);
  expect(reply?.status()).toBe(404);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('Nothing is here');

  const token = new URL(server.setupLink).searchParams.get('token') ?? '';
  const again = await visitor.request.post('/setup/create', {
    form: { token, email: 'second@example.test', password },
    headers: { origin: server.url },
    maxRedirects: 0,
  });
  expect(again.headers().location).toContain('code=not_found');
  expect(await server.query('SELECT email FROM person')).toEqual([{ email }]);

  // The owner comes in by the sign-in page.
  await visit.goto('/sign-in');
  await fillSignIn(visit, { url: server.url, ownerEmail: email, ownerPassword: password });
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('Waiting now');
  await visitor.close();
});
