import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { shiftClock } from '../pages/clock';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, makeWorkspace } from '../server/workspace';
import { namedIn, type WireClient, wireClient } from './client';
import { everyItem, openDecision, raiseDecisionLimits, readFields } from './decisions';
import { addDevice } from './people';

let server: NodServer;
let wire: WireClient;
let foreignKey: string;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  foreignKey = await makeKey(server.query, await makeWorkspace(server.query, 'elsewhere'), 'full');
  await raiseDecisionLimits(server.query);
});
test.afterAll(stopEverything);

const listOf = (reply: { body: Record<string, unknown> }) => reply.body.decisions as Record<string, unknown>[];

test('an empty list is {decisions: [], nextCursor: null}', async () => {
  expect((await wire.get('/decisions', {}, foreignKey)).body).toEqual({ decisions: [], nextCursor: null });
});

test('paging over 250 decisions misses none and repeats none while new ones come, newest first', async () => {
  test.setTimeout(120_000);
  const externalId = `many ${randomUUID()}`;
  const there = new Set<string>();
  for (let round = 0; round < 10; round++) {
    const opened = await Promise.all(Array.from({ length: 25 }, () => openDecision(wire, { externalId })));
    for (const id of opened) there.add(id);
  }
  expect(there.size).toBe(250);
  for (const limit of ['37', '100']) {
    const between = () => openDecision(wire, { externalId });
    const seen = await everyItem(wire, '/decisions', { limit, externalId }, { between });
    const ids = seen.map(({ decisionId }) => String(decisionId));
    expect(new Set(ids).size, 'none comes twice').toBe(ids.length);
    expect([...there].filter((id) => !ids.includes(id))).toEqual([]);
    const times = seen.map(({ createdAt }) => Date.parse(String(createdAt)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  }
  const all = await wire.get('/decisions', { limit: '500', externalId });
  expect(listOf(all).length).toBeGreaterThanOrEqual(250);
  expect(all.body.nextCursor).toBeNull();
  expect(listOf(await wire.get('/decisions', { externalId })), 'without a limit: 100').toHaveLength(100);
});

test('an item has all that reading one gives', async () => {
  const id = await openDecision(wire, { externalId: 'ada' });
  const [item] = listOf(await wire.get('/decisions', { limit: '1' }));
  const read = (await wire.get(`/decisions/${id}`)).body;
  expect(Object.keys(read).sort()).toEqual(readFields);
  expect(item).toMatchObject(read);
});

for (const limit of ['0', '-1', '501', 'abc', '1.5', '1e9']) {
  test(`limit=${limit} is 400 and names limit`, async () => {
    for (const path of ['/decisions', '/subscribers']) {
      const reply = await wire.get(path, { limit });
      expect(reply.status, path).toBe(400);
      expect(namedIn(reply), path).toEqual(['limit']);
    }
  });
}

test('a parameter without a value is none: clients send cursor= for what they do not have', async () => {
  const [bare, empty] = [
    await wire.get('/decisions'),
    await wire.get('/decisions', { limit: '', cursor: '', from: '', to: '', externalId: '' }),
  ];
  expect(empty.status).toBe(200);
  expect(empty.body).toEqual(bare.body);
});

test('limits 1 and 500 are taken', async () => {
  for (const limit of ['1', '500']) expect((await wire.get('/decisions', { limit })).status).toBe(200);
});

test('a cursor that no list gave is 400 and names cursor', async () => {
  await openDecision(wire);
  await openDecision(wire);
  const good = String((await wire.get('/decisions', { limit: '1' })).body.nextCursor);
  expect(good).toMatch(/^[\w.~-]+$/);
  const id = '0190a0a0-0000-7000-8000-000000000000';
  const base64 = (text: string) => Buffer.from(text).toString('base64url');
  const bad = [
    'garbage',
    ' ',
    '%00',
    '\u0000',
    '🙂',
    good.slice(0, -1),
    good.slice(0, 8),
    `${good}A`,
    `${good}=`,
    ` ${good}`,
    good.toUpperCase(),
    id,
    base64(`x ${id}`),
    base64(`99999999999999999999 ${id}`),
    base64(`0 ' OR 1=1 --`),
    base64(`-1 ${id}`),
    'A'.repeat(5000),
  ];
  for (const path of ['/decisions', '/subscribers']) {
    for (const cursor of bad) {
      const reply = await wire.get(path, { cursor });
      expect(reply.status, `${path} ${cursor.slice(0, 60)} ${reply.text.slice(0, 100)}`).toBe(400);
      expect(namedIn(reply), `${path} ${cursor.slice(0, 60)}`).toEqual(['cursor']);
    }
  }
});

test('a cursor of another list, tampered with or of another workspace shows nothing that is not yours', async () => {
  const home = await firstWorkspace(server.query);
  for (const name of ['one', 'two']) await addDevice(server.query, home, { memberId: home.memberId, name });
  for (let count = 0; count < 3; count++) await openDecision(wire, { question: 'Of elsewhere?' }, foreignKey);
  const foreign = String((await wire.get('/decisions', { limit: '1' }, foreignKey)).body.nextCursor);
  const other = String((await wire.get('/subscribers', { limit: '1' })).body.nextCursor);
  const own = String((await wire.get('/decisions', { limit: '1' })).body.nextCursor);
  const tampered = [...own].map((_, at) => `${own.slice(0, at)}${own[at] === 'M' ? 'N' : 'M'}${own.slice(at + 1)}`);
  for (const cursor of [foreign, other, ...tampered]) {
    const reply = await wire.get('/decisions', { cursor });
    expect([200, 400], cursor).toContain(reply.status);
    expect(reply.text, cursor).not.toContain('Of elsewhere?');
  }
});

test('externalId filters to exactly that person', async () => {
  const [ada, adaLong] = [`ada-${randomUUID()}`, `Ada-${randomUUID()}`];
  const ids = [await openDecision(wire, { externalId: ada }), await openDecision(wire, { externalId: ada })];
  await openDecision(wire, { externalId: adaLong });
  const found = listOf(await wire.get('/decisions', { externalId: ada }));
  expect(found.map(({ decisionId }) => decisionId)).toEqual(ids.reverse());
  for (const externalId of [ada.toUpperCase(), `${ada}%`, `${ada.slice(0, -1)}_`, 'never seen'])
    expect((await wire.get('/decisions', { externalId })).body).toEqual({ decisions: [], nextCursor: null });
});

test('from and to cut the list by time, with any offset, together with the person', async () => {
  const externalId = randomUUID();
  const early = await openDecision(wire, { externalId });
  const hour = 3_600_000;
  const between = new Date(Date.now() + hour / 2);
  await shiftClock(server.query, hour);
  try {
    const late = await openDecision(wire, { externalId });
    const ids = async (query: Record<string, string>) =>
      listOf(await wire.get('/decisions', { externalId, ...query })).map(({ decisionId }) => decisionId);
    const utc = between.toISOString();
    const withOffset = new Date(between.getTime() + 2 * hour).toISOString().replace('Z', '+02:00');
    for (const at of [utc, withOffset]) {
      expect(await ids({ from: at })).toEqual([late]);
      expect(await ids({ to: at })).toEqual([early]);
    }
    expect(await ids({ from: utc, to: utc })).toEqual([]);
    const wide = {
      from: new Date(between.getTime() - hour).toISOString(),
      to: new Date(between.getTime() + hour).toISOString(),
    };
    expect(await ids(wide)).toEqual([late, early]);
  } finally {
    await shiftClock(server.query, 0);
  }
});

for (const name of ['from', 'to']) {
  test(`${name} that is no time is 400 and names it`, async () => {
    for (const value of ['yesterday', '2026-13-01T00:00:00Z', '2026-12-01', '1764547200', `2026-12-01T00:00:00Z'--`]) {
      const reply = await wire.get('/decisions', { [name]: value });
      expect(reply.status, `${value} ${reply.text.slice(0, 100)}`).toBe(400);
      expect(namedIn(reply), value).toEqual([name]);
    }
  });
}

test('arrays in a query are comma-joined: subscribers by tags', async () => {
  const home = await firstWorkspace(server.query);
  const add = (name: string, tags: string[]) => addDevice(server.query, home, { memberId: home.memberId, name, tags });
  const ids = { both: await add('both', ['red', 'blue']), none: await add('none', ['green']) };
  const found = async (tags: string) => {
    const reply = await wire.get('/subscribers', { tags });
    expect(reply.status, reply.text).toBe(200);
    return (reply.body.data as { id: string }[]).map(({ id }) => id);
  };
  for (const tags of ['red,blue', 'red', ' blue , red ']) {
    expect(await found(tags), tags).toContain(ids.both);
    expect(await found(tags), tags).not.toContain(ids.none);
  }
  expect(await found('["red","blue"]')).toEqual([]);
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
