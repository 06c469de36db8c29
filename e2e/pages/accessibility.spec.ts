import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { answer, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { expectAccessible } from './accessible';
import { ask, dangerous, tell } from './agent';
import { newBrowser, signedInBrowser, whenAlive } from './person';
import { watchForTroubles } from './troubles';

// WCAG 2.2 AA on every page, in both themes, on a phone and wide (spec 5.5); and no page asks for what its policy forbids.

let server: NodServer;
let context: BrowserContext;
let page: Page;
let troubles: string[];
const addresses: Record<string, string> = {};

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  const long = { context: 'x'.repeat(300), intent: 'Ship it.', action: 'Merge.', blocker: 'Needs a person.' };
  addresses.pending = `/q/${await ask(server, { question: 'Merge this?', ...long })}`;
  addresses.danger = `/q/${await ask(server, { ...dangerous, actionBody: `rm -rf build\n${'y'.repeat(6000)}` })}`;
  addresses.words = `/q/${await ask(server, { question: 'Which title?', type: 'input' })}`;
  const options = [{ label: 'Unit', description: 'Fast' }, { label: 'Load' }];
  const questions = [{ question: 'Which tests?', multiSelect: true, allowOther: true, options }];
  addresses.select = `/q/${await ask(server, { question: 'Which tests?', questions })}`;
  const settled = await ask(server, { question: 'Delete the branch?' });
  await answer(server, await signIn(server), settled, 'no', 'Keep it.');
  addresses.answered = `/q/${settled}?late=yes`;
  const details = {
    summary: 'All green.',
    details: ['One', 'Two'],
    filesChanged: [`src/${'deep/'.repeat(30)}file.ts`],
  };
  const told = await tell(server, {
    title: 'Build passed',
    context: { ...details, errorMessage: 'Error: none', askQuestion: { question: 'Deploy?' } },
  });
  addresses.notification = `/n/${told.notificationId}`;
  await server.query(
    `INSERT INTO device (id, workspace_id, member_id, endpoint, p256dh, auth, name, channel)
     SELECT gen_random_uuid(), workspace_id, id, 'https://push.example.test/' || status, 'x', 'x', 'Device ' || status, 'web'
       FROM member, unnest(ARRAY['active', 'expired']) AS status WHERE role = 'owner' LIMIT 2`,
  );
  const rest = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' };
    const url = `${server.url}/api/v1/server${path}`;
    return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Record<
      string,
      string
    >;
  };
  const { universalLink = '' } = await rest('/enroll', { externalId: 'user_123' });
  addresses.enrolment = universalLink.replace(server.url, '');
  const { decisionId = '' } = await rest('/decisions', {
    question: 'Refund it?',
    callbackUrl: 'https://hook.example.test/',
  });
  await rest(`/decisions/${decisionId}`, { answer: 'no' });
  const [owed] = await server.query<{ id: string }>('SELECT id FROM outbox_message');
  addresses.webhook = `/webhooks/${owed?.id}`;
  context = await signedInBrowser(browser, server);
  troubles = watchForTroubles(context);
  page = await context.newPage();
});

test.afterEach(() => expect(troubles.splice(0)).toEqual([]));

test.afterAll(async () => {
  await context.close();
  await stopEverything();
});

Object.assign(addresses, {
  waiting: '/',
  devices: '/devices',
  keys: '/keys',
  activity: '/activity',
  settings: '/settings',
  setup: '/setup',
  policies: '/policies',
  scopes: '/scopes',
  webhooks: '/webhooks',
});
const names = [
  'pending',
  'danger',
  'words',
  'select',
  'answered',
  'notification',
  'enrolment',
  'webhook',
  ...Object.keys(addresses),
];

for (const name of names) {
  test(`the page "${name}" is accessible and causes no error`, async () => {
    await page.goto(addresses[name] ?? '');
    await whenAlive(page);
    await expect(page.locator('h1')).toHaveCount(1);
    expect(await page.evaluate(() => document.activeElement?.tagName), 'nothing is focused at load').toBe('BODY');
    await expectAccessible(page);
  });
}

test('what folds open is accessible too', async () => {
  for (const address of ['/', '/devices', '/keys']) {
    await page.goto(address);
    await whenAlive(page);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await expectAccessible(page);
  }
});

test('sign-in and not found are accessible', async ({ browser }) => {
  const stranger = await newBrowser(browser, server);
  const seen = watchForTroubles(stranger);
  const visit = await stranger.newPage();
  await visit.goto('/sign-in?code=unauthorized');
  await expect(visit.getByRole('alert').first()).toBeVisible();
  await expectAccessible(visit);
  expect(seen.splice(0)).toEqual([]);
  await visit.goto('/nothing/here');
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('Nothing is here');
  await expectAccessible(visit);
  // The page itself, by its request and in the console.
  expect(seen.filter((trouble) => !trouble.includes('404'))).toEqual([]);
  await stranger.close();
});

/** The accessible names that the Tab key passes, from the top of the page. */
async function tabStops(): Promise<string[]> {
  const stops: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return undefined;
      const label = (activeElement as HTMLInputElement).labels?.[0]?.textContent;
      return (activeElement.ariaLabel ?? label ?? activeElement.textContent ?? '').trim();
    });
    if (stop === undefined) break;
    stops.push(stop);
  }
  return stops;
}

for (const [width, size] of Object.entries({
  phone: { width: 360, height: 740 },
  wide: { width: 1280, height: 800 },
})) {
  test(`the Tab key reaches note, No and Yes in this order, first a way to skip there (${width})`, async () => {
    await page.setViewportSize(size);
    await page.goto(addresses.pending ?? '');
    await whenAlive(page);
    const stops = await tabStops();
    expect(stops[0]).toBe('Skip to the answer');
    const answers = stops.filter((stop) => ['Note for the agent, optional', 'No', 'Yes'].includes(stop));
    expect(answers).toEqual(['Note for the agent, optional', 'No', 'Yes']);
  });
}

test('the skip link leads to the answers, and what has the focus can be seen', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(addresses.pending ?? '');
  await whenAlive(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Note for the agent, optional')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const yes = page.getByRole('button', { name: 'Yes', exact: true });
  await expect(yes).toBeFocused();
  expect(await yes.evaluate((button) => getComputedStyle(button).outlineStyle)).not.toBe('none');
});

test('answers are at least 48 px high and apart, No at the left of Yes', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/', addresses.pending ?? '']) {
    await page.goto(address);
    const [no, yes] = [
      await page.getByRole('button', { name: 'No', exact: true }).first().boundingBox(),
      await page.getByRole('button', { name: 'Yes', exact: true }).first().boundingBox(),
    ];
    if (!no || !yes) throw new Error('No answers are shown.');
    expect(no.height).toBeGreaterThanOrEqual(48);
    expect(yes.height).toBeGreaterThanOrEqual(48);
    expect(yes.x - (no.x + no.width)).toBeGreaterThanOrEqual(8);
  }
});
