import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../pages/accessible';
import { newBrowser, signedInBrowser, slipOf, whenAlive } from '../pages/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, openPage, revokeKey } from '../server/workspace';
import { type Machine, makeMachine, nod, nodJson, startNod } from './run-nod';

// The command as people use it (spec 4.5), against a real server and a real browser. The tests build on each other.

test.describe.configure({ mode: 'serial' });

let server: NodServer;
let machine: Machine;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  machine = await makeMachine();
  context = await signedInBrowser(browser, server);
  page = await context.newPage();
});

test.afterAll(async () => {
  await context?.close();
  await machine?.remove();
  await stopEverything();
});

/** The code and the page that a `nod login` shows. */
async function invitationOf(running: ReturnType<typeof startNod>): Promise<{ code: string; address: string }> {
  await expect.poll(running.said).toMatch(/\/pair\/\S+\n/);
  const address = /http:\S+\/pair\/\S+/.exec(running.said())?.[0] ?? '';
  return { code: address.split('/').at(-1) ?? '', address };
}

test('without a sign-in, commands say so and end with 3; where to sign in must be said, and reached', async () => {
  for (const args of [['whoami'], ['ask', 'May I?'], ['notify', 'Done'], ['sessions']])
    expect(await nod(machine, args)).toEqual({
      code: 3,
      stdout: '',
      stderr: 'You are not signed in. Run: nod login --server ADDRESS\n',
    });
  expect(await nodJson(machine, ['whoami'])).toMatchObject({ code: 3, value: { code: 'not_signed_in' } });
  expect(await nod(machine, ['login'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--server') });
  const unreachable = await nod(machine, ['login', '--server', 'http://127.0.0.1:9']);
  expect(unreachable).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('http://127.0.0.1:9 cannot be reached'),
  });
});

test('a code that is refused in the browser stores nothing', async () => {
  const login = startNod(machine, ['login', '--server', server.url]);
  const { code } = await invitationOf(login);
  // Typed, as on a phone without its camera.
  await page.goto('/pair');
  await page.getByLabel('Code').fill('nonsense');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('A code has 8 letters and digits')).toBeVisible();
  await page.getByLabel('Code').fill(code.replace('-', ' ').toLowerCase());
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('code')).toHaveText(code);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refused');
  expect(await login.ended).toMatchObject({ code: 1, stderr: 'The code was refused. Nothing was stored.\n' });
  await expect(stat(machine.credentialsFile)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a code is approved in the browser, after signing in there; the key arrives and only its user may read it', async ({
  browser,
}) => {
  const login = startNod(machine, ['login', '--server', `${server.url}/`]);
  const { code, address } = await invitationOf(login);
  const stranger = await newBrowser(browser, server, { javaScriptEnabled: false });
  const visit = await stranger.newPage();
  await visit.goto(address);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(await visit.content()).not.toContain('Approve');
  await visit.getByLabel('E-mail').fill(server.ownerEmail);
  await visit.getByLabel('Password').fill(server.ownerPassword);
  await visit.getByRole('button', { name: 'Sign in' }).click();
  await expect(visit).toHaveURL(address);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('Connect this terminal?');
  await expect(visit.locator('code')).toHaveText(code);
  // Looking approves nothing.
  await visit.reload();
  await visit.getByRole('button', { name: 'Approve' }).click();
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText(/Approved|Connected/);
  await stranger.close();
  const ended = await login.ended;
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain(`Signed in to Home at ${server.url}. The key is in ${machine.credentialsFile}.`);
  expect((await stat(machine.credentialsFile)).mode & 0o777).toBe(0o600);
  const stored = JSON.parse(await readFile(machine.credentialsFile, 'utf8'));
  expect(stored).toMatchObject({ server: server.url, apiKey: expect.stringMatching(/^pk_/) });
  expect(ended.stdout).not.toContain(stored.apiKey);
});

test('whoami says whose key this is, and where', async () => {
  const { stdout } = await nod(machine, ['whoami']);
  expect(stdout).toMatch(/^Workspace {2}Home$/m);
  expect(stdout).toContain(server.url);
  expect(await nodJson(machine, ['whoami'])).toMatchObject({
    code: 0,
    value: { server: server.url, key: { kind: 'agent' }, workspace: { name: 'Home' }, devices: 0 },
  });
});

test('a question is answered in the browser: yes ends with 0, no with 5, a choice is printed', async () => {
  await openPage(server.query, await firstWorkspace(server.query));
  await page.goto('/');
  for (const [args, button, expected] of [
    [['ask', 'Paint it blue?'], 'Yes', { code: 0, stdout: 'yes\n' }],
    [['ask', 'Or green?'], 'No', { code: 5, stdout: 'no\n' }],
    [['ask', 'Which one?', '--option', 'red', '--option', 'no'], 'no', { code: 0, stdout: 'no\n' }],
  ] as const) {
    const asking = startNod(machine, [...args, '--timeout', '40']);
    await slipOf(page, args[1]).getByRole('link').first().click();
    await whenAlive(page);
    await page.getByRole('button', { name: button, exact: true }).click();
    expect(await asking.ended).toMatchObject(expected);
    await expect(page).toHaveURL(/answered=/);
    await page.goto('/');
  }
});

test('an answer that does not come in time ends with 6; the question stays open, and nod wait gets it', async () => {
  const asked = await nodJson(machine, ['ask', 'Later?', '--timeout', '0.2']);
  expect(asked).toMatchObject({ code: 6, value: { code: 'no_answer', status: 'pending' } });
  const id = String(asked.value.correlationId);
  expect(await nod(machine, ['wait', id, '--timeout', '0'])).toMatchObject({
    code: 6,
    stderr: `No answer yet. The question stays open; to go on waiting: nod wait ${id}\n`,
  });
  const waiting = startNod(machine, ['wait', id]);
  await page.goto(`/q/${id}`);
  await whenAlive(page);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'yes\n' });
  expect(await nod(machine, ['wait', 'nonsense'])).toMatchObject({
    code: 1,
    stderr: 'There is no question nonsense here.\n',
  });
  const { stdout } = await nod(machine, ['ask', 'Not waited for?', '--no-wait']);
  expect(await nod(machine, ['wait', stdout.trim(), '--timeout', '0'])).toMatchObject({ code: 6 });
});

test('notify tells, sessions lists', async () => {
  expect(await nod(machine, ['notify', 'Build done', 'All green'])).toMatchObject({ code: 0 });
  await page.goto('/activity');
  await expect(page.getByText('Build done').first()).toBeVisible();
  const { code, stdout } = await nod(machine, ['sessions']);
  expect(code).toBe(0);
  expect(stdout).toContain('Not waited for?');
  expect(await nodJson(machine, ['sessions', '--status', 'waiting', '--limit', '5'])).toMatchObject({
    code: 0,
    value: { sessions: [], pendingQuestions: [expect.objectContaining({ question: 'Not waited for?' })] },
  });
});

test('wrong arguments end with 2 and name what is wrong, also as JSON', async () => {
  const table: [string[], string][] = [
    [['ask'], 'QUESTION'],
    [['ask', 'Q?', '--timout', '5'], '--timout'],
    [['ask', 'Q?', '--timeout', 'soon'], '--timeout'],
    [['ask', 'Q?', '--type', 'radio'], '--type'],
    [['ask', 'Q?', '--type', 'select'], '--option'],
    [['ask', 'Q?', '--type', 'input', '--option', 'a'], '--option'],
    [['ask', 'Q?', 'more'], '"more"'],
    [['sessions', '--limit', '0'], '--limit'],
    [['sessions', '--status', 'offline'], '--status'],
    [['whoami', '--server', 'nod.example.test'], '--server'],
    [['wait'], 'ID'],
    [['ledger', 'sign', 'x'], '"sign"'],
    [['frobnicate'], '"frobnicate"'],
    [['help', 'frobnicate'], '"frobnicate"'],
  ];
  for (const [args, named] of table) {
    expect(await nod(machine, args)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(named) });
    const { code, value } = await nodJson(machine, args);
    expect(value).toMatchObject({ code: 'usage', error: expect.stringContaining(named), message: value.error });
    expect(code).toBe(2);
  }
  // What the server refuses, it names.
  expect(await nodJson(machine, ['ask', ''])).toMatchObject({
    code: 1,
    value: { error: expect.stringContaining('question') },
  });
});

const checksOf = (value: Record<string, unknown>) =>
  Object.fromEntries(
    (value.checks as { name: string; ok: boolean; next?: string }[]).map(({ name, ...check }) => [name, check]),
  );

test('doctor names what does not work, with the next step, and ends with 1', async () => {
  const { code, value } = await nodJson(machine, ['doctor']);
  expect(code).toBe(1);
  expect(checksOf(value)).toMatchObject({
    'Sign-in': { ok: true },
    Version: { ok: true },
    'Round trip': { ok: true },
    Device: { ok: false, next: expect.stringContaining(`${server.url}/devices`) },
    Agents: { ok: false, next: expect.stringContaining('nod setup') },
  });
  // The test question reaches nobody, and does not stay.
  expect(await server.query(`SELECT state, env FROM question WHERE question LIKE 'nod doctor%'`)).toEqual([
    { state: 'cancelled', env: 'test' },
  ]);
});

test('doctor is content with a device and an agent that setup connected', async () => {
  const { workspaceId, memberId } = await firstWorkspace(server.query);
  await server.query(
    `INSERT INTO device (id, workspace_id, member_id, endpoint, p256dh, auth, name, channel)
     VALUES (gen_random_uuid(), $1, $2, 'https://push.example.test/x', 'x', 'x', 'Phone', 'web')`,
    [workspaceId, memberId],
  );
  await mkdir(path.join(machine.home, '.cursor'));
  expect(await nod(machine, ['setup', '--agent', 'cursor', '--yes'])).toMatchObject({ code: 0 });
  const { code, value } = await nodJson(machine, ['doctor']);
  expect(checksOf(value)).toMatchObject({ Device: { ok: true }, Cursor: { ok: true } });
  expect(code).toBe(0);
  expect(await nod(machine, ['doctor'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Everything works.'),
  });
});

test('a key that was revoked, and a server that is down, are told apart', async () => {
  const { apiKey, ...rest } = JSON.parse(await readFile(machine.credentialsFile, 'utf8'));
  const other = await makeKey(server.query, await firstWorkspace(server.query), 'agent');
  await revokeKey(server.query, other);
  const broken = await makeMachine();
  const write = (credentials: object) => writeFile(machine.credentialsFile, JSON.stringify(credentials));
  try {
    await write({ ...rest, apiKey: other });
    for (const args of [['whoami'], ['ask', 'May I?'], ['sessions'], ['notify', 'Done']])
      expect(await nod(machine, args)).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('does not accept this key'),
      });
    expect(await nod(machine, ['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('does not accept this key'),
    });
    await write({ ...rest, apiKey, server: 'http://127.0.0.1:9' });
    for (const args of [['whoami'], ['ask', 'May I?']])
      expect(await nod(machine, args)).toMatchObject({ code: 4, stderr: expect.stringContaining('cannot be reached') });
    expect(await nod(machine, ['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('cannot be reached'),
    });
    await write({ server: server.url });
    expect(await nod(machine, ['whoami'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(machine.credentialsFile),
    });
  } finally {
    await write({ ...rest, apiKey });
    await broken.remove();
  }
});

test('a stored key is not sent to another server that an option names', async () => {
  expect(await nod(machine, ['whoami', '--server', 'http://127.0.0.1:9'])).toMatchObject({
    code: 3,
    stderr: 'You are not signed in to http://127.0.0.1:9. Run: nod login --server http://127.0.0.1:9\n',
  });
});

test('logout removes the key here and says how to end it', async () => {
  const { code, stdout } = await nod(machine, ['logout']);
  expect(code).toBe(0);
  expect(stdout).toContain(`revoke it on ${server.url}/keys`);
  await expect(stat(machine.credentialsFile)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await nod(machine, ['whoami'])).toMatchObject({ code: 3 });
  expect(await nod(machine, ['logout'])).toMatchObject({ code: 0, stdout: 'There is no key on this machine.\n' });
});
