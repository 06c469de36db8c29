import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { answerOf, ask, dangerous, tell, withdraw } from './agent';
import { fillSignIn, newBrowser, slipOf } from './person';

// Every answer can be given with plain forms (design: server components render, client components are leaves).

let server: NodServer;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  context = await newBrowser(browser, server, { javaScriptEnabled: false });
  page = await context.newPage();
  await page.goto('/');
  await fillSignIn(page, server);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting now');
});

test.afterAll(async () => {
  await context.close();
  await stopEverything();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Sends what was chosen. Playwright leaves what is in a noscript out of a button's name; browsers do not. */
async function send(within: Locator = page.locator('[data-bar]')): Promise<void> {
  const submit = within.locator('button[type=submit]:not([hidden])');
  // As rendered: the words for browsers with JavaScript are there too, hidden.
  await expect(submit).toHaveText('Send the answer', { useInnerText: true });
  await submit.click();
}

const answered = (id: string) => expect(page).toHaveURL(`/q/${id}?answered=${id}`);

test('yes with a note reaches the agent, and the page becomes the receipt', async () => {
  const id = await ask(server, { question: 'Go on with the migration?' });
  await page.goto(`/q/${id}`);
  await page.getByLabel('Note for the agent, optional').fill('Only on staging.');
  await button('Yes').click();
  await answered(id);
  await expect(page.getByText('Only on staging.')).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({
    value: 'yes',
    note: 'Only on staging.',
    answerSource: 'decide_page',
  });
});

test('Enter in the note answers nothing, least of all no', async () => {
  const id = await ask(server, { question: 'Would Enter refuse this?' });
  await page.goto(`/q/${id}`);
  await page.getByLabel('Note for the agent, optional').press('Enter');
  await button('Yes').click();
  await answered(id);
  expect(await answerOf(server, id)).toMatchObject({ value: 'yes' });
});

test('one of two options is a button', async () => {
  const id = await ask(server, { question: 'Which database?', type: 'select', options: ['Postgres', 'SQLite'] });
  await page.goto(`/q/${id}`);
  await button('SQLite').click();
  await answered(id);
  expect(await answerOf(server, id)).toMatchObject({ value: 'SQLite' });
});

test('one of several options is chosen, then sent', async () => {
  const id = await ask(server, { question: 'Which region?', type: 'select', options: ['Europe', 'Asia', 'America'] });
  await page.goto(`/q/${id}`);
  await page.getByLabel('Asia').check();
  await send();
  await answered(id);
  expect(await answerOf(server, id)).toMatchObject({ value: 'Asia' });
});

test('several options and an answer of one’s own are joined in their order', async () => {
  const options = [{ label: 'Unit' }, { label: 'End to end', description: 'In a browser' }, { label: 'Load' }];
  const id = await ask(server, {
    question: 'Which tests?',
    questions: [{ question: 'Which tests?', multiSelect: true, allowOther: true, options }],
  });
  await page.goto(`/q/${id}`);
  await page.getByLabel('Load').check();
  await page.getByLabel('Unit').check();
  await page.getByRole('checkbox', { name: /^Something else/ }).check();
  await page.getByLabel('Your own answer').fill('A manual round');
  await send();
  await answered(id);
  expect(await answerOf(server, id)).toMatchObject({ value: 'Unit, Load, A manual round' });
});

test('an answer in words keeps its lines', async () => {
  const id = await ask(server, { question: 'What shall the title say?', type: 'input', placeholder: 'A title' });
  await page.goto(`/q/${id}`);
  await page.getByLabel('Your answer').fill('First line\nsecond line');
  await send();
  await answered(id);
  const { value } = await answerOf(server, id);
  // Forms send line ends as CRLF.
  expect(String(value).replace('\r\n', '\n')).toBe('First line\nsecond line');
});

test('what cannot be undone needs the box "I have read it", in the browser and at the server', async () => {
  const id = await ask(server, dangerous);
  await page.goto(`/q/${id}`);
  await expect(page.getByText('This cannot be undone', { exact: true })).toBeVisible();
  await button('Approve').click();
  // The browser keeps it back.
  await expect(page).toHaveURL(`/q/${id}`);
  await page.locator('#answer').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await button('Approve').click();
  await expect(page.getByText('Not sent')).toBeVisible();
  await expect(page.getByText(/a tap is not enough/)).toBeVisible();
  expect(await answerOf(server, id)).toMatchObject({ status: 'pending' });

  await page.getByLabel('I have read it').check();
  await button('Approve').click();
  await answered(id);
  expect(await answerOf(server, id)).toMatchObject({ value: 'yes' });
});

test('what cannot be undone is refused without ticking anything', async () => {
  const id = await ask(server, dangerous);
  await page.goto(`/q/${id}`);
  await button('No').click();
  await answered(id);
  expect(await answerOf(server, id)).toMatchObject({ value: 'no' });
});

test('a hook’s ask can be handed back to the keyboard', async () => {
  const id = await ask(server, { ...dangerous, actionBody: 'npm test', toolTarget: 'npm test' });
  await page.goto(`/q/${id}`);
  await page.getByRole('button', { name: /^Ask me at the keyboard/ }).click();
  await answered(id);
  expect(await answerOf(server, id)).toMatchObject({ value: 'defer' });
});

test('who answers a question that was withdrawn meanwhile is told', async () => {
  const id = await ask(server, { question: 'Still needed?' });
  await page.goto(`/q/${id}`);
  await withdraw(server, id);
  await button('Yes').click();
  await expect(page.getByText('No longer open')).toBeVisible();
  await expect(page.getByText('Your yes was not used.')).toBeVisible();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
  await expect(button('Yes')).toHaveCount(0);
  expect(await answerOf(server, id)).toMatchObject({ status: 'cancelled', answered: false });
});

test('a question that came with a notification is answered on its page', async () => {
  const askQuestion = { question: 'Deploy the preview?' };
  const { notificationId, questionId } = await tell(server, { title: 'Build passed', context: { askQuestion } });
  await page.goto(`/n/${notificationId}`);
  await button('No').click();
  expect(await answerOf(server, questionId)).toMatchObject({ value: 'no', answerSource: 'dashboard' });
  await page.goto(`/n/${notificationId}`);
  await expect(page.getByText(/^You answered .* in Nod/)).toBeVisible();
});

test('the waiting list answers in place: a tap, a choice, and words', async () => {
  const yes = await ask(server, { question: 'A tap?' });
  const choice = await ask(server, { question: 'A choice?', type: 'select', options: ['Red', 'Green'] });
  const words = await ask(server, { question: 'Some words?', type: 'input' });
  await page.goto('/');
  const slip = (question: string) => slipOf(page, question);
  await slip('A tap?').getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(`/?answered=${yes}`);
  await slip('A choice?').getByRole('button', { name: 'Green' }).click();
  await expect(page).toHaveURL(`/?answered=${choice}`);
  await slip('Some words?').getByText('Write an answer').first().click();
  await slip('Some words?').getByLabel('Your answer').fill('These');
  await send(slip('Some words?'));
  await expect(page).toHaveURL(`/?answered=${words}`);
  const values = await Promise.all([yes, choice, words].map(async (id) => (await answerOf(server, id)).value));
  expect(values).toEqual(['yes', 'Green', 'These']);
});

test('a wrong password is refused without telling whether the account exists', async ({ browser }) => {
  const other = await newBrowser(browser, server, { javaScriptEnabled: false });
  const form = await other.newPage();
  const told: (string | null)[] = [];
  for (const ownerEmail of [server.ownerEmail, 'nobody@example.test']) {
    await form.goto('/sign-in');
    await fillSignIn(form, { ...server, ownerEmail, ownerPassword: 'not the password' });
    told.push(await form.getByRole('alert').textContent());
  }
  expect(told).toEqual(Array(2).fill('That e-mail and password do not fit together.'));
  await other.close();
});
