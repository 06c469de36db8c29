import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { makeKey, makeWorkspace } from '../server/workspace';
import { answerOf, ask, tell } from './agent';
import { fillSignIn, newBrowser, newlySignedInBrowser } from './person';

// A web session is a row that ends at once (spec 5.4), and a question is seen by its own workspace only.

let server: NodServer;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  server = await startServer();
});

test.beforeEach(async ({ browser }) => {
  context = await newlySignedInBrowser(browser, server);
  page = await context.newPage();
});

test.afterEach(() => context.close());

test.afterAll(stopEverything);

/** The web session that was opened last. */
async function newestSession(): Promise<string> {
  const [row] = await server.query<{ id: string }>('SELECT id FROM web_session ORDER BY created_at DESC LIMIT 1');
  return row?.id ?? '';
}

const stateOf = async (id: string) =>
  (
    await server.query<{ ended: boolean; device: string | null }>(
      `SELECT revoked_at IS NOT NULL AS ended, (SELECT status FROM device WHERE web_session_id = web_session.id) AS device
         FROM web_session WHERE id = $1`,
      [id],
    )
  )[0];

/** A device that this browser turned on. */
const addDevice = (webSessionId: string) =>
  server.query(
    `INSERT INTO device (id, workspace_id, member_id, web_session_id, endpoint, p256dh, auth, name, channel)
     SELECT $1::uuid, workspace_id, member.id, web_session.id, 'https://push.example.test/' || $1::text, 'x', 'x', 'Laptop', 'web'
       FROM web_session JOIN member ON member.id = member_id WHERE web_session.id = $2`,
    [randomUUID(), webSessionId],
  );

test('signing out ends the session, silences its device, and forgets what the offline page would show', async () => {
  const session = await newestSession();
  await addDevice(session);
  await ask(server, { question: 'A secret plan?' });
  await page.goto('/');
  const kept = () => page.evaluate(async () => (await (await caches.match('/last-waiting.json'))?.text()) ?? '');
  await expect.poll(kept).toContain('A secret plan?');
  const { cookies } = await context.storageState();

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(await stateOf(session)).toEqual({ ended: true, device: 'unsubscribed' });
  await expect.poll(kept).toBe('');

  // The old cookie opens nothing, whoever kept it.
  await context.addCookies(cookies);
  await page.goto('/keys');
  await expect(page).toHaveURL('/sign-in?next=%2Fkeys');
});

test('a browser that is signed out from another is out at its next request', async ({ browser }) => {
  const other = await newlySignedInBrowser(browser, server, {
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });
  const session = await newestSession();
  await addDevice(session);
  const visit = await other.newPage();
  // This page must not look for news by itself, or it would be at the sign-in page before the click.
  await visit.route('**/readyz', (route) => route.abort());
  const id = await ask(server, { question: 'Too late for that browser?' });
  await visit.goto(`/q/${id}`);

  await page.goto('/settings');
  await page.getByRole('button', { name: /^Sign out .*(Android|Pixel)/ }).click();
  await expect(page.getByText('That browser is signed out.').first()).toBeVisible();
  expect(await stateOf(session)).toEqual({ ended: true, device: 'unsubscribed' });

  await visit.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(visit).toHaveURL(`/sign-in?next=${encodeURIComponent(`/q/${id}`)}`);
  expect(await answerOf(server, id)).toMatchObject({ status: 'pending' });
  await other.close();
});

test('answerUrl leads through sign-in to its question', async ({ browser }) => {
  const id = await ask(server, { question: 'After signing in?' });
  const stranger = await newBrowser(browser, server);
  const visit = await stranger.newPage();
  await visit.goto(`/q/${id}`);
  await expect(visit.getByText('Then you see the question.')).toBeVisible();
  expect(await visit.content()).not.toContain('After signing in?');
  await fillSignIn(visit, { ...server, ownerPassword: 'not the password' });
  await expect(visit.getByRole('alert').first()).toHaveText('That e-mail and password do not fit together.');
  await fillSignIn(visit, server);
  await expect(visit).toHaveURL(`/q/${id}`);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('After signing in?');
  await stranger.close();
});

test('signing in leads to no other site', async ({ browser }) => {
  const stranger = await newBrowser(browser, server);
  const visit = await stranger.newPage();
  await visit.goto('/sign-in?next=//elsewhere.example.test/');
  await fillSignIn(visit, server);
  await expect(visit).toHaveURL(`${server.url}/`);
  await stranger.close();
});

test('what belongs to another workspace is not found', async () => {
  const elsewhere = await makeWorkspace(server.query, 'Elsewhere');
  const foreign = { ...server, apiKey: await makeKey(server.query, elsewhere, 'full') };
  const question = await ask(foreign, { question: 'For somebody else?' });
  const told = await tell(foreign, { title: 'For others', context: { askQuestion: { question: 'Also theirs?' } } });
  const never = randomUUID();
  for (const address of [`/q/${question}`, `/q/${told.questionId}`, `/n/${told.notificationId}`, `/q/${never}`]) {
    const reply = await page.goto(address);
    expect(reply?.status(), address).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing is here');
    expect(await page.content()).not.toMatch(/For somebody else|For others|Also theirs/);
  }
  await page.goto('/activity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
  expect(await page.content()).not.toMatch(/For somebody else|For others|Also theirs/);
});
