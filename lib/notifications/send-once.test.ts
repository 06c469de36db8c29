import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { Send, Sent } from '@/lib/contract/send';
import { closeDatabase, query } from '@/lib/db/client';
import { sendOnce } from '@/lib/notifications/send-once';
import { parseOrThrow } from '@/lib/parse';
import { addEndUserDevice } from '@/lib/testing/end-users';
import { addDevice, addKey, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { slowlyInserted } from '@/lib/testing/slow-insert';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});
afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

async function send(fields: Record<string, unknown> = {}, actor = place.full) {
  const reply = await sendOnce(actor, parseOrThrow(Send, { title: 'Done', body: 'All green.', ...fields }));
  expect(Sent.safeParse(reply).error).toBeUndefined();
  return reply;
}

const stored = () => query('SELECT * FROM notification WHERE workspace_id = $1', [place.workspaceId]);
const deliveries = () => query('SELECT device_id FROM delivery WHERE workspace_id = $1', [place.workspaceId]);
const key = { idempotencyKey: 'export-4471' };

test('nobody connected is a success that says what to connect, and what is left of the limit', async () => {
  expect(await send()).toEqual({
    success: true,
    notificationId: expect.any(String),
    sent: 0,
    limits: { remaining: 9, limit: 10 },
    warning: expect.stringContaining('turn on notifications'),
  });
  expect((await send()).limits).toEqual({ remaining: 8, limit: 10 });
});

test('what a push service has not taken yet is queued, never counted as sent', async () => {
  await addDevice(place.owner);
  expect(await send()).toMatchObject({ sent: 0, status: 'queued', queued: 1 });
});

test('the same key and content again gives the same answer, sends nothing and uses up nothing', async () => {
  await addDevice(place.owner);
  const first = await send(key);
  expect(await send(key)).toEqual({ ...first, duplicate: true });
  expect(await stored()).toHaveLength(1);
  expect(await deliveries()).toHaveLength(1);
});

test('a repeat tells how it stands now: what was queued has been taken', async () => {
  await addDevice(place.owner);
  await send(key);
  await query('UPDATE delivery SET accepted_at = nod_now(), due_at = NULL WHERE workspace_id = $1', [
    place.workspaceId,
  ]);
  const again = await send(key);
  expect(again).toMatchObject({ duplicate: true, sent: 1 });
  expect(again).not.toHaveProperty('queued');
});

test('twenty at once with one key are one notification and one push, and one of them did it', async () => {
  await addDevice(place.owner);
  await slowlyInserted('notification', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(key)));
    expect(replies.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(replies.map(({ notificationId }) => notificationId)).size).toBe(1);
  });
  expect(await stored()).toHaveLength(1);
  expect(await deliveries()).toHaveLength(1);
});

test.each([
  ['title', { title: 'Failed' }],
  ['body', { body: 'All red.' }],
  ['url', { url: 'https://example.test/other' }],
  ['tags', { tags: ['work'] }],
  ['data', { data: { job: 2 } }],
  ['metadata', { metadata: { job: 1 } }],
])('the same key with another %s is a conflict, and nothing is sent', async (_field, other) => {
  const first = { ...key, url: 'https://example.test/', data: { job: 1 } };
  await send(first);
  await expect(send({ ...first, ...other })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  expect(await stored()).toHaveLength(1);
});

test('content is compared as it came, before secrets are removed', async () => {
  await send({ ...key, body: 'password=hunter2hunter2' });
  const other = send({ ...key, body: 'password=hunter3hunter3' });
  await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict' });
});

test('the order of names in an object and empty lists are no other content', async () => {
  await send({ ...key, data: { a: 1, b: { c: 1, d: 2 } } });
  expect(await send({ data: { b: { d: 2, c: 1 }, a: 1 }, tags: [], ...key })).toMatchObject({ duplicate: true });
  const reordered = send({ ...key, data: { a: 1, b: { c: 2, d: 1 } } });
  await expect(reordered).rejects.toMatchObject({ code: 'idempotency_conflict' });
});

test('a key belongs to one API key', async () => {
  await send(key);
  expect(await send(key, await addKey(place.owner, 'full'))).not.toHaveProperty('duplicate');
  expect(await stored()).toHaveLength(2);
});

test('over the limit says when one is free; a repeat is answered all the same, and a refused key stays free', async () => {
  await send(key);
  for (let sent = 1; sent < 10; sent++) await send();
  await expect(send()).rejects.toMatchObject({ code: 'limit_reached', retryAfterSeconds: expect.any(Number) });
  const refused = { idempotencyKey: 'refused' };
  await expect(send(refused)).rejects.toMatchObject({ code: 'limit_reached' });
  expect(await send(key)).toMatchObject({ duplicate: true, limits: { remaining: 0, limit: 10 } });
  await shiftClock(5 * 60_000 + 1000);
  expect(await send(refused)).not.toHaveProperty('duplicate');
  expect((await send(key)).limits.remaining).toBe(9);
});

test('what was held back says why, and says so again', async () => {
  await addDevice(place.owner);
  await query(`UPDATE workspace SET stopped_until = nod_now() + interval '1 hour' WHERE id = $1`, [place.workspaceId]);
  const first = await send(key);
  expect(first).toMatchObject({ success: true, sent: 0, suppressed: 'kill_switch', hint: expect.any(String) });
  expect(await send(key)).toEqual({ ...first, duplicate: true });
});

test('data and metadata are kept with the notification, without secrets', async () => {
  const secret = 'password=hunter2hunter2';
  await send({
    data: { order: 4471, nested: [{ note: secret }], apiKey: 'hunter2' },
    metadata: { [secret]: true, sent: null },
  });
  const [row] = await stored();
  expect(JSON.stringify(row)).not.toContain('hunter2');
  expect(row?.extra).toMatchObject({ data: { order: 4471 }, metadata: { sent: null } });
});

test('an end user’s device is never told, whoever names it', async () => {
  const theirs = await addEndUserDevice(place.workspaceId, 'customer');
  expect(await send()).toMatchObject({ sent: 0, warning: expect.any(String) });
  expect(await send({ subscriberIds: [theirs] })).toMatchObject({ sent: 0, warning: expect.any(String) });
  expect(await send({ externalIds: ['customer'] })).toMatchObject({ sent: 0, warning: expect.any(String) });
  expect(await deliveries()).toEqual([]);
});

test('a suspended workspace sends nothing', async () => {
  const suspended = { ...place.full, workspaceSuspended: true };
  await expect(send({}, suspended)).rejects.toMatchObject({ code: 'subscription_required' });
  expect(await stored()).toEqual([]);
});

test.each([
  ['title', { title: 'x'.repeat(101) }],
  ['body', { body: undefined }],
  ['url', { url: 'javascript:alert(1)' }],
  ['data', { data: { text: 'x'.repeat(4096) } }],
  ['data', { data: { text: ['a\u0000b'] } }],
  ['metadata', { metadata: { 'a\u0000': 1 } }],
  ['metadata', { metadata: { text: '\ud800' } }],
  ['metadata', { metadata: ['a list'] }],
  ['idempotencyKey', { idempotencyKey: 'k'.repeat(201) }],
  ['imageURL', { imageURL: 'https://example.test/a.png' }],
])('a bad %s is refused by name', async (field, fields) => {
  await expect(send(fields)).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [expect.objectContaining({ field })],
  });
});
