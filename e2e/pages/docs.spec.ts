import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { expectAccessible } from './accessible';

// The documentation of the API: for anybody, with or without JavaScript, and from this server alone.

let server: NodServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(stopEverything);

const opened: BrowserContext[] = [];
// The page is large: left open, it would take its share of what the next tests have.
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

async function open(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; elsewhere: string[] }> {
  const context = await browser.newContext(options);
  opened.push(context);
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) elsewhere.push(request.url());
  });
  await page.goto(`${server.url}/docs`);
  return { page, elsewhere };
}

interface Described {
  paths: Record<string, Record<string, { operationId: string; summary: string }>>;
}

test('every call is there for anybody, without JavaScript, and nothing is fetched from elsewhere', async ({
  browser,
}) => {
  const { page, elsewhere } = await open(browser, { javaScriptEnabled: false });
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Described;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary }]) => ({ path, method, operationId, summary })),
  );
  expect(await page.getByRole('article').count()).toBe(calls.length);
  for (const { path, method, operationId, summary } of calls) {
    const article = page.locator(`article#${operationId}`);
    await expect(article.getByRole('heading', { level: 3 })).toHaveText(summary);
    await expect(article).toContainText(path);
    await expect(article).toContainText(method);
    await expect(article).toContainText(`curl`);
  }
  expect(elsewhere).toEqual([]);
});

test('every link of the page leads to a place on it, or to the description', async ({ browser }) => {
  const { page } = await open(browser);
  const { lost, targets } = await page.evaluate(() => {
    const hrefs = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    const inside = hrefs.filter((href) => href.startsWith('#'));
    return {
      lost: inside.filter((href) => document.getElementById(href.slice(1)) === null),
      targets: [...new Set(hrefs.filter((href) => !href.startsWith('#')))],
    };
  });
  expect(lost).toEqual([]);
  expect(targets.toSorted()).toEqual(['/', '/api/openapi.json']);
});

test('a command is copied as it is shown, and nothing on the page is against its policy', async ({ browser }) => {
  const troubles: string[] = [];
  const { page } = await open(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  await page.reload();
  const article = page.locator('article#getDecision');
  await article
    .getByRole('button', { name: /^Copy the command/ })
    .first()
    .click();
  await expect(article.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl ${server.url}/api/v1/server/decisions/`);
  await expect(article.locator('pre').first()).toHaveText(copied);
  expect(troubles).toEqual([]);
});

test('it can be read by everybody: both themes, phone and wide', async ({ browser }) => {
  test.setTimeout(120_000);
  const { page } = await open(browser);
  for (const width of [320, 360, 899, 900, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
  }
  // All calls are made of the same parts: axe would take minutes for the whole page, and finds in these what it would find in all.
  const telling = ['createDecision', 'listDecisions', 'acknowledgeCommand', 'liveness'];
  await page.evaluate((kept) => {
    for (const article of document.querySelectorAll('article')) if (!kept.includes(article.id)) article.remove();
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  }, telling);
  await expectAccessible(page);
});
