import '@/lib/testing/allow-private-callbacks';
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { answerInSandbox } from '@/lib/due/sandbox';
import { answerQuestion } from '@/lib/questions/answer';
import { decideAs } from '@/lib/testing/decisions';
import { addKey, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { storeOpen } from '@/lib/testing/questions';
import {
  answering,
  closeReceivers,
  deliverDue,
  leaseMs,
  messageOf,
  owe,
  receiver,
  roomy,
  triesOf,
} from '@/lib/testing/webhooks';
import { claimDueMessages, recordTry } from '@/lib/webhooks/outbox.sql';
import { rotateWebhookSecret, webhookSecret } from '@/lib/webhooks/secret';
import { postMessage } from '@/lib/webhooks/send';
import { sandboxSecret } from '@/lib/webhooks/sign';

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  await query('DELETE FROM outbox_message');
  place = await makeWorkspace();
});
afterEach(closeReceivers);
afterAll(() => closeDatabase());

function onlyOne<One>(some: One[]): One {
  const [one] = some;
  if (one === undefined || some.length > 1) throw new Error(`There are ${some.length}.`);
  return one;
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

test('an answer owes one message, whose exact bytes are signed in both ways and whose address is asked for as it was given', async () => {
  const { url, received } = await receiver();
  const path = "/hook?ct=a%20b+c&sig='x'&oid=eyJhIjoxfQ==";
  const { id, digest } = await storeOpen(place.agent, { callbackUrl: url + path });
  await answerQuestion(place.owner, { id, value: 'yes', shownDigest: digest });
  await deliverDue();
  await deliverDue();
  const { path: asked, headers, body } = onlyOne(received);
  expect(asked).toBe(path);
  expect(JSON.parse(body)).toMatchObject({
    event: 'decision.answered',
    correlationId: id,
    answer: 'yes',
    value: 'yes',
  });
  const { webhookSecret: secret } = await webhookSecret(place.full);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-pushary-signature': hmac(secret, body) });
  expect(headers['user-agent']).toMatch(/^Nod\/\d+\.\d+\.\d+/);
  const [, time = ''] = /^t=(\d+),/.exec(String(headers['nod-signature'])) ?? [];
  expect(headers['nod-signature']).toBe(`t=${time},v1=${hmac(secret, `${time}.${body}`)}`);
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
});

test('a receiver that is down at first gets its message at the fourth try, after 5 s, 30 s and 2 min', async () => {
  const down = await receiver();
  const id = await owe(place.workspaceId, down.url);
  await down.close();
  let passed = 0;
  for (const waitMs of [5_000, 30_000]) {
    await deliverDue();
    expect((await messageOf(id)).due_in_ms).toBeGreaterThan(waitMs - 3000);
    expect((await messageOf(id)).due_in_ms).toBeLessThanOrEqual(waitMs);
    expect(await deliverDue()).toBe(0);
    passed += waitMs;
    await shiftClock(passed);
  }
  await deliverDue();
  const { url, received } = await receiver();
  await query('UPDATE outbox_message SET url = $2 WHERE id = $1', [id, url]);
  await shiftClock(passed + 119_000 - 3000);
  expect(await deliverDue()).toBe(0);
  await shiftClock(passed + 120_000);
  await deliverDue();
  expect(received).toHaveLength(1);
  expect(await messageOf(id)).toEqual({ attempts: 4, due_in_ms: null, is_delivered: true, is_failed: false });
  const refused = { manual: false, status_code: null, failure: 'nothing listens there (ECONNREFUSED)', response: null };
  expect(await triesOf(id)).toEqual([
    ...[1, 2, 3].map((number) => ({ number, ...refused })),
    { number: 4, manual: false, status_code: 200, failure: null, response: 'ok' },
  ]);
});

test('a message that nobody takes is given up after the seventh try, and each try says what was answered', async () => {
  const { url, received } = await receiver(answering(500));
  const id = await owe(place.workspaceId, url);
  for (let day = 0; day < 9; day++) {
    await shiftClock(day * 86_400_000);
    await deliverDue();
  }
  expect(received).toHaveLength(7);
  expect(await messageOf(id)).toEqual({ attempts: 7, due_in_ms: null, is_delivered: false, is_failed: true });
  expect((await triesOf(id))[6]).toMatchObject({ number: 7, failure: 'answered 500', response: 'answer 7' });
});

test('a receiver that says 410 is gone for good: it is not tried again', async () => {
  const { url } = await receiver(answering(410));
  const id = await owe(place.workspaceId, url);
  await deliverDue();
  expect(await messageOf(id)).toMatchObject({ due_in_ms: null, is_failed: true });
});

test('a redirect to a private address is a failed try, and the address gets nothing', async () => {
  const target = await receiver();
  const { url } = await receiver((response) => response.writeHead(301, { location: target.url }).end());
  const id = await owe(place.workspaceId, url);
  await deliverDue();
  expect(target.received).toEqual([]);
  expect(await triesOf(id)).toMatchObject([
    { status_code: 301, failure: 'answered 301 to another address, which is not followed' },
  ]);
});

test('a body that never ends and one that is too large count as delivered, with their first 500 characters', async () => {
  const endless = await receiver((response) => response.writeHead(200).write('thanks'));
  const large = await receiver((response) => response.end('x'.repeat(1_000_000)));
  const [one, other] = await Promise.all([owe(place.workspaceId, endless.url), owe(place.workspaceId, large.url)]);
  await deliverDue();
  expect(await triesOf(one)).toMatchObject([{ status_code: 200, failure: null, response: 'thanks' }]);
  expect(await triesOf(other)).toMatchObject([{ status_code: 200, failure: null, response: 'x'.repeat(500) }]);
  expect(await messageOf(one)).toMatchObject({ is_delivered: true });
});

test('what a receiver answers is kept without secrets and without what a database cannot hold', async () => {
  const { url } = await receiver((response) =>
    response.end(`{"token":"${'sk-abc123'.repeat(4)}"}\0 ${'y'.repeat(434)} ghp_${'a1'.repeat(20)}`),
  );
  const id = await owe(place.workspaceId, url);
  await deliverDue();
  const [{ response } = { response: null }] = await triesOf(id);
  expect(response).toMatch(/secret removed/);
  expect(response).not.toMatch(/abc123|ghp_|\0/);
});

test('a process that is killed between sending and writing it down leaves the message to be sent again, with the same bytes', async () => {
  const { url, received } = await receiver();
  const id = await owe(place.workspaceId, url);
  const claimed = await claimDueMessages(roomy, leaseMs);
  for (const message of claimed) await postMessage(message);
  await shiftClock(59_000 - 3000);
  expect(await deliverDue()).toBe(0);
  await shiftClock(60_001);
  await deliverDue();
  expect(received.map(({ body }) => body)).toEqual(Array(2).fill('{"event":"decision.answered"}'));
  expect(await messageOf(id)).toMatchObject({ attempts: 2, is_delivered: true });
  expect((await triesOf(id)).map(({ number }) => number)).toEqual([2]);
});

test('a try that comes back after its lease went to another leaves the message to that one, unless it was delivered', async () => {
  const [slow, late] = [
    await owe(place.workspaceId, 'http://127.0.0.1:1/'),
    await owe(place.workspaceId, 'http://127.0.0.1:1/'),
  ];
  const first = await claimDueMessages(roomy, leaseMs);
  await shiftClock(60_001);
  await claimDueMessages(roomy, leaseMs);
  const facts = { durationMs: 1, statusCode: null, response: null };
  for (const message of first)
    await recordTry(message, { ...facts, failure: message.id === slow ? 'no answer within 10 s' : null }, null);
  const stillTried = await messageOf(slow);
  expect(stillTried).toMatchObject({ attempts: 2, is_failed: false, is_delivered: false });
  expect(stillTried.due_in_ms).toBeGreaterThan(50_000);
  expect(await messageOf(late)).toMatchObject({ is_delivered: true, due_in_ms: null });
});

test('what the sandbox says is signed with a secret that no real receiver takes, and says so', async () => {
  const listener = await receiver();
  const sandbox = await addKey(place.owner, 'sandbox');
  const { decisionId } = await decideAs(sandbox, { callbackUrl: listener.url });
  await query('UPDATE question SET sandbox_due_at = nod_now() WHERE id = $1', [decisionId]);
  await answerInSandbox(1);
  await deliverDue();
  const { headers, body } = onlyOne(listener.received);
  expect(JSON.parse(body)).toMatchObject({ correlationId: decisionId, value: 'yes', env: 'test' });
  const { webhookSecret: real } = await webhookSecret(place);
  expect(headers['x-pushary-signature']).toBe(hmac(sandboxSecret(real), body));
  expect(headers['x-pushary-signature']).not.toBe(hmac(real, body));
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['nod-signature'])) ?? [];
  expect(signature).toBe(hmac(sandboxSecret(real), `${time}.${body}`));
});

test('after a rotation the bare signature is by the new secret, and the timed one by both', async () => {
  const old = (await webhookSecret(place.full)).webhookSecret;
  const next = (await rotateWebhookSecret(place.full)).webhookSecret;
  const { url, received } = await receiver();
  await owe(place.workspaceId, url);
  await deliverDue();
  const { headers, body } = onlyOne(received);
  expect(headers['x-pushary-signature']).toBe(hmac(next, body));
  const [, time] = /^t=(\d+),/.exec(String(headers['nod-signature'])) ?? [];
  const timed = `${time}.${body}`;
  expect(headers['nod-signature']).toBe(`t=${time},v1=${hmac(next, timed)},v1=${hmac(old, timed)}`);
});

test('who owes a message or fails one wakes the loop, in the statement that does', async () => {
  const told: unknown[] = [];
  const { pool } = await import('@/lib/db/client');
  const listener = await pool().connect();
  listener.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '{}')));
  await listener.query('LISTEN nod');
  const { url } = await receiver(answering(500));
  const id = await owe(place.workspaceId, url);
  const due = { workspace: place.workspaceId, id, event: 'due' };
  await expect.poll(() => told).toEqual([due]);
  await deliverDue();
  await expect.poll(() => told).toEqual([due, due]);
  await listener.query('UNLISTEN nod');
  listener.release();
});
