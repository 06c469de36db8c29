import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, openPage, raiseLimits } from '../server/workspace';
import { expectAccessible } from './accessible';
import { answerOf, ask } from './agent';
import { newBrowser, signedInBrowser, whenAlive } from './person';

// What a hook asks: the edit as a diff, why one is asked at all, and what a yes allows from now on (spec 4.3, 5.1).

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

test.afterEach(() => server.query('DELETE FROM policy_rule'));

test.afterAll(async () => {
  await context.close();
  await stopEverything();
});

const place = { sessionId: 'session-hook', machineId: 'laptop', repoKey: 'git.example.test/acme/shop' };
const command = (line: string) => ({
  ...place,
  question: 'Run this command?',
  toolName: 'Bash',
  toolTarget: line,
  actionBody: line,
});
const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true });
const rules = () =>
  server.query<{ pattern: string; repo_key: string; expires_at: Date | null; agent_session_id: string | null }>(
    'SELECT pattern, repo_key, expires_at, agent_session_id FROM policy_rule',
  );

async function open(args: Record<string, unknown>, on: Page = page): Promise<string> {
  const id = await ask(server, args);
  await on.goto(`/q/${id}`);
  return id;
}

const manyLines = Array.from({ length: 60 }, (_, index) => `+line ${index}`).join('\n');
const edit = (path: string, lines: string) => `--- ${path}\n+++ ${path}\n@@ -12,2 +12,2 @@\n${lines}`;

test('an edit is shown as a diff, with its file, its line numbers and what cannot be seen', async () => {
  const actionBody = edit('.deploy/push.yml', '-force: false\n+force: true\u200b\n keep: 30');
  await open({ ...place, question: 'Edit push.yml?', toolName: 'Edit', toolTarget: '.deploy/push.yml', actionBody });
  await whenAlive(page);
  await expect(page.getByRole('heading', { level: 2, name: '.deploy/push.yml' })).toBeVisible();
  const lines = page.locator('.diff-line');
  await expect(lines).toHaveText([/^12−Removed: force: false$/, /^12\+Added: force: trueU\+200B$/, /^13 keep: 30$/]);
  await expect(lines.first()).toHaveCSS('background-color', /rgb/);
  await expectAccessible(page);
});

test('a text that is no diff through and through is shown as it is', async () => {
  await open({ ...place, question: 'Edit?', toolName: 'Edit', actionBody: `${edit('a', '-a\n+b\n c')}\nrm -rf build` });
  await expect(page.locator('.diff-line')).toHaveCount(0);
  await expect(page.locator('pre')).toContainText('@@ -12,2 +12,2 @@');
});

test('a long edit folds; one that cannot be undone is approved only once it was opened', async () => {
  const actionBody = `--- /dev/null\n+++ clean.sh\n@@ -0,0 +1,61 @@\n${manyLines}\n+rm -rf /srv/data`;
  await open({ ...place, question: 'Write clean.sh?', toolName: 'Write', toolTarget: 'clean.sh', actionBody });
  await whenAlive(page);
  await expect(page.getByText('New file', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('rm -rf', { exact: true })).toBeHidden();
  await expect(button('Open it all first')).toBeVisible();
  await page.getByText('Open all 61').click();
  await expect(page.getByText('rm -rf', { exact: true })).toBeVisible();
  await expect(button('Hold to approve')).toBeVisible();
});

test('a yes counts once, unless the person chose longer; the page says what it allows before', async () => {
  const line = 'pnpm vitest run src/orders';
  await open(command(line));
  await whenAlive(page);
  await expect(page.getByText('Why you are asked')).toBeVisible();
  await button('Yes').click();
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
  expect(await rules()).toEqual([]);

  const id = await open(command(line));
  await whenAlive(page);
  await page.getByText('Always allow…').click();
  await expect(page.getByLabel('Only this once')).toBeChecked();
  const pattern = await page.locator('input[name=pattern]').inputValue();
  await page.getByLabel('For 1 hour').check();
  await expect(page.getByText(`A yes also allows ${pattern} for 1 hour.`)).toBeVisible();
  await expectAccessible(page);
  await button('Yes').click();
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ value: 'yes' });
  const [rule, ...more] = await rules();
  expect([rule?.pattern, rule?.repo_key, more.length]).toEqual([pattern, place.repoKey, 0]);
  expect(rule?.expires_at).not.toBeNull();
});

test('a no makes no rule, whatever was chosen before', async () => {
  await open(command('pnpm build'));
  await whenAlive(page);
  await page.getByText('Always allow…').click();
  await page.getByLabel('Always', { exact: true }).check();
  await button('No').click();
  await expect(page.getByText('You answered no', { exact: true })).toBeVisible();
  expect(await rules()).toEqual([]);
});

test('without JavaScript the same choice is made', async ({ browser }) => {
  const storageState = await context.storageState();
  const plain = await newBrowser(browser, server, { storageState, javaScriptEnabled: false });
  const visit = await plain.newPage();
  await open(command('pnpm lint --fix'), visit);
  await visit.getByText('Always allow…').click();
  await visit.getByLabel('For this session').check();
  await expect(visit.getByText(/^A yes also allows .* until its session ends\.$/)).toBeVisible();
  await button('Yes', visit).click();
  await expect(visit.getByText('You answered yes', { exact: true })).toBeVisible();
  const [rule] = await rules();
  expect(rule?.agent_session_id).not.toBeNull();
  await plain.close();
});

test('of what cannot be undone, nothing wider than itself is ever offered', async () => {
  await open(command('rm -rf build'));
  await whenAlive(page);
  const offered = page.locator('input[name=pattern]');
  await expect(offered).toHaveValue('Bash(rm -rf build)');
  await open(command('git push --force origin main'));
  if ((await offered.count()) > 0) expect(await offered.inputValue()).not.toMatch(/[*?]/);
});
