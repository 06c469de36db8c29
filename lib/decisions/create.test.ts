import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import { listDecisions } from '@/lib/decisions/list';
import { decideAs, rowsOf } from '@/lib/testing/decisions';
import { addBoundKey, addEndUserDevice } from '@/lib/testing/end-users';
import { addDevice, addKey, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { ledgerOf, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterAll(() => closeDatabase());

const deliveriesOf = (id: string) =>
  query<{ device_id: string; kind: string }>('SELECT device_id, kind FROM delivery WHERE question_id = $1', [id]);

test('a decision goes to every device of its end user and to nobody else', async () => {
  await addDevice(place.owner);
  await addEndUserDevice(place.workspaceId, 'another');
  const devices = [
    await addEndUserDevice(place.workspaceId, 'customer'),
    await addEndUserDevice(place.workspaceId, 'customer'),
  ];
  const decision = await decideAs(place.full);
  expect(decision).toMatchObject({
    status: 'pending',
    answered: false,
    reachable: true,
    deviceCount: 2,
    expiresInSeconds: 3600,
  });
  const sent = await deliveriesOf(decision.decisionId);
  expect(sent.map(({ device_id }) => device_id).sort()).toEqual(devices.sort());
  expect(sent.every(({ kind }) => kind === 'question')).toBe(true);
  expect(await ledgerOf(decision.decisionId)).toEqual(['asked']);
});

test('an end user nobody knows yet is noted; without one there is nobody to reach', async () => {
  expect(await decideAs(place.full, { externalId: 'new' })).toMatchObject({ reachable: false, deviceCount: 0 });
  expect(await rowsOf(place.workspaceId)).toMatchObject({ decisions: 1, end_users: 1, deliveries: 0 });
  expect(await decideAs(place.full, { externalId: undefined })).toMatchObject({ reachable: false });
  expect(await rowsOf(place.workspaceId)).toMatchObject({ decisions: 2, end_users: 1 });
});

test('requireReachable with nobody enrolled stores nothing at all', async () => {
  await expect(decideAs(place.full, { requireReachable: true })).rejects.toMatchObject({ code: 'unreachable' });
  expect(await rowsOf(place.workspaceId)).toEqual({ decisions: 0, end_users: 0, deliveries: 0, ledger: 0 });
  const device = await addEndUserDevice(place.workspaceId, 'customer');
  await query(`UPDATE device SET status = 'expired' WHERE id = $1`, [device]);
  await expect(decideAs(place.full, { requireReachable: true })).rejects.toMatchObject({ code: 'unreachable' });
  await query(`UPDATE device SET status = 'active' WHERE id = $1`, [device]);
  expect(await decideAs(place.full, { requireReachable: true })).toMatchObject({ reachable: true });
});

test('fifty creates at once with one key are one decision, pushed once', async () => {
  await addEndUserDevice(place.workspaceId, 'customer');
  const all = await Promise.all(Array.from({ length: 50 }, () => decideAs(place.full, { idempotencyKey: 'refund-1' })));
  expect(new Set(all.map(({ decisionId }) => decisionId)).size).toBe(1);
  expect(all.filter(({ idempotent }) => idempotent !== true)).toHaveLength(1);
  expect(await rowsOf(place.workspaceId)).toMatchObject({ decisions: 1, deliveries: 1 });
});

test.each([
  ['question', { question: 'Refund more?' }],
  ['type', { type: 'input' }],
  ['externalId', { externalId: 'another' }],
  ['context', { context: 'other' }],
  ['expiresInSeconds', { expiresInSeconds: 3601 }],
  ['parameters', { parameters: { amount: 2 } }],
  ['toolTarget', { toolTarget: 'order 2' }],
  ['approvalUrl', { approvalUrl: true }],
  ['callbackUrl', { callbackUrl: 'https://example.com/other' }],
])('the same key with another %s is a conflict, and nothing is stored', async (_what, change) => {
  const first = {
    idempotencyKey: 'k',
    parameters: { amount: 1, order: 'a' },
    context: 'c',
    callbackUrl: 'https://example.com/',
  };
  await decideAs(place.full, first);
  await expect(decideAs(place.full, { ...first, ...change })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  expect(await rowsOf(place.workspaceId)).toMatchObject({ decisions: 1, end_users: 1 });
});

test('what says nothing about the content is no other content: the wait, the order of parameters, defaults written out', async () => {
  const first = await decideAs(place.full, { idempotencyKey: 'k', parameters: { amount: 1, order: 'a' } });
  const again = await decideAs(place.full, {
    idempotencyKey: 'k',
    parameters: { order: 'a', amount: 1 },
    wait: true,
    timeoutSeconds: 0,
    expiresInSeconds: 3600,
    type: 'confirm',
  });
  expect(again).toMatchObject({ decisionId: first.decisionId, idempotent: true, status: 'pending' });
});

test('a lifetime under a minute counts as a minute: clients send their own timeout here', async () => {
  expect(await decideAs(place.full, { expiresInSeconds: 55 })).toMatchObject({ expiresInSeconds: 60 });
});

test('options of what is no choice are ignored; the texts of a choice come back as they were sent', async () => {
  const { decisionId } = await decideAs(place.full, { options: ['Approve'] });
  expect((await rowOf(decisionId)).options).toEqual([]);
  const options = [' a ', 'password=hunter22'];
  await decideAs(place.full, { type: 'select', options, question: ' key sk_live_abcdefgh12345678 ' });
  const { decisions } = await listDecisions(place.full, { limit: 1 });
  expect(decisions[0]).toMatchObject({ options, question: ' key sk_live_abcdefgh12345678 ' });
});

test('two keys that use the same idempotencyKey do not meet', async () => {
  const other = await addKey(place.owner, 'full');
  const [one, two] = [
    await decideAs(place.full, { idempotencyKey: 'k' }),
    await decideAs(other, { idempotencyKey: 'k', question: 'Else?' }),
  ];
  expect(one.decisionId).not.toBe(two.decisionId);
});

test('open decisions are limited: by end user and by workspace, also when they come at once', async () => {
  await query('UPDATE workspace SET end_user_decision_limit = 3, decision_limit = 5 WHERE id = $1', [
    place.workspaceId,
  ]);
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => decideAs(place.full)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const others = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => decideAs(place.full, { externalId: `other ${index}` })),
  );
  expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const refused = others.find((one) => one.status === 'rejected');
  expect(refused?.status === 'rejected' && refused.reason).toMatchObject({ code: 'limit_reached', status: 429 });
});

test('decisions and agents’ questions take no room from each other, and the kill switch stops no decision', async () => {
  await query(`UPDATE workspace SET pending_limit = 0, stopped_until = nod_now() + interval '1 hour' WHERE id = $1`, [
    place.workspaceId,
  ]);
  expect(await decideAs(place.full)).toMatchObject({ status: 'pending' });
});

test('the context comes back to the byte, and people are shown it without its secrets', async () => {
  const context = 'emoji 🙂\r\ntab\t bidi \u202e zero\u200b key sk_live_abcdefgh12345678';
  const { decisionId } = await decideAs(place.full, { context });
  const row = await rowOf(decisionId);
  expect(row.wire?.context).toBe(context);
  expect(row.context).not.toContain('sk_live_abcdefgh12345678');
  const { decisions } = await listDecisions(place.full, { limit: 1 });
  expect(decisions[0]?.context).toBe(context);
});

test('what has the name of a secret is kept nowhere, nor what looks like one', async () => {
  const parameters = { password: 'hunter2', apiKey: 'abc', pin: 7, note: 'key sk_live_abcdefgh12345678' };
  const { decisionId } = await decideAs(place.full, { parameters, context: undefined });
  const stored = JSON.stringify((await rowOf(decisionId)).decision);
  for (const secret of ['hunter2', 'abc', 'sk_live']) expect(stored).not.toContain(secret);
  expect(stored).toContain('"pin":7');
});

test('a bound key asks its one end user, named or not, and no other', async () => {
  const bound = await addBoundKey(place.owner, 'customer');
  expect((await rowOf((await decideAs(bound, { externalId: undefined })).decisionId)).external_id).toBe('customer');
  await expect(decideAs(bound, { externalId: 'another' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(decideAs(bound, { approvalUrl: true })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await rowsOf(place.workspaceId)).toMatchObject({ decisions: 1, end_users: 1 });
});

test('a suspended workspace opens no decision', async () => {
  await expect(decideAs({ ...place.full, workspaceSuspended: true })).rejects.toMatchObject({
    code: 'subscription_required',
  });
});

test.each([
  ['a parameter that is nested', { parameters: { a: { b: 1 } } }, 'parameters.a'],
  ['a parameter that is null', { parameters: { ok: 1, a: null } }, 'parameters.a'],
  [
    '33 parameters',
    { parameters: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`p${n}`, n])) },
    'parameters',
  ],
  ['a parameter of 201 characters', { parameters: { a: 'x'.repeat(201) } }, 'parameters.a'],
  ['an infinite parameter', { parameters: { a: Number.POSITIVE_INFINITY } }, 'parameters.a'],
  [
    'a presentation of what is not there',
    { presentation: presents('b', 'text'), parameters: { a: 1 } },
    'presentation.changes[0].parameter',
  ],
  [
    'a presentation of a secret',
    { presentation: presents('api_key', 'text'), parameters: { api_key: 'x' } },
    'presentation.changes[0].parameter',
  ],
  [
    'a currency that is no whole number',
    { presentation: presents('a', 'currency'), parameters: { a: 48.5 } },
    'presentation.changes[0].parameter',
  ],
  [
    'a presentation of what every object has',
    { presentation: presents('constructor', 'text'), parameters: { a: 1 } },
    'presentation.changes[0].parameter',
  ],
  ['an externalId of 257 units', { externalId: 'x'.repeat(257) }, 'externalId'],
  ['an externalId of 129 emoji', { externalId: '🙂'.repeat(129) }, 'externalId'],
  ['a context of 2001 units', { context: 'x'.repeat(2001) }, 'context'],
  ['a context that cannot be stored', { context: 'a\u0000b' }, 'context'],
  ['one option', { type: 'select', options: ['a'] }, 'options'],
  ['21 options', { type: 'select', options: Array.from({ length: 21 }, (_, n) => `o${n}`) }, 'options'],
  ['a choice without options', { type: 'select' }, 'options'],
  ['no second at all', { expiresInSeconds: 0 }, 'expiresInSeconds'],
  ['more than a day', { expiresInSeconds: 86_401 }, 'expiresInSeconds'],
  [
    'options that differ only in secrets',
    { type: 'select', options: ['token=abc123secret (old)', 'token=zzz999secret (old)'] },
    'options',
  ],
  ['a whole number that JSON rounds', { parameters: { a: 2 ** 53 } }, 'parameters.a'],
  ['a misspelt field', { callbackURL: 'https://example.com' }, 'callbackURL'],
  ['a private callback', { callbackUrl: 'https://10.0.0.1/x' }, 'callbackUrl'],
  ['a decimal private callback', { callbackUrl: 'http://2130706433/x' }, 'callbackUrl'],
  ['a mapped private callback', { callbackUrl: 'http://[::ffff:10.0.0.1]/x' }, 'callbackUrl'],
])('%s is refused by name, and nothing is stored', async (_what, fields, field) => {
  await expect(async () => decideAs(place.full, fields)).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [expect.objectContaining({ field })],
  });
  expect(await rowsOf(place.workspaceId)).toEqual({ decisions: 0, end_users: 0, deliveries: 0, ledger: 0 });
});

function presents(parameter: string, kind: string) {
  const format = kind === 'currency' ? { kind, currency: 'EUR' } : { kind };
  return { label: 'Refund', effect: 'Money goes back.', changes: [{ parameter, label: 'Amount', format }] };
}
