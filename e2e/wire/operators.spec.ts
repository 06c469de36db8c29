import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, type TestWorkspace } from '../server/workspace';
import { namesOf, type WireClient, wireClient } from './client';
import { addDevice } from './people';
import { expectFields, ok } from './shape';

let server: NodServer;
let wire: WireClient;
let home: TestWorkspace;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  home = await firstWorkspace(server.query);
});
test.afterAll(stopEverything);

/** What may come with the state of an ask: as for the tool ask_user. */
const mayTell = ['value', 'status', 'type', 'question', 'answerUrl', 'hint', 'noDevices', 'warning'];

test('/ask opens an operator’s question and gives its state', async () => {
  const asked = ok(await wire.post('/ask', { question: 'Deploy?', type: 'confirm', wait: false }));
  expectFields(asked, ['answered', 'correlationId'], mayTell);
  expect(asked.answered).toBe(false);
  const read = ok(await wire.get(`/ask/${asked.correlationId}`));
  expectFields(read, ['answered', 'correlationId'], mayTell);
  expect(read).toMatchObject({ correlationId: asked.correlationId, answered: false });
});

test('/ask refuses a select without options and wait that is missing, by name', async () => {
  for (const [body, field] of [
    [{ question: 'Which?', type: 'select', wait: false }, 'options'],
    [{ question: '', type: 'confirm', wait: false }, 'question'],
    [{ question: 'x', type: 'several', wait: false }, 'type'],
  ] as const) {
    const reply = await wire.post('/ask', body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body.message).toContain(field);
  }
});

test('POST /send says how much was sent and what the limit leaves', async () => {
  const body = ok(
    await wire.post('/send', { title: 'Done', body: 'All of it.', data: { run: 1 }, metadata: { by: 'x' } }),
  );
  expectFields(
    body,
    ['limits', 'sent', 'success'],
    ['campaignId', 'duplicate', 'notificationId', 'queued', 'status', 'warning'],
  );
  expect(body).toMatchObject({ success: true, sent: expect.any(Number) });
  expect(namesOf(body.limits)).toEqual(['limit', 'remaining']);
  for (const [bad, field] of [
    [{ title: 'x'.repeat(101), body: 'y' }, 'title'],
    [{ title: 'x', body: 'y'.repeat(501) }, 'body'],
    [{ title: 'x' }, 'body'],
    [{ title: 'x', body: 'y', url: 'javascript:alert(1)' }, 'url'],
    [{ title: 'x', body: 'y', tags: 'a,b' }, 'tags'],
  ] as const) {
    const reply = await wire.post('/send', bad);
    expect(reply.status, field).toBe(400);
    expect(reply.body.message, field).toContain(field);
  }
});

const subscriberFields = ['createdAt', 'endpoint', 'id', 'siteId', 'status'];
const mayHave = [
  'browser',
  'city',
  'country',
  'customData',
  'deviceType',
  'externalId',
  'language',
  'lastActiveAt',
  'os',
  'tags',
  'timezone',
];

test('/subscribers lists, counts, reads, changes and removes', async () => {
  const id = await addDevice(server.query, home, { memberId: home.memberId, tags: ['a'], name: 'Phone' });
  const list = ok(await wire.get('/subscribers', { limit: '500' }));
  expectFields(list, ['data', 'hasMore'], ['nextCursor']);
  const listed = (list.data as Record<string, unknown>[]).find((one) => one.id === id);
  expectFields(listed, subscriberFields, mayHave);
  expect(namesOf(ok(await wire.get('/subscribers/count')))).toEqual(['active', 'total', 'unsubscribed']);
  const read = ok(await wire.get(`/subscribers/${id}`));
  expect(read).toEqual(listed);
  expect(JSON.stringify(read), 'what seals a push stays here').not.toMatch(/p256dh|"auth"/);
  const changed = ok(
    await wire.patch(`/subscribers/${id}`, { tags: ['b', 'c'], externalId: 'ada', customData: { plan: 'pro' } }),
  );
  expect(changed).toMatchObject({ id, tags: ['b', 'c'], externalId: 'ada' });
  ok(await wire.delete(`/subscribers/${id}`));
  const gone = await wire.get(`/subscribers/${id}`);
  if (gone.status === 200) expect(gone.body.status).toBe('unsubscribed');
  else expect(gone.status).toBe(404);
});

test('a page of subscribers names its successor only when there is one', async () => {
  for (const name of ['one', 'two']) await addDevice(server.query, home, { memberId: home.memberId, name });
  const first = ok(await wire.get('/subscribers', { limit: '1' }));
  expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
  const all = ok(await wire.get('/subscribers', { limit: '500' }));
  expect(all.hasMore).toBe(false);
  expect(all).not.toHaveProperty('nextCursor');
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
