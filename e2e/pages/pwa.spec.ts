import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { NodProcess } from '../server/process';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { ask } from './agent';
import { startAgain } from './own-server';
import { signedInBrowser, slipOf } from './person';
import { watchForTroubles } from './troubles';

// Nod can be installed, and opens without a network saying so (spec 5.3).

let server: NodServer;
let context: BrowserContext;
let page: Page;
let troubles: string[];
let restarted: NodProcess | undefined;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  context = await signedInBrowser(browser, server);
  troubles = watchForTroubles(context);
  page = await context.newPage();
  await page.goto('/');
});

test.afterAll(async () => {
  await context.close();
  await restarted?.end('SIGTERM');
  await stopEverything();
});

interface Manifest {
  name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[];
}

async function readManifest(): Promise<Manifest> {
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const reply = await page.request.get(address ?? '');
  expect(reply.status()).toBe(200);
  expect(reply.headers()['content-type']).toContain('application/manifest+json');
  return (await reply.json()) as Manifest;
}

/** Width and height as a PNG's first chunk says. */
async function pngSize(address: string): Promise<string> {
  const reply = await page.request.get(address);
  expect(reply.status(), address).toBe(200);
  expect(reply.headers()['content-type']).toBe('image/png');
  const bytes = await reply.body();
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the manifest is complete, and every icon has the size that it claims', async () => {
  const manifest = await readManifest();
  expect(manifest).toMatchObject({ name: 'Nod', scope: '/', display: 'standalone' });
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes } of icons) expect(await pngSize(src), src).toBe(sizes);
  const claimed = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`);
  expect(claimed).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)])
    expect((await page.request.get(url)).status(), url).toBe(200);
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  expect(await pngSize(touch ?? '')).toBe('180x180');
});

test('the browser finds nothing that keeps Nod from being installed', async () => {
  const devtools = await context.newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A context of Playwright is a private window, where nothing can be installed.
  const own = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(own).toEqual([]);
});

test('the worker registers under the page’s policy and takes the page over', async () => {
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(`${server.url}/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const script = await page.request.get('/sw.js');
  expect(script.headers()['content-type']).toContain('javascript');
  // A worker that browsers keep for a day would keep an old Nod alive.
  expect(script.headers()['cache-control']).toMatch(/no-cache|no-store|max-age=0/);
  expect(troubles).toEqual([]);
});

test('without a network Nod opens, says so, shows the last list as old, and comes back', async () => {
  await ask(server, { question: 'What waited last?' });
  await expect(slipOf(page, 'What waited last?')).toBeVisible();
  await page.waitForFunction(async () =>
    (await (await caches.match('/last-waiting.json'))?.text())?.includes('What waited last?'),
  );
  expect(troubles.splice(0)).toEqual([]);
  await server.stop();

  for (const address of ['/', '/q/0198c0de-0000-7000-8000-000000000000']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This device is offline');
    await expect(page.getByText('What waited last?')).toBeVisible();
    await expect(page.getByText(/^What waited at/)).toBeVisible();
    await expect(page.getByText('This may have changed since.')).toBeVisible();
    await expect(page.locator('form')).toHaveCount(0);
  }
  // What the lack of a network causes is no fault of the page; its policy would be.
  expect(troubles.splice(0).filter((trouble) => /Content Security Policy|Refused to/.test(trouble))).toEqual([]);

  restarted = await startAgain(server);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting now');
  await expect(slipOf(page, 'What waited last?')).toBeVisible();
});
