import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { chromiumLaunchOptions } from '../push/chromium-launch';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { answerOf, ask } from './agent';
import { shiftClock } from './clock';
import { signedInBrowser } from './person';

// One answer counts, and whoever was too late is told so (spec 2.2, 5.1), also on a page that hears of nothing.

// Playwright turns off the cache that real browsers go back from.
test.use({
  launchOptions: { ...chromiumLaunchOptions(), ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

let server: NodServer;
const contexts: BrowserContext[] = [];

test.beforeAll(async () => {
  server = await startServer();
});

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

test.afterAll(stopEverything);

/** A page of another browser; one that is `deaf` gets no live updates, as behind a proxy that breaks them. */
async function openIn(browser: Parameters<typeof signedInBrowser>[0], address: string, deaf = true): Promise<Page> {
  const context = await signedInBrowser(browser, server);
  contexts.push(context);
  if (deaf) await context.route('**/api/events', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('of two answers at once one is recorded, and the other person is told which', async ({ browser }) => {
  const id = await ask(server, { question: 'Who wins?' });
  const pages = [await openIn(browser, `/q/${id}`), await openIn(browser, `/q/${id}`)] as const;
  await Promise.all([press(pages[0], 'Yes'), press(pages[1], 'No')]);
  await Promise.all(pages.map((page) => expect(page).toHaveURL(/[?](answered|late)=/)));
  const { value } = await answerOf(server, id);
  expect(['yes', 'no']).toContain(value);
  const [winner, loser] = value === 'yes' ? pages : [pages[1], pages[0]];
  const unused = value === 'yes' ? 'no' : 'yes';

  await expect(winner.getByText(`You answered ${value}`, { exact: true })).toBeVisible();
  await expect(winner.getByText('Already answered')).toHaveCount(0);
  await expect(loser.getByText('Already answered', { exact: true })).toBeVisible();
  await expect(loser.getByText(`Your ${unused} was not used.`)).toBeVisible();
  for (const page of pages) await expect(page.getByRole('button', { name: 'Yes', exact: true })).toHaveCount(0);
  const settled = await server.query(
    `SELECT event FROM ledger_entry WHERE subject_id = $1 AND event LIKE '%answered'`,
    [id],
  );
  expect(settled).toHaveLength(1);
});

for (const deaf of [true, false]) {
  test(`Back after an answer shows the receipt, not the form (${deaf ? 'without' : 'with'} live updates)`, async ({
    browser,
  }) => {
    const id = await ask(server, { question: 'What does Back show?' });
    const page = await openIn(browser, `/q/${id}`, deaf);
    await press(page, 'Yes');
    await expect(page).toHaveURL(`/q/${id}?answered=${id}`);
    await page.goBack();
    await expect(page).toHaveURL(`/q/${id}`);
    await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Yes', exact: true })).toHaveCount(0);
  });
}

test('Back to the waiting list does not offer what was answered', async ({ browser }) => {
  const id = await ask(server, { question: 'Offered again?' });
  const page = await openIn(browser, '/');
  await page.getByRole('link', { name: 'Offered again?' }).click();
  await expect(page).toHaveURL(`/q/${id}`);
  await press(page, 'Yes');
  await expect(page).toHaveURL(`/q/${id}?answered=${id}`);
  await page.goBack();
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting now');
  await expect(page.getByRole('button', { name: 'Yes', exact: true })).toHaveCount(0);
});

test('who sends the same answer twice by a double click has sent it once', async ({ browser }) => {
  const id = await ask(server, { question: 'Twice?' });
  const page = await openIn(browser, `/q/${id}`);
  await page.getByRole('button', { name: 'Yes', exact: true }).dblclick();
  await expect(page.getByText('You answered yes', { exact: true })).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ value: 'yes' });
});

test('a question that changed while its page was open is not answered unseen', async ({ browser }) => {
  const id = await ask(server, { question: 'Still the same?' });
  const page = await openIn(browser, `/q/${id}`);
  await page.route('**/answer', (route) =>
    route.continue({
      postData: route
        .request()
        .postData()
        ?.replace(/digest=[^&]/, 'digest=x'),
    }),
  );
  await press(page, 'Yes');
  await expect(page.getByText(/changed after you opened this page/)).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ status: 'pending' });
});

test('an answer after the deadline is told to be out of time, and an open page says so by itself', async ({
  browser,
}) => {
  const waitEndsAt = new Date(Date.now() + 60_000).toISOString();
  const id = await ask(server, { question: 'In time?', waitEndsAt, sessionId: 'late' });
  const deaf = await openIn(browser, `/q/${id}`);
  const live = await openIn(browser, `/q/${id}`, false);
  await expect(live.getByRole('button', { name: 'Yes', exact: true })).toBeVisible();
  try {
    await shiftClock(server.query, 11 * 60_000);
    await expect(live.getByText('Expired', { exact: true })).toBeVisible();
    await press(deaf, 'Yes');
    await expect(deaf.getByText('Out of time', { exact: true })).toBeVisible();
    await expect(deaf.getByText('Your yes was not used.')).toBeVisible();
    await expect(deaf.getByRole('button', { name: 'Yes', exact: true })).toHaveCount(0);
    expect(await answerOf(server, id)).toMatchObject({ status: 'expired', answered: false });
  } finally {
    await shiftClock(server.query, 0);
  }
});
