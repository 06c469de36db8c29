import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type { NodServer } from '../server/start-server';

/** What signing in needs to know of a server. */
type Doors = Pick<NodServer, 'url' | 'ownerEmail' | 'ownerPassword'>;

/** A browser of its own (cookies, storage, worker) whose addresses are relative to the server. */
export const newBrowser = (browser: Browser, { url }: Pick<Doors, 'url'>, options: BrowserContextOptions = {}) =>
  browser.newContext({ baseURL: url, ...options });

const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

/**
 * The same, signed in as the owner without showing the form: for tests that are about something else. They share one web session, since
 * signing in is slow on purpose and only so many times are allowed.
 */
export async function signedInBrowser(
  browser: Browser,
  server: Doors,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const storageState = signedIn.get(server.url);
  if (storageState) return newBrowser(browser, server, { ...options, storageState });
  const context = await newlySignedInBrowser(browser, server, options);
  signedIn.set(server.url, await context.storageState());
  return context;
}

/** The same with a web session of its own. */
export async function newlySignedInBrowser(
  browser: Browser,
  server: Doors,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await newBrowser(browser, server, options);
  const reply = await context.request.post('/sign-in/submit', {
    form: { email: server.ownerEmail, password: server.ownerPassword, next: '/devices' },
    headers: { origin: server.url },
    maxRedirects: 0,
  });
  expect(reply.headers().location).toBe('/devices');
  return context;
}

/** Fills in the form of the sign-in page that is open. */
export async function fillSignIn(page: Page, { ownerEmail, ownerPassword }: Doors): Promise<void> {
  await page.getByLabel('E-mail').fill(ownerEmail);
  await page.getByLabel('Password').fill(ownerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until the page's scripts are alive: what React handles does nothing before. */
export async function whenAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main, main a, main button, main form')].every((one) =>
      Object.keys(one).some((key) => key.startsWith('__react')),
    ),
  );
}

/** A question in the list of those that wait. */
export const slipOf = (page: Page, question: string): Locator =>
  page.getByRole('list', { name: 'Waiting questions' }).getByRole('listitem').filter({ hasText: question });
