import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { expectAccessible } from './accessible';
import { ask } from './agent';
import { signedInBrowser, whenAlive } from './person';
import { watchForTroubles } from './troubles';

// The feed of everything: filters and search by a plain form, pages by place and time, export (spec 5.1).

let server: NodServer;

/** More than two pages of one agent's notifications, and some of what else there is. */
async function storeHistory({ query }: NodServer): Promise<void> {
  await query(
    `INSERT INTO notification (id, workspace_id, title, body, agent_name, session_id, created_at)
     SELECT gen_random_uuid(), workspace.id, 'Step ' || step || ' is done', '=1+1', 'Codex - web', 'session-1', nod_now() - step * interval '1 second'
       FROM workspace, generate_series(1, 120) step`,
  );
  await query(
    `INSERT INTO notification (id, workspace_id, title, body, agent_name, suppressed) SELECT gen_random_uuid(), id, 'Build failed', 'x', 'Claude Code', 'quiet_hours' FROM workspace`,
  );
  await query(
    `INSERT INTO reminder (id, workspace_id, member_id, body, fire_at, status, reason, settled_at, content_digest, agent_name)
     SELECT gen_random_uuid(), workspace_id, id, 'Look at the rollout', nod_now(), 'cancelled', 'key_revoked', nod_now(), '', 'Claude Code' FROM member WHERE role = 'owner'`,
  );
  await query(
    `INSERT INTO ledger_entry (workspace_id, event, detail) SELECT workspace_id, 'stopped', jsonb_build_object('by', id, 'cancelled', 1) FROM member WHERE role = 'owner'`,
  );
}

test.beforeAll(async () => {
  server = await startServer();
  await ask(server, { question: 'Deploy the checkout?', agentName: 'Claude Code' });
  await storeHistory(server);
});

test.afterAll(stopEverything);

async function openFeed(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const context = await signedInBrowser(browser, server, { javaScriptEnabled });
  const page = await context.newPage();
  await page.goto('/activity');
  return page;
}

const rows = (page: Page) => page.locator('main section li');
const filtersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('without JavaScript, filters and search combine, stay through the pages and can be taken away', async ({
  browser,
}) => {
  const page = await openFeed(browser, false);
  await expect(rows(page).filter({ hasText: 'Every agent was stopped' })).toContainText(
    'By you · 1 question withdrawn',
  );
  await expect(rows(page).filter({ hasText: 'Build failed' })).toContainText('Held back: quiet hours');
  await expect(rows(page).filter({ hasText: 'Look at the rollout' })).toContainText('Cancelled: its key was revoked');
  await expect(rows(page).filter({ hasText: 'Deploy the checkout?' })).toContainText('Waiting');

  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('What').selectOption('Notifications');
  await page.getByLabel('Agent').selectOption('Codex - web');
  await page.getByLabel('Day').fill(new Date().toISOString().slice(0, 10));
  await page.getByLabel('Search').fill('step don');
  await page.getByRole('button', { name: 'Apply filters' }).click();

  const seen: string[] = [];
  const wanted = {
    kind: 'notifications',
    agent: 'Codex - web',
    day: new Date().toISOString().slice(0, 10),
    q: 'step don',
  };
  for (let pageNumber = 0; pageNumber < 3; pageNumber++) {
    expect(filtersOf(page)).toMatchObject(wanted);
    seen.push(...(await rows(page).locator('a').allTextContents()));
    const older = page.getByRole('link', { name: 'Older' });
    if (pageNumber < 2) await older.click();
    else await expect(older).toHaveCount(0);
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen.map((text) => /Step \d+ /.exec(text)?.[0])).size).toBe(120);

  await page.getByRole('link', { name: 'Newest' }).click();
  expect(filtersOf(page)).toEqual(wanted);
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('link', { name: 'Take away: Notifications' }).click();
  expect(filtersOf(page)).toEqual({ ...wanted, kind: undefined });
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/activity');
  await page.context().close();
});

test('an address that cannot be read, and one that finds nothing, say what to do', async ({ browser }) => {
  const page = await openFeed(browser, false);
  for (const address of ['kind=nonsense', 'day=2026-02-30', 'cursor=1', 'q=%00', 'day=2026-01-01&day=2026-01-02']) {
    const reply = await page.goto(`/activity?${address}`);
    expect(reply?.status(), address).toBe(200);
    await expect(page.getByRole('alert'), address).toContainText('This address cannot be read');
  }
  await page.getByRole('link', { name: 'Show the newest' }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.getByLabel('Search').fill('nothing like this');
  await page.getByLabel('Search').press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing fits' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL('/activity');
  await page.context().close();
});

test('an export is a file with every row that the filters let through, and no formula', async ({ browser }) => {
  const page = await openFeed(browser, true);
  await page.goto('/activity?agent=Codex+-+web&q=step');
  for (const [name, ending] of [
    ['CSV', 'csv'],
    ['JSON lines', 'jsonl'],
  ] as const) {
    const loading = page.waitForEvent('download');
    await page.getByRole('link', { name, exact: true }).click();
    const download = await loading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^nod-activity-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`));
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split(/\r?\n/);
    expect(lines).toHaveLength(ending === 'csv' ? 121 : 120);
    if (ending === 'csv') expect(lines[1]).toContain(",Step 1 is done,'=1+1,");
    else expect(JSON.parse(lines[0] ?? '')).toMatchObject({ title: 'Step 1 is done', body: '=1+1' });
  }
  const refused = await page.request.get('/activity/export?format=xml');
  expect([refused.status(), (await refused.json()).issues[0].field]).toEqual([400, 'format']);
  await page.context().close();
});

test('the feed is accessible with its filters open and on, and when nothing fits', async ({ browser }) => {
  const page = await openFeed(browser, true);
  const troubles = watchForTroubles(page.context());
  for (const address of [
    '?agent=Codex+-+web&session=session-1&q=step',
    '?q=nothing',
    '?kind=nonsense',
    '?kind=control',
  ]) {
    await page.goto(`/activity${address}`);
    await whenAlive(page);
    await page.getByText('Filters', { exact: true }).click();
    await expectAccessible(page);
  }
  expect(troubles).toEqual([]);
  await page.context().close();
});
