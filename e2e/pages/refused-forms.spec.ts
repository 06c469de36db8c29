import { expect, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { newlySignedInBrowser, signedInBrowser, whenAlive } from './person';

// A form that is refused comes back as it was filled in, and a time means what the form said that it means.

let server: NodServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(stopEverything);
test.afterEach(() => server.query('DELETE FROM reminder'));

const dayMs = 86_400_000;
/** A local time as a form's field holds it, so many days from now, in UTC. */
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 16);
const inBody = (page: Page) => page.getByLabel('About what');
const inAt = (page: Page) => page.getByLabel('When', { exact: true });

/** Sends the form as a browser that does not check it first. */
async function leave(page: Page, body: string, at: string): Promise<void> {
  await inBody(page).fill(body);
  await inAt(page).fill(at);
  await page.locator('form[action="/reminders/leave"]').evaluate((form: HTMLFormElement) => form.submit());
}

test('without JavaScript, a refused reminder keeps text and time: a passed time, a text that is too long, the limit', async ({
  browser,
}) => {
  const context = await signedInBrowser(browser, server, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/reminders');
  const post = (fields: Record<string, string>) =>
    context.request.post('/reminders/leave', { form: fields, headers: { origin: server.url } });
  const isKept = async (body: string, at: string) => {
    await expect(inBody(page)).toHaveValue(body);
    await expect(inAt(page)).toHaveValue(at);
  };

  const passed = { body: 'Wässern & gießen 100%', at: inDays(-1), timeZone: 'UTC' };
  await page.goto((await post(passed)).url());
  await expect(page.getByRole('alert')).toHaveText('That time has passed.');
  await isKept(passed.body, passed.at);

  const long = { body: '資'.repeat(181), at: inDays(1), timeZone: 'UTC' };
  await page.goto((await post(long)).url());
  await expect(page.getByRole('alert')).toContainText('at most 180 characters');
  await isKept(long.body, long.at);

  await server.query(
    `INSERT INTO reminder (id, workspace_id, member_id, body, fire_at, content_digest)
     SELECT gen_random_uuid(), workspace_id, id, 'x', nod_now() + interval '1 day', '' FROM member, generate_series(1, 25) WHERE role = 'owner'`,
  );
  const more = { body: 'One more', at: inDays(2), timeZone: 'UTC' };
  await page.goto((await post(more)).url());
  await expect(page.getByRole('alert')).toContainText('25 reminders are to come');
  await isKept(more.body, more.at);
  await page.goto('/reminders');
  await isKept('', '');
  await context.close();
});

test('without JavaScript, refused settings keep every choice; a page without an error shows what is stored', async ({
  browser,
}) => {
  const context = await signedInBrowser(browser, server, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/settings');
  const delivery = page.locator('form[action="/settings/delivery"]');
  await delivery.getByRole('radio', { name: /^In agent/ }).check();
  await page.getByLabel('Updates').selectOption('none');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByLabel('Quiet from').fill('22:00');
  await page.getByLabel('Let errors and risky questions through').check();
  await delivery.getByRole('button', { name: 'Save' }).click();

  await expect(delivery.getByRole('alert')).toHaveText('Give both ends of the quiet hours, and they must differ.');
  await expect(delivery.getByRole('radio', { name: /^In agent/ })).toBeChecked();
  await expect(page.getByLabel('Updates')).toHaveValue('none');
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await expect(page.getByLabel('Quiet from')).toHaveValue('22:00');
  await expect(page.getByLabel('Let errors and risky questions through')).toBeChecked();
  await expect(page.locator('#workspaceMode')).toHaveValue('push_first');

  const refused = await context.request.post('/settings/modes', {
    form: { mode: 'notify_only', graceSeconds: '12', pushFirstSeconds: '30', pushOnlySeconds: '99' },
    headers: { origin: server.url },
  });
  await page.goto(refused.url());
  await expect(page.locator('#workspaceMode')).toHaveValue('notify_only');
  await expect(page.locator('#graceSeconds')).toHaveValue('12');
  await expect(page.locator('#pushOnlySeconds')).toHaveValue('99');
  await expect(page.getByLabel('Updates')).toHaveValue('all');

  await page.goto('/settings');
  await expect(page.locator('#graceSeconds')).toHaveValue('8');
  await context.close();
});

test('what was typed stays after its two minutes, when the page reads again for another reason', async ({
  browser,
}) => {
  const context = await signedInBrowser(browser, server);
  const page = await context.newPage();
  await page.goto('/reminders');
  const at = inDays(-1);
  await leave(page, 'Look at the rollout', at);
  const words = page.getByRole('alert').filter({ hasText: 'That time has passed.' });
  await expect(words).toBeVisible();
  await whenAlive(page);
  await context.clearCookies({ name: 'nod_fields' });
  await server.query(
    `WITH left_now AS (
       INSERT INTO reminder (id, workspace_id, member_id, body, fire_at, content_digest)
       SELECT gen_random_uuid(), workspace_id, id, 'Another', nod_now() + interval '1 day', '' FROM member WHERE role = 'owner' RETURNING id, workspace_id
     ) SELECT nod_tell(workspace_id, id, 'reminder') FROM left_now`,
  );
  await expect(page.getByText('Another')).toBeVisible();
  await expect(inBody(page)).toHaveValue('Look at the rollout');
  await expect(inAt(page)).toHaveValue(at);
  await expect(words).toBeVisible();
  await context.close();
});

test('on the first visit the form turns to the zone of the browser, and a time means the zone that was shown', async ({
  browser,
}) => {
  await server.query(`UPDATE member SET time_zone = 'UTC', time_zone_chosen = false`);
  const context = await newlySignedInBrowser(browser, server, { timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await page.goto('/reminders');
  await expect(page.getByText('In your time zone, Asia/Tokyo.')).toBeVisible();
  const at = inDays(3);
  await leave(page, 'By the clock of Tokyo', at);
  await expect(page).toHaveURL(/done=left/);

  // The form of a page that was made before the zone changed.
  const stale = { body: 'By the clock of UTC', at, timeZone: 'UTC' };
  await context.request.post('/reminders/leave', { form: stale, headers: { origin: server.url } });
  const rows = await server.query('SELECT body, fire_at FROM reminder ORDER BY fire_at');
  expect(rows).toEqual([
    { body: 'By the clock of Tokyo', fire_at: new Date(Date.parse(`${at}Z`) - 9 * 3_600_000) },
    { body: 'By the clock of UTC', fire_at: new Date(`${at}Z`) },
  ]);
  await context.close();
});
