import { expect } from '@playwright/test';
import type { NodServer } from '../server/start-server';
import { waitUntil } from './wait-until';

/** What a page of Playwright and a page of Puppeteer have in common. */
export interface AnyPage {
  goto(url: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
  evaluate<Result>(run: () => Result): Promise<Result>;
  url(): string;
  close(): Promise<void>;
}

/** Signs in by the sign-in page, as a person does. */
export async function signInOnPage(page: AnyPage, server: NodServer): Promise<void> {
  await page.goto(`${server.url}/sign-in?next=/devices`);
  await page.type('input[name=email]', server.ownerEmail);
  await page.type('input[name=password]', server.ownerPassword);
  await page.click('form button[type=submit]');
  await waitUntil('the devices page', () => page.url().endsWith('/devices'));
}

/** Taps "Turn on questions here" and waits until the page says that it is on. */
export async function turnOnQuestions(page: AnyPage): Promise<void> {
  await waitUntil('the button', async () => (await stateOf(page)) === 'off');
  await page.click('[data-push=off] button');
  await waitUntil('questions to be on', async () => (await stateOf(page)) === 'on');
  expect(await stateOf(page)).toBe('on');
}

/** Where this browser stands (components/devices/this-device.tsx). */
export const stateOf = (page: AnyPage): Promise<string | null> =>
  page.evaluate(() => document.querySelector('[data-push]')?.getAttribute('data-push') ?? null);
