import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { quietly, rawCall, rpc } from '../server/mcp';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, type TestWorkspace } from '../server/workspace';
import { type WireClient, wireClient } from './client';
import { expectBlocked, openDecision, raiseDecisionLimits } from './decisions';
import { addEndUser, addReachableEndUser, makeBoundKey } from './people';

let server: NodServer;
let wire: WireClient;
let home: TestWorkspace;
let bound: string;
const externalId = `ada ${randomUUID()}`;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  home = await firstWorkspace(server.query);
  await raiseDecisionLimits(server.query);
  bound = await makeBoundKey(server.query, home, await addReachableEndUser(server.query, home, externalId));
});
test.afterAll(stopEverything);

const connector = [
  'ask_user',
  'cancel_question',
  'propose_scope',
  'schedule_reminder',
  'send_notification',
  'wait_for_answer',
];
const decisions = ['cancel_decision', 'create_decision', 'enroll_end_user', 'get_decision'];
const agent = [...connector, 'list_sessions'];
const full = [...agent, 'list_subscribers', 'get_subscriber', 'count_subscribers', ...decisions];

async function listedFor(key?: string): Promise<string[]> {
  const { result } = await rpc(server.url, 'tools/list', {}, { key });
  return ((result?.tools ?? []) as { name: string }[]).map(({ name }) => name).sort();
}

const call = (tool: string, args: Record<string, unknown>, key = server.apiKey) =>
  rawCall(server.url, tool, args, { key });

test('tools/list shows exactly what each kind of key may call, and without a key what a connector may', async () => {
  expect(await listedFor()).toEqual(connector);
  for (const [kind, names] of [
    ['connector', connector],
    ['agent', agent],
    ['full', full],
    ['sandbox', decisions],
  ] as const)
    expect(await listedFor(await makeKey(server.query, home, kind)), kind).toEqual([...names].sort());
  expect(await listedFor(bound), 'bound').toEqual(decisions);
});

test('a decision made by a tool is the one that REST reads, and the other way round', async () => {
  const { structured } = await call('create_decision', { question: 'Refund?', externalId, context: 'a\r\n\u202eb' });
  expect(structured).toMatchObject({ status: 'pending', answered: false, reachable: true });
  const id = String(structured.decisionId);
  expect((await wire.get(`/decisions/${id}`)).body).toMatchObject({ externalId, context: 'a\r\n\u202eb' });
  await wire.post(`/decisions/${id}`, { answer: 'yes' });
  expect((await call('get_decision', { decisionId: id })).structured).toEqual({
    decisionId: id,
    status: 'answered',
    answered: true,
    value: 'yes',
  });
  const other = await openDecision(wire, { externalId });
  expect((await call('cancel_decision', { decisionId: other })).structured).toEqual({
    decisionId: other,
    cancelled: true,
    status: 'cancelled',
  });
  expect((await wire.get(`/decisions/${other}`)).body.status).toBe('cancelled');
});

test('one idempotencyKey by tool and by REST is one decision', async () => {
  const body = { question: 'Once?', externalId, idempotencyKey: randomUUID() };
  const id = await openDecision(wire, body);
  expect((await call('create_decision', body)).structured).toMatchObject({ decisionId: id, idempotent: true });
  const other = await call('create_decision', { ...body, question: 'Twice?' });
  expect(other.isError).toBe(true);
  expect(other.structured).toMatchObject({ code: 'idempotency_conflict' });
});

test('get_decision waits up to 20 seconds, and ends at once with the answer', async () => {
  const id = await openDecision(wire);
  const waiting = quietly(call('get_decision', { decisionId: id, waitSeconds: 20 }));
  await expectBlocked(wire, waiting);
  await wire.post(`/decisions/${id}`, { answer: 'no' });
  expect((await waiting).structured).toMatchObject({ answered: true, value: 'no' });
});

test('enroll_end_user gives exactly its link', async () => {
  const { structured } = await call('enroll_end_user', { externalId });
  expect(Object.keys(structured).sort()).toEqual(['deepLink', 'expiresInSeconds', 'externalId', 'universalLink']);
  expect(String(structured.universalLink)).toMatch(`${server.url}/e/`);
});

test('by a tool as by REST, a bound key enrols, opens, reads and cancels for its one end user only', async () => {
  await addEndUser(server.query, home, 'bob');
  // Somebody without a device: a bound key adds none to those that there are.
  const bound = await makeBoundKey(server.query, home, await addEndUser(server.query, home, 'dora'));
  const externalId = 'dora';
  for (const tool of ['enroll_end_user', 'create_decision']) {
    const question = tool === 'create_decision' ? { question: 'Refund?' } : {};
    expect((await call(tool, { externalId, ...question }, bound)).isError, tool).toBe(false);
    const ofBob = await call(tool, { externalId: 'bob', ...question }, bound);
    const ofNobody = await call(tool, { externalId: 'never', ...question }, bound);
    expect(ofBob.isError, tool).toBe(true);
    expect(ofBob.text.replaceAll('bob', '…')).toBe(ofNobody.text.replaceAll('never', '…'));
  }
  const bobs = await openDecision(wire, { externalId: 'bob' });
  const never = '0190a0a0-0000-7000-8000-000000000000';
  for (const tool of ['get_decision', 'cancel_decision']) {
    const [there, gone] = [
      await call(tool, { decisionId: bobs }, bound),
      await call(tool, { decisionId: never }, bound),
    ];
    expect(there.text.replaceAll(bobs, '…'), tool).toBe(gone.text.replaceAll(never, '…'));
  }
  expect((await wire.get(`/decisions/${bobs}`)).body.status).toBe('pending');
});

test('a bound key connects nobody who has a device: its holder could answer from another', async () => {
  for (const refused of [
    await call('enroll_end_user', { externalId }, bound),
    { structured: (await wire.post('/enroll', { externalId }, bound)).body, isError: true },
  ]) {
    expect(refused.isError).toBe(true);
    expect(refused.structured).toMatchObject({ code: 'refused' });
  }
});

test('requireReachable by a tool is refused as unreachable', async () => {
  const refused = await call('create_decision', { question: 'x', externalId: randomUUID(), requireReachable: true });
  expect(refused.isError).toBe(true);
  expect(refused.structured).toMatchObject({ code: 'unreachable' });
});
