import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { printTable } from '../security/print-table';
import { everythingOf } from '../security/store-marked';
import { repositoryRoot } from '../server/repository';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, raiseLimits } from '../server/workspace';
import { type Caller, callers, holders, makeCallers } from './callers';
import { type WireClient, wireClient, wrongWith } from './client';
import { openDecision, raiseDecisionLimits } from './decisions';
import { addDevice } from './people';
import { type Right, rights } from './rights';

let server: NodServer;
let wire: WireClient;
let headersOf: Record<Caller, Record<string, string>>;
/** Things of the first workspace, and names of the same form that never stood for anything. */
let existing: Record<string, string>;
let never: Record<string, string>;
const marker = `marker${randomUUID().slice(0, 8)}`;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  await raiseLimits(server.query);
  await raiseDecisionLimits(server.query);
  const externalId = `${marker}-ada`;
  headersOf = await makeCallers(server, externalId);
  const home = await firstWorkspace(server.query);
  const asked = await wire.post('/ask', { question: `${marker}?`, type: 'confirm', wait: false });
  const bound = await wire.post('/keys', { externalId: `${marker}-third`, name: marker });
  existing = {
    externalId,
    decision: await openDecision(wire, { question: `${marker}?`, externalId, context: marker }),
    cancellable: await openDecision(wire, { question: `${marker}?`, externalId, context: marker }),
    asked: String(asked.body.correlationId),
    keyPrefix: String(bound.body.keyPrefix),
    device: await addDevice(server.query, home, { memberId: home.memberId, name: marker, tags: [marker] }),
  };
  // Of the same age, because ids tell their time: only the existence may differ.
  const twin = (id: string) => id.slice(0, -8) + randomUUID().slice(-8);
  never = Object.fromEntries(Object.entries(existing).map(([name, value]) => [name, twin(value)]));
});
test.afterAll(stopEverything);

const filled = (text: string, names: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'none');

async function call({ verb, path: address, json }: Right, who: Caller, names: Record<string, string>) {
  const response = await fetch(server.url + filled(address, names), {
    method: verb,
    headers: { 'content-type': 'application/json', ...headersOf[who] },
    body: json && filled(JSON.stringify(json), names),
    redirect: 'manual',
  });
  const text = await response.text();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
  // What differs from one call to the next says nothing.
  const told = Object.values(names).reduce((rest, name) => rest.replaceAll(name, '…'), text);
  const reply = { status: response.status, headers: response.headers, text, body };
  return { ...reply, told, wrong: wrongWith(reply) };
}

const expected = ({ gets }: Right, who: Caller): readonly number[] =>
  holders.includes(who) ? (gets[who] ?? [403]) : [401];
const isRefused = (right: Right, who: Caller) => expected(right, who).every((status) => status >= 400);

/** By call, what each caller got. */
const got = new Map<string, Map<Caller, number>>();
const problems: string[] = [];

async function tryAs(right: Right, who: Caller) {
  const reply = await call(right, who, existing);
  const row = got.get(right.call) ?? new Map<Caller, number>();
  got.set(right.call, row.set(who, reply.status));
  const say = (problem: string) => problems.push(`${right.call} as ${who}: ${problem} ${reply.text.slice(0, 200)}`);
  if (!expected(right, who).includes(reply.status))
    say(`got ${reply.status}, not ${expected(right, who).join(' or ')}`);
  for (const problem of reply.wrong) say(problem);
  const knows = who === 'full' || who === 'bound' || (holders.includes(who) && isOfOperators(right));
  if (!knows && reply.told.includes(marker)) say('tells what is there');
}

/** Members' agents share what members see. */
const isOfOperators = ({ path: address }: Right) => /\/(ask|reminders|site)|\/api\/(agent|mcp)/.test(address);

test('every route of the API has a row in the table', () => {
  const routes = readdirSync(path.join(repositoryRoot, 'app/api'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /^(v1\/server|agent|mcp\/(mode|policy))\/.*route\.ts$/.test(file) && !file.includes('[...'))
    .map((file) => `/api/${file.replace('/route.ts', '').replace(/\[\w+\]/g, '{}')}`);
  const rows = new Set(rights.map((right) => (right.path.split('?')[0] ?? '').replace(/\{\w+\}/g, '{}')));
  expect(routes.filter((route) => !rows.has(route))).toEqual([]);
  expect([...rows].filter((row) => !routes.includes(row))).toEqual([]);
});

test('what belongs to somebody else and what never was look alike to the byte', async () => {
  const different: string[] = [];
  for (const right of rights.filter(
    ({ path: address, json }) => /\{/.test(address) || JSON.stringify(json ?? '').includes('{externalId}'),
  )) {
    for (const who of callers.filter((name) => isRefused(right, name) || name === 'foreign')) {
      const [one, other] = [await call(right, who, existing), await call(right, who, never)];
      const same = one.status === other.status && withoutChance(one.told) === withoutChance(other.told);
      if (!same)
        different.push(
          `${right.call} as ${who}: ${one.status} ${one.told.slice(0, 200)} / ${other.status} ${other.told.slice(0, 200)}`,
        );
    }
  }
  expect(different).toEqual([]);
});

/** Takes out what is new in every answer: ids, keys, tokens, times. */
const withoutChance = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '…')
    .replace(/pk_[0-9a-f]{8,}(\.[0-9a-f]+)?/g, '…')
    .replace(/[\w-]{32,}/g, '…')
    .replace(/"(idempotent|remaining|sent)":\w+/g, '…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');

test('each caller gets from each route what its key may, and a refused call changes nothing', async () => {
  test.setTimeout(120_000);
  const before = await everythingOf(server);
  for (const right of rights) for (const who of callers) if (isRefused(right, who)) await tryAs(right, who);
  expect(await everythingOf(server)).toEqual(before);
  const inOrder = [...rights].sort((one, other) => Number(one.last ?? false) - Number(other.last ?? false));
  for (const right of inOrder) {
    // Whom it does not belong to comes first: the owner may use it up.
    const allowed = callers.filter((who) => !isRefused(right, who));
    for (const who of allowed.sort((one, other) => Number(one !== 'foreign') - Number(other !== 'foreign')))
      await tryAs(right, who);
  }
  printTable(
    ['route', ...callers],
    rights.map(({ call: name }) => [name, ...callers.map((who) => String(got.get(name)?.get(who) ?? ''))]),
  );
  expect(problems).toEqual([]);
});

test('a list shows nothing of what is not yours', async () => {
  for (const who of ['foreign', 'other bound', 'sandbox'] as const) {
    const { text } = await call({ call: '', verb: 'GET', path: '/api/v1/server/decisions', gets: {} }, who, existing);
    for (const id of [existing.decision ?? '', existing.cancellable ?? '']) expect(text, who).not.toContain(id);
  }
  const listed = { '/subscribers?limit=500': existing.device, '/keys': existing.keyPrefix };
  for (const [address, id] of Object.entries(listed)) {
    const { text } = await call(
      { call: '', verb: 'GET', path: `/api/v1/server${address}`, gets: {} },
      'foreign',
      existing,
    );
    expect(text, address).not.toContain(id);
  }
});
