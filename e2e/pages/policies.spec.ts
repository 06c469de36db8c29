import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { answer, type PersonSession, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { expectAccessible } from './accessible';
import { ask } from './agent';
import { signedInBrowser, whenAlive } from './person';
import { watchForTroubles } from './troubles';

// The person decides once what agents may do (spec 4.3): rules, the preset, what could be a rule, and a place to try it.

let server: NodServer;
let context: BrowserContext;
let page: Page;
let troubles: string[];
let plain: BrowserContext;
let plainPage: Page;
let person: PersonSession;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  person = await signIn(server);
  context = await signedInBrowser(browser, server);
  troubles = watchForTroubles(context);
  page = await context.newPage();
  plain = await signedInBrowser(browser, server, { javaScriptEnabled: false });
  plainPage = await plain.newPage();
});

test.afterAll(async () => {
  await Promise.all([context.close(), plain.close()]);
  await stopEverything();
});

test.afterEach(async () => {
  expect(troubles.splice(0)).toEqual([]);
  await server.query('DELETE FROM policy_rule');
  await server.query('DELETE FROM declined_rule');
  await server.query('DELETE FROM question');
  await server.query(`UPDATE workspace SET policy_preset = 'balanced'`);
});

const row = (on: Page, pattern: string): Locator =>
  on.locator('#rules').getByRole('listitem').filter({ hasText: pattern });
const button = (on: Page, name: string): Locator => on.getByRole('button', { name, exact: true });
const rules = () =>
  server.query('SELECT pattern, effect, repo_key, mode, timeout_seconds, origin FROM policy_rule ORDER BY pattern');

async function tryOut(on: Page, what: string, kind = 'Command'): Promise<void> {
  await on.getByLabel('Command, file or tool').fill(what);
  await on.getByText(kind, { exact: true }).click();
  await button(on, 'Try it').click();
}

for (const [name, pageOf] of [
  ['with', () => page],
  ['without', () => plainPage],
] as const) {
  test(`a rule is made, tried, changed and removed ${name} JavaScript`, async () => {
    const on = pageOf();
    await on.goto('/policies');
    await on.getByRole('link', { name: 'New rule' }).click();
    await on.getByLabel('Pattern').fill('Bash(pnpm vitest:*)');
    await on.getByLabel('Repository').fill('web-shop');
    await expect(on.getByLabel('How it rings')).toBeHidden();
    await on.getByRole('radio', { name: /^Ask/ }).check();
    await on.getByLabel('How it rings').selectOption('push_only');
    await on.getByLabel('Wait, seconds').fill('45');
    await on.getByLabel('How long').selectOption('60');
    await button(on, 'Make the rule').click();
    await expect(row(on, 'Bash(pnpm vitest:*)')).toContainText('web-shop. Always pushed. 45 s. Ends');
    await expect(row(on, 'Bash(pnpm vitest:*)')).toContainText('Ask');

    await row(on, 'Bash(pnpm vitest:*)').getByRole('link').click();
    await expect(on.getByRole('heading', { level: 1 })).toHaveText('Bash(pnpm vitest:*)');
    await expect(on.getByLabel('Wait, seconds')).toHaveValue('45');
    await on.getByRole('radio', { name: /^Allow/ }).check();
    await button(on, 'Save the rule').click();
    await expect(row(on, 'Bash(pnpm vitest:*)')).toContainText('Allow');
    expect(await rules()).toEqual([
      {
        pattern: 'Bash(pnpm vitest:*)',
        effect: 'allow',
        repo_key: 'web-shop',
        mode: null,
        timeout_seconds: null,
        origin: 'written',
      },
    ]);

    await on.getByLabel('Repository').selectOption('web-shop');
    await tryOut(on, 'pnpm vitest run a.test.ts');
    await expect(on.getByText('Runs without asking you')).toBeVisible();
    await on.locator('#try').getByRole('link', { name: 'Bash(pnpm vitest:*)' }).click();
    await expect(on).toHaveURL(/#rule-/);

    await row(on, 'Bash(pnpm vitest:*)').getByRole('link').click();
    await expect(on.getByRole('heading', { level: 1 })).toHaveText('Bash(pnpm vitest:*)');
    if (on === page) await button(on, 'Remove rule').click();
    await on.locator('form[action$="/remove"]').getByRole('button', { name: 'Remove rule' }).click();
    await expect(on.getByRole('heading', { name: 'No rule yet' })).toBeVisible();
    expect(await rules()).toEqual([]);
  });

  test(`a refused rule keeps what was typed and names what is wrong ${name} JavaScript`, async () => {
    const on = pageOf();
    await on.goto('/policies/new');
    await on.getByLabel('Pattern').fill('Bash(npm test');
    await on.getByLabel('Repository').fill('web & more');
    await on.getByRole('radio', { name: /^Deny/ }).check();
    await button(on, 'Make the rule').click();
    await expect(on.getByLabel('Pattern')).toHaveValue('Bash(npm test');
    await expect(on.getByLabel('Pattern')).toHaveAttribute('aria-invalid', 'true');
    await expect(on.locator('#pattern-error')).not.toBeEmpty();
    await expect(on.getByLabel('Repository')).toHaveValue('web & more');
    await expect(on.getByRole('radio', { name: /^Deny/ })).toBeChecked();

    await on.getByLabel('Pattern').fill('Bash(npm test)');
    await button(on, 'Make the rule').click();
    await expect(row(on, 'Bash(npm test)')).toContainText('Deny');

    await on.goto('/policies/new');
    await on.getByLabel('Pattern').fill('Bash(npm test)');
    await on.getByLabel('Repository').fill('web & more');
    await on.getByRole('radio', { name: /^Allow/ }).check();
    await button(on, 'Make the rule').click();
    await expect(on.getByText('A rule denies this already, in the same place. Remove that one first.')).toBeVisible();
    await expect(on.getByLabel('Pattern')).toHaveValue('Bash(npm test)');
    expect(await rules()).toMatchObject([{ effect: 'deny' }]);
  });

  test(`the preset is chosen with one button ${name} JavaScript`, async () => {
    const on = pageOf();
    await on.goto('/policies');
    await expect(button(on, 'Balanced')).toHaveAttribute('aria-pressed', 'true');
    await button(on, 'Careful').click();
    await expect(button(on, 'Careful')).toHaveAttribute('aria-pressed', 'true');
    await on.goto('/activity?kind=control');
    await expect(on.getByText('Preset: Careful').first()).toBeVisible();
  });

  test(`what was answered three times alike is offered, accepted and declined ${name} JavaScript`, async () => {
    const on = pageOf();
    const targets = [`pnpm lint ${name}`, `pnpm docs ${name}`];
    for (const toolTarget of targets) await answerThrice(toolTarget);
    await on.goto('/policies');
    const offer = (target: string) =>
      on
        .locator('div')
        .filter({ hasText: `You said yes 3 times to ${target}` })
        .last()
        .locator('..');
    await offer(targets[0] ?? '')
      .getByRole('button', { name: 'Always allow it' })
      .click();
    await expect(on.locator('#rules')).toContainText('Allow');
    expect(await rules()).toMatchObject([{ effect: 'allow', repo_key: 'web-shop', origin: 'suggestion' }]);
    await offer(targets[1] ?? '')
      .getByRole('button', { name: 'Keep asking' })
      .click();
    await expect(on.getByText(/You said yes 3 times/)).toHaveCount(0);
    expect(await rules()).toHaveLength(1);
  });
}

/** A hook asks the same three times, and the person says yes each time. */
async function answerThrice(toolTarget: string): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const id = await ask(server, {
      question: 'Run this command?',
      toolName: 'Bash',
      toolTarget,
      actionBody: toolTarget,
      repoKey: 'web-shop',
      sessionId: 'session-policies',
      machineId: 'laptop',
    });
    await answer(server, person, id, 'yes');
  }
}

test('trying shows each part, what decided it, and what cannot be read; nothing typed breaks the page', async () => {
  await page.goto('/policies');
  await tryOut(page, 'git status && rm -rf dist | tee out.log');
  await expect(page.getByText('Asks you, with a hold')).toBeVisible();
  const parts = page.locator('#try ol > li');
  await expect(parts).toHaveText([/^git status.*Allow$/, /^rm -rf dist.*Hold$/, /^tee out\.log.*Ask$/]);
  await tryOut(page, "echo 'never closed");
  await expect(page.getByText('Asks you', { exact: false }).first()).toBeVisible();
  await tryOut(page, 'mcp__billing__refund', 'MCP tool');
  await expect(page.getByText('Asks you', { exact: true })).toBeVisible();
  await tryOut(page, 'src/a.ts', 'File edit');
  await expect(page.getByText('Left to the agent’s own rules')).toBeVisible();
  await page.goto(`/policies?command=${encodeURIComponent('<img src=x onerror=alert(1)>"\'\u200b')}&tool=constructor`);
  await expect(page.getByLabel('Command, file or tool')).toHaveValue('<img src=x onerror=alert(1)>"\'\u200b');
  await page.goto(`/policies?command=${'x'.repeat(2001)}`);
  await expect(page.getByText('at most 2000 are allowed')).toBeVisible();
});

test('a command of a megabyte is refused, not judged', async () => {
  const reply = await page.request.get(`/policies?command=${'x'.repeat(1_000_000)}`, { maxRedirects: 0 });
  expect([413, 414, 431]).toContain(reply.status());
});

test('a viewer sees the rules and can change none of them', async ({ browser }) => {
  await server.query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect) SELECT gen_random_uuid(), id, 'Bash(make)', 'deny' FROM workspace`,
  );
  await server.query(`UPDATE member SET role = 'viewer'`);
  const viewer = await signedInBrowser(browser, server);
  const on = await viewer.newPage();
  await on.goto('/policies');
  await expect(row(on, 'Bash(make)')).toBeVisible();
  await expect(button(on, 'Careful')).toBeDisabled();
  await expect(on.getByRole('link', { name: 'New rule' })).toHaveCount(0);
  await row(on, 'Bash(make)').getByRole('link').click();
  await expect(on.getByRole('heading', { level: 1 })).toHaveText('Bash(make)');
  await expect(on.getByRole('button', { name: /Save|Remove/ })).toHaveCount(0);
  await server.query(`UPDATE member SET role = 'owner'`);
  await viewer.close();
});

test('another window hears of a rule', async () => {
  await page.goto('/policies');
  await whenAlive(page);
  await plain.request.post('/policies/save', {
    form: { pattern: 'Bash(make all)', effect: 'allow' },
    headers: { origin: server.url },
  });
  await expect(row(page, 'Bash(make all)')).toBeVisible();
});

test('every page of policies is accessible, with a verdict, a suggestion, rules and an error on it', async () => {
  test.setTimeout(120_000);
  await answerThrice('pnpm accessible');
  const long = `Bash(${'very-long-command '.repeat(12)})`;
  for (const [pattern, effect, repo, mode] of [
    [long, 'allow', 'a/very/long/repository/name/that/wraps/around', null],
    ['Bash(pnpm db:migrate:*)', 'ask', null, 'push_only'],
    ['Edit(.env*)', 'deny', null, null],
  ])
    await server.query(
      `INSERT INTO policy_rule (id, workspace_id, pattern, effect, repo_key, mode, expires_at)
       SELECT gen_random_uuid(), id, $1, $2, $3, $4, nod_now() + interval '1 hour' FROM workspace`,
      [pattern, effect, repo, mode],
    );
  const [made] = await server.query<{ id: string }>(`SELECT id FROM policy_rule WHERE effect = 'ask'`);
  const command = encodeURIComponent(`git status && rm -rf dist | tee ${'long'.repeat(40)}`);
  for (const address of [
    `/policies?command=${command}`,
    `/policies/new`,
    `/policies/${made?.id}`,
    '/policies?code=limit_reached',
  ]) {
    await page.goto(address);
    await whenAlive(page);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectAccessible(page);
  }
  await page.goto('/policies/new');
  await page.getByLabel('Pattern').fill('Bash(');
  await page.getByRole('radio', { name: /^Ask/ }).check();
  await button(page, 'Make the rule').click();
  await expect(page.locator('#pattern-error')).toBeVisible();
  await expectAccessible(page);
});
