import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { type PushHarness, startPushHarness } from './harness';
import { waitUntil } from './wait-until';

// The page on which an end user turns on a browser, where something goes wrong on the way (that it works: decision.spec.ts).

let harness: PushHarness;
let server: NodServer;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  harness = await startPushHarness();
  server = await startServer({ env: harness.serverEnvironment });
  ({ context } = await harness.launchChromium(server.url));
});

test.beforeEach(async () => {
  page = await context.newPage();
});

test.afterEach(() => page.close());

test.afterAll(async () => {
  await harness.close();
  await stopEverything();
});

async function linkFor(externalId: string): Promise<string> {
  const response = await fetch(`${server.url}/api/v1/server/enroll`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ externalId }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { universalLink: string }).universalLink;
}

const becomes = (state: string) => waitUntil(state, () => page.locator(`[data-enrol=${state}]`).isVisible());
const tap = () => page.click('[data-enrol] button');

test('a link whose receipt was lost says at the second tap, and after loading again, that it is on', async () => {
  let tries = 0;
  await page.route('**/api/push/enrol', async (route) => {
    tries++;
    await route.fetch();
    await route.abort();
  });
  await page.goto(await linkFor('receipt'));
  await becomes('off');
  await tap();
  await expect(page.locator('[data-enrol] [role=alert]')).toBeVisible();
  await tap();
  await becomes('on');
  await page.reload();
  await becomes('on');
  expect(tries).toBe(1);
  const devices = await server.query(
    `SELECT status FROM device JOIN end_user ON end_user.id = end_user_id WHERE end_user.external_id = 'receipt'`,
  );
  expect(devices).toEqual([{ status: 'active' }]);
});

test('what was turned off stays off, and is told that its link works no second time', async () => {
  await page.goto(await linkFor('leaves'));
  await becomes('off');
  await tap();
  await becomes('on');
  await tap();
  await becomes('off');
  await expect(page.getByText('This link was used')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This link was used')).toBeVisible();
  await expect(page.locator('[data-enrol] button')).toHaveCount(0);
});

test('a link that ran out unused looks like one that never was, and neither names anybody', async () => {
  const address = await linkFor('late');
  await server.query(`UPDATE one_time_token SET expires_at = nod_now() WHERE used_at IS NULL AND kind = 'enroll'`);
  await page.goto(address);
  const shown = async () => [await page.title(), await page.locator('main').innerHTML()];
  const ranOut = await shown();
  await page.goto(`${server.url}/e/never-made`);
  expect(await shown()).toEqual(ranOut);
  await expect(page.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
});
