import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { expectAccessible } from './accessible';
import { newBrowser, signedInBrowser, whenAlive } from './person';
import { watchForTroubles } from './troubles';

// The page of an end user who has no account: everything here goes through a link, in a browser without JavaScript unless said otherwise.

let server: NodServer;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  context = await newBrowser(browser, server, { javaScriptEnabled: false });
  page = await context.newPage();
});

test.afterAll(async () => {
  await context.close();
  await stopEverything();
});

const refund = {
  question: 'Refund order 1042 to Ada?',
  agentName: 'Support assistant',
  context: 'Ada wrote that the parcel came broken.\nPhotos are with the ticket.',
  actor: 'user:44',
  environment: 'production',
  toolName: 'refund.create',
  toolTarget: 'order_1042',
  parameters: { amount: 480_000, express: true, at: '2026-12-24T13:00:00Z', weight: 1250 },
  presentation: {
    label: 'Refund the whole order',
    effect: 'The money goes back to the card ending 4242.',
    changes: [
      { parameter: 'amount', label: 'Amount', format: { kind: 'currency', currency: 'HUF' } },
      { parameter: 'weight', label: 'Goods taken back', format: { kind: 'quantity', unit: 'g' } },
      { parameter: 'at', label: 'Paid out', format: { kind: 'timestamp' } },
      { parameter: 'express', label: 'Express', format: { kind: 'boolean' } },
    ],
  },
};
const risky = {
  ...refund,
  presentation: { ...refund.presentation, risk: 'This customer was refunded twice this month.' },
};

interface Created {
  decisionId: string;
  approvalUrl: string;
}

async function call(path: string, method: string, body?: unknown): Promise<Record<string, unknown>> {
  const reply = await fetch(`${server.url}/api/v1/server${path}`, {
    method,
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as Record<string, unknown>;
  expect(reply.ok, JSON.stringify(answer)).toBe(true);
  return answer;
}

/** Opens a decision for one person, with its link. */
async function decide(fields: Record<string, unknown> = {}): Promise<Created> {
  const given = { question: 'Go on?', externalId: 'user-44', approvalUrl: true, ...fields };
  const { decisionId, approvalUrl } = await call('/decisions', 'POST', given);
  return { decisionId: String(decisionId), approvalUrl: String(approvalUrl) };
}

const standing = (id: string) => call(`/decisions/${id}`, 'GET');
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The page as it is for whoever has no business with it; with JavaScript, which Next needs to show any page with this status. */
async function expectNothing(on: Page, address: string): Promise<string> {
  const reply = await on.goto(address);
  expect(reply?.status(), address).toBe(404);
  await expect(on.getByRole('heading', { level: 1 })).toHaveText('This link does not open anything');
  return on.locator('main').innerHTML();
}

test('the link answers its decision, and opened again tells what was recorded', async () => {
  const { decisionId, approvalUrl } = await decide(refund);
  await page.goto(approvalUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(refund.question);
  await expect(page.getByRole('row', { name: 'Amount' })).toHaveText(/HUF\s4,800\.00/);
  await expect(page.getByRole('row', { name: 'Goods taken back' })).toContainText('1,250 g');
  await expect(page.getByRole('row', { name: 'Paid out' })).toContainText('24 December 2026, 13:00:00 UTC');
  await expect(page.getByRole('row', { name: 'Express' })).toContainText('Yes');
  await page.getByLabel('Note, optional').fill('Only this time.');
  await button('Yes').click();
  await expect(page.getByText(/^Recorded /)).toBeVisible();
  await expect(page.getByText('Only this time.')).toBeVisible();
  expect(await standing(decisionId)).toMatchObject({ status: 'answered', value: 'yes' });

  await page.goto(approvalUrl);
  await expect(page.getByText(/^Recorded /)).toBeVisible();
  await expect(button('Yes')).toHaveCount(0);
});

test('a page that was left open learns by its own answer that another one counts', async () => {
  const { decisionId, approvalUrl } = await decide();
  const second = await context.newPage();
  await page.goto(approvalUrl);
  await second.goto(approvalUrl);
  await button('No').click();
  await expect(page.getByText(/^Recorded /)).toBeVisible();
  await second.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(second.getByRole('alert')).toContainText('Your answer was not used');
  await expect(second.getByRole('alert')).toContainText('This was answered before.');
  expect(await standing(decisionId)).toMatchObject({ value: 'no' });
  await second.close();
});

test('the same answer sent twice is told as recorded', async () => {
  const { approvalUrl } = await decide();
  const second = await context.newPage();
  await page.goto(approvalUrl);
  await second.goto(approvalUrl);
  for (const tab of [page, second]) {
    await tab.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(tab.getByText(/^Recorded /)).toBeVisible();
    await expect(tab.getByRole('alert')).toHaveCount(0);
  }
  await second.close();
});

test('one of many options, or words in lines, go back as they were chosen and typed', async () => {
  const options = Array.from({ length: 20 }, (_, index) => `Plan ${index + 1}`);
  const choice = await decide({ question: 'Which plan?', type: 'select', options });
  await page.goto(choice.approvalUrl);
  await page.getByLabel('Plan 17', { exact: true }).check();
  await page.locator('[data-bar] button[type=submit]').click();
  await expect(page.getByText(/^Recorded /)).toBeVisible();
  expect(await standing(choice.decisionId)).toMatchObject({ value: 'Plan 17' });

  const words = await decide({ question: 'What shall we write?', type: 'input', placeholder: 'Dear Ada' });
  await page.goto(words.approvalUrl);
  await page.getByLabel('Your answer').fill('Dear Ada,\nsorry.');
  await page.locator('[data-bar] button[type=submit]').click();
  await expect(page.getByText(/^Recorded /)).toBeVisible();
  expect(await standing(words.decisionId)).toMatchObject({ value: 'Dear Ada,\nsorry.' });
});

test('a yes to a risk needs the box "I have read it", in the browser and at the server; a no needs nothing', async () => {
  const { decisionId, approvalUrl } = await decide(risky);
  await page.goto(approvalUrl);
  await expect(page.getByText(risky.presentation.risk)).toBeVisible();
  await page.locator('#answer').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await button('Approve').click();
  await expect(page.getByRole('alert')).toContainText('a tap is not enough');
  expect(await standing(decisionId)).toMatchObject({ status: 'pending' });
  await page.getByLabel('I have read it').check();
  await button('Approve').click();
  await expect(page.getByText(/^Recorded /)).toBeVisible();

  const refused = await decide(risky);
  await page.goto(refused.approvalUrl);
  await button('No').click();
  await expect(page.getByText(/^Recorded /)).toBeVisible();
  expect(await standing(refused.decisionId)).toMatchObject({ value: 'no' });
});

test('what was withdrawn says so, to a page that is opened and to one that still shows its answers', async () => {
  const { decisionId, approvalUrl } = await decide();
  await page.goto(approvalUrl);
  await call(`/decisions/${decisionId}`, 'DELETE');
  await button('Yes').click();
  await expect(page.getByRole('alert')).toContainText('Your answer was not used');
  await expect(page.getByText('Nothing was approved.')).toBeVisible();
});

test('another decision’s token, a broken one, none, and no decision at all look the same', async ({ browser }) => {
  const [one, other] = [await decide(), await decide()];
  const token = new URL(one.approvalUrl).search;
  const stranger = await newBrowser(browser, server);
  const tab = await stranger.newPage();
  const seen = [
    await expectNothing(tab, `/d/${other.decisionId}${token}`),
    await expectNothing(tab, `/d/${one.decisionId}${token}0`),
    await expectNothing(tab, `/d/${one.decisionId}`),
    await expectNothing(tab, '/d/018f0000-0000-7000-8000-000000000000'),
    await expectNothing(tab, '/d/nothing?t=a.b'),
  ];
  expect(new Set(seen).size).toBe(1);
  await stranger.close();
});

test('an answer with another decision’s token or another decision’s digest is not taken', async () => {
  const [one, other] = [await decide(), await decide({ question: 'Something else?' })];
  const t = new URL(one.approvalUrl).searchParams.get('t') ?? '';
  const digestOf = async (address: string) => {
    await page.goto(address);
    return page.locator('input[name=digest]').inputValue();
  };
  const digests = { one: await digestOf(one.approvalUrl), other: await digestOf(other.approvalUrl) };
  const post = (id: string, form: Record<string, string>, origin = server.url) =>
    context.request.post(`/d/${id}/answer`, { form, headers: { origin }, maxRedirects: 0 });
  const stolen = await post(other.decisionId, { t, digest: digests.other, answer: 'yes' });
  expect(stolen.headers().location).toContain('code=not_found');
  const mixed = await post(one.decisionId, { t, digest: digests.other, answer: 'yes' });
  expect(mixed.headers().location).toContain('code=changed');
  const foreign = await post(one.decisionId, { t, digest: digests.one, answer: 'yes' }, 'https://elsewhere.example');
  expect(foreign.headers().location).toContain('code=forbidden');
  for (const { decisionId } of [one, other]) expect(await standing(decisionId)).toMatchObject({ status: 'pending' });
});

test('a member reads whom it asks, and cannot answer for them; nobody else’s cookie matters to a link', async ({
  browser,
}) => {
  const member = await signedInBrowser(browser, server, { javaScriptEnabled: false });
  const tab = await member.newPage();
  const { decisionId, approvalUrl } = await decide();
  await tab.goto(`/d/${decisionId}`);
  await expect(tab.getByText('Asked of user-44')).toBeVisible();
  await expect(tab.locator('form')).toHaveCount(0);
  const forced = await member.request.post(`/d/${decisionId}/answer`, {
    form: { digest: 'x', answer: 'yes' },
    headers: { origin: server.url },
    maxRedirects: 0,
  });
  expect(forced.headers().location).toContain('code=forbidden');
  // A bad token is nobody's, whoever is signed in.
  expect((await member.request.get(`${approvalUrl}0`)).status()).toBe(404);
  expect(await standing(decisionId)).toMatchObject({ status: 'pending' });

  const nobodys = await decide({ externalId: undefined, approvalUrl: undefined });
  await tab.goto(`/d/${nobodys.decisionId}`);
  await tab.getByRole('button', { name: 'No', exact: true }).click();
  await expect(tab.getByText(/^Recorded /)).toBeVisible();
  expect(await standing(nobodys.decisionId)).toMatchObject({ value: 'no' });
  await member.close();
});

test('the page tells its workspace and nothing else to histories, robots and other sites', async () => {
  const { approvalUrl } = await decide({ ...refund, poweredBy: false });
  const reply = await page.goto(approvalUrl);
  expect(reply?.headers()['referrer-policy']).toBe('no-referrer');
  expect(reply?.headers()['cache-control']).toContain('no-store');
  const [workspace] = await server.query<{ name: string }>('SELECT name FROM workspace');
  await expect(page).toHaveTitle(workspace?.name ?? '');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(page.getByText('Asked with Nod')).toHaveCount(0);
  await page.goto((await decide()).approvalUrl);
  await expect(page.getByText('Asked with Nod')).toBeVisible();
  // No way into the dashboard of somebody else.
  await expect(page.getByRole('link')).toHaveCount(0);
});

test('alive, accessible in both themes, and a risk is approved by holding', async ({ browser }) => {
  const alive = await newBrowser(browser, server, { timezoneId: 'Asia/Tokyo', viewport: { width: 360, height: 740 } });
  const troubles = watchForTroubles(alive);
  const tab = await alive.newPage();
  const { decisionId, approvalUrl } = await decide(risky);
  await tab.goto(approvalUrl);
  await whenAlive(tab);
  await expect(tab.getByRole('row', { name: 'Paid out' })).toContainText('24 December 2026, 22:00:00');
  await expectAccessible(tab);
  const hold = tab.getByRole('button', { name: 'Hold to approve' });
  await hold.click();
  expect(await standing(decisionId)).toMatchObject({ status: 'pending' });
  await hold.focus();
  await tab.keyboard.down('Enter');
  await expect(tab.getByText(/^Recorded /)).toBeVisible();
  await expectAccessible(tab);
  expect(await standing(decisionId)).toMatchObject({ value: 'yes' });

  const choice = await decide({
    question: 'Which?',
    type: 'select',
    options: ['x'.repeat(200), 'A very long one '.repeat(9)],
  });
  await tab.goto(choice.approvalUrl);
  await tab.getByLabel('x'.repeat(200)).check();
  await expectAccessible(tab);
  await tab.setViewportSize({ width: 360, height: 740 });
  const send = await tab.getByRole('button', { name: /^Send/ }).boundingBox();
  expect((send?.x ?? 0) + (send?.width ?? 360)).toBeLessThan(360);
  expect(troubles).toEqual([]);
  await alive.close();
});
