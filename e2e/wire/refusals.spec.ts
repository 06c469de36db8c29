import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { countStored } from '../server/workspace';
import { namedIn, type WireClient, wireClient } from './client';
import { raiseDecisionLimits } from './decisions';

let server: NodServer;
let wire: WireClient;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  await raiseDecisionLimits(server.query);
});
test.afterAll(stopEverything);

const create = (fields: Record<string, unknown>) => wire.post('/decisions', { question: 'Refund?', ...fields });

/** Refused with 400, naming this field (or one inside of it), and nothing stored. */
async function expectRefused(fields: Record<string, unknown>, field: string, what = JSON.stringify(fields)) {
  const before = await countStored(server.query);
  const reply = await create(fields);
  const shown = `${what.slice(0, 100)} → ${reply.status} ${reply.text.slice(0, 300)}`;
  expect(reply.status, shown).toBe(400);
  expect(reply.body.code, shown).toBe('invalid_request');
  expect(
    namedIn(reply).some((name) => name === field || new RegExp(`^${field}[.[]`).test(name)),
    shown,
  ).toBe(true);
  expect(await countStored(server.query), shown).toEqual(before);
}

async function expectTaken(fields: Record<string, unknown>) {
  const reply = await create(fields);
  expect([200, 201], `${JSON.stringify(fields).slice(0, 100)} → ${reply.text.slice(0, 300)}`).toContain(reply.status);
}

const entries = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));
const choices = (count: number) => Array.from({ length: count }, (_, index) => `choice ${index}`);

test('text is taken up to its limit and refused one beyond it, by name', async () => {
  const limits = {
    question: 8000,
    externalId: 256,
    agentName: 120,
    placeholder: 200,
    context: 2000,
    idempotencyKey: 200,
    actor: 120,
    environment: 40,
  };
  for (const [field, limit] of Object.entries(limits)) {
    await expectTaken({ [field]: 'x'.repeat(limit) });
    await expectRefused({ [field]: 'x'.repeat(limit + 1) }, field, `${field} one too long`);
  }
});

test('toolName and toolTarget come from models: too long they are cut or refused by name, never a failure', async () => {
  for (const [field, limit] of Object.entries({ toolName: 100, toolTarget: 80 })) {
    await expectTaken({ [field]: 'x'.repeat(limit) });
    const reply = await create({ [field]: 'x'.repeat(limit + 1) });
    expect([200, 201, 400], reply.text).toContain(reply.status);
    if (reply.status === 400) expect(namedIn(reply)).toEqual([field]);
  }
});

test('externalId is counted in UTF-16 units: 128 emoji fit, 257 units do not', async () => {
  await expectTaken({ externalId: '🙂'.repeat(128) });
  await expectRefused({ externalId: `${'🙂'.repeat(128)}x` }, 'externalId', '257 units');
});

test('a select needs 2 to 20 different options of 1 to 200 characters', async () => {
  for (const options of [choices(2), choices(20), ['a', 'x'.repeat(200)]])
    await expectTaken({ type: 'select', options });
  const bad = [
    [],
    ['one'],
    choices(21),
    ['same', 'same'],
    ['same', ' same '],
    ['a', ''],
    ['a', 'x'.repeat(201)],
    'a,b',
    [1, 2],
  ];
  for (const options of bad) await expectRefused({ type: 'select', options }, 'options');
  await expectRefused({ type: 'select' }, 'options');
});

test('type, booleans and numbers are not guessed', async () => {
  await expectRefused({ type: 'multiple' }, 'type');
  for (const field of ['wait', 'requireReachable', 'approvalUrl', 'poweredBy'])
    for (const value of ['true', 1, null]) await expectRefused({ [field]: value }, field);
  for (const field of ['expiresInSeconds', 'timeoutSeconds'])
    for (const value of ['600', null, [600]]) await expectRefused({ [field]: value }, field);
  await expectRefused({ email: 'not an address' }, 'email');
  await expectRefused({ question: '' }, 'question');
  await expectRefused({ question: ' \n ' }, 'question');
});

test('expiresInSeconds: 60 to 86400, 3600 when it is left out, less than a minute counts as one', async () => {
  for (const expiresInSeconds of [60, 86_400]) {
    const { body } = await create({ expiresInSeconds });
    expect(body.expiresInSeconds).toBe(expiresInSeconds);
    const read = (await wire.get(`/decisions/${body.decisionId}`)).body;
    const seconds = (Date.parse(String(read.expiresAt)) - Date.parse(String(read.createdAt))) / 1000;
    expect(Math.abs(seconds - expiresInSeconds)).toBeLessThan(2);
  }
  expect((await create({})).body.expiresInSeconds).toBe(3600);
  // Clients send their own timeout here.
  for (const expiresInSeconds of [1, 55, 59])
    expect((await create({ expiresInSeconds })).body.expiresInSeconds).toBe(60);
  for (const expiresInSeconds of [-1, 0, 86_401, 1e300]) await expectRefused({ expiresInSeconds }, 'expiresInSeconds');
});

test('parameters: 32 flat entries of text, finite numbers and booleans are taken', async () => {
  await expectTaken({ parameters: {} });
  await expectTaken({ parameters: entries(32, 'x'.repeat(200)) });
  await expectTaken({
    parameters: { ['k'.repeat(64)]: 'NaN', zero: 0, no: false, minus: -1.5, empty: '', emoji: '🙂' },
  });
});

test('one bad entry in parameters refuses the whole request', async () => {
  const bad: Record<string, unknown>[] = [
    entries(33),
    { nested: { amount: 1 } },
    { list: [1] },
    { nothing: null },
    { long: 'x'.repeat(201) },
    { ['k'.repeat(65)]: 1 },
    { '': 1 },
    JSON.parse('{"__proto__": 1}') as Record<string, unknown>,
  ];
  for (const parameters of bad) {
    await expectRefused({ parameters }, 'parameters');
    if (Object.keys(parameters).length < 33)
      await expectRefused({ parameters: { good: 1, ...parameters, also: 2 } }, 'parameters');
  }
  for (const parameters of [[], 'amount=1', 7, null]) await expectRefused({ parameters }, 'parameters');
});

test('a number in parameters that is not finite is refused', async () => {
  for (const number of ['1e999', '-1e999', 'NaN', 'Infinity']) {
    const raw = `{"question":"Refund?","parameters":{"amount":${number}}}`;
    expect((await wire.send('POST', '/decisions', { raw })).status, number).toBe(400);
  }
});

const presentation = (parameter: string, format: unknown = { kind: 'text' }) => ({
  label: 'Refund',
  effect: 'Money goes back.',
  changes: [{ parameter, label: 'Amount', format }],
});

test('a presentation may show what is in parameters, in each format', async () => {
  const parameters = { amount: 4800, weight: 1.5, at: '2026-12-01T10:00:00Z', express: true, note: 'x' };
  const formats: [string, unknown][] = [
    ['amount', { kind: 'currency', currency: 'EUR' }],
    ['weight', { kind: 'quantity', unit: 'kg' }],
    ['weight', { kind: 'quantity' }],
    ['at', { kind: 'timestamp' }],
    ['express', { kind: 'boolean' }],
    ['note', { kind: 'text' }],
  ];
  for (const [name, format] of formats) await expectTaken({ parameters, presentation: presentation(name, format) });
  await expectTaken({ parameters, presentation: { label: 'Refund', effect: 'Money goes back.', risk: 'Large.' } });
});

test('a presentation that names an absent or secret-named parameter, or a format that cannot show it, is refused', async () => {
  const secrets = ['password', 'apiKey', 'api_key', 'accessToken', 'client_secret', 'Authorization'];
  const parameters = { amount: 4800, note: 'x', ...Object.fromEntries(secrets.map((name) => [name, 'x'])) };
  for (const name of ['missing', 'Amount', 'toString', '__proto__', 'constructor', ...secrets])
    await expectRefused({ parameters, presentation: presentation(name) }, 'presentation', name);
  await expectRefused({ presentation: presentation('amount') }, 'presentation', 'no parameters at all');
  await expectRefused(
    { parameters, presentation: presentation('note', { kind: 'currency', currency: 'EUR' }) },
    'presentation',
  );
  await expectRefused({ parameters, presentation: presentation('amount', { kind: 'html' }) }, 'presentation');
  await expectRefused({ parameters, presentation: { ...presentation('amount'), colour: 'red' } }, 'presentation');
});

test('callback URLs to private, local, odd or credentialed addresses are refused', async () => {
  const bad = [
    'http://127.0.0.1/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://0177.0.0.1/x',
    'https://0.0.0.0/x',
    'https://10.0.0.1/x',
    'https://172.16.0.1/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://[fd00::1]/x',
    'https://[fe80::1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://nod.localhost/x',
    'https://printer.local/x',
    'https://db.internal/x',
    'https://intranet/x',
    'https://user:pass@hooks.example.com/x',
    'https://user@hooks.example.com/x',
    'ftp://hooks.example.com/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//hooks.example.com/x',
    'hooks.example.com',
    '',
    'https://',
    `https://hooks.example.com/${'x'.repeat(20_000)}`,
  ];
  for (const callbackUrl of bad) await expectRefused({ callbackUrl }, 'callbackUrl', callbackUrl);
  await expectTaken({ callbackUrl: 'https://hooks.example.com/nod?a=1&b=%20' });
});

test('sandboxOutcome has three values', async () => {
  await expectRefused({ sandboxOutcome: 'maybe' }, 'sandboxOutcome');
});

test('externalId is refused by name where a call needs one', async () => {
  for (const path of ['/enroll', '/keys']) {
    for (const externalId of [undefined, '', ' ', 7, 'x'.repeat(257), '🙂'.repeat(129), 'a\nb']) {
      const reply = await wire.post(path, { externalId });
      expect(reply.status, `${path} ${externalId}`).toBe(400);
      expect(namedIn(reply), `${path} ${externalId}`).toContain('externalId');
    }
  }
  const reachability = await wire.get('/reachability', { externalId: 'x'.repeat(257) });
  expect(reachability.status).toBe(400);
  expect(namedIn(reachability)).toContain('externalId');
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
