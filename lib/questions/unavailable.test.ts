import { afterAll, beforeEach, expect, test } from 'vitest';
import { SendNotification } from '@/lib/contract/notification';
import { closeDatabase, openDatabase, query } from '@/lib/db/client';
import { env } from '@/lib/env';
import { authenticateKey } from '@/lib/keys/authenticate';
import { insertKey } from '@/lib/keys/create';
import { sendNotification } from '@/lib/notifications/send';
import { cancelQuestion } from '@/lib/questions/cancel';
import { waitForAnswer } from '@/lib/questions/wait';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, rowOf, storeOpen } from '@/lib/testing/questions';
import { bus } from '@/lib/wake/bus';

let place: TestWorkspace;

/** Nothing listens there, as when the database is stopped. */
async function databaseGone(): Promise<void> {
  await closeDatabase();
  openDatabase({ host: '/nowhere', database: 'none' });
}

async function databaseBack(): Promise<void> {
  await closeDatabase();
  openDatabase({ connectionString: env().databaseUrl });
}

beforeEach(async () => {
  await databaseBack();
  place = await makeWorkspace();
});

afterAll(async () => {
  expect(bus().topics()).toEqual([]);
  await closeDatabase();
});

test.each([true, false])(
  'an ask without a database (wait %s) is answered with unavailable and stop, and has an id',
  async (wait) => {
    await databaseGone();
    expect(await askAs(place.agent, { wait })).toEqual({
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      question: 'Ship it?',
      type: 'confirm',
      status: 'unavailable',
      // A call that did not wait is not told so (spec 2.3).
      ...(wait ? { answered: false } : {}),
      handoffAction: 'stop',
      hint: expect.stringContaining('nothing was approved'),
    });
  },
);

test('the database goes away while a call waits: unavailable and stop when it looks again, and no listener left', async () => {
  const { id } = await storeOpen(place.agent);
  const waiting = waitForAnswer(place.agent, { correlationId: id, timeoutMs: 20_000 }, callNow());
  await expect.poll(async () => (await rowOf(id)).listening_until, { interval: 5, timeout: 4000 }).not.toBeNull();
  await databaseGone();
  bus().publish({ id, event: 'resync' });
  expect(await waiting).toMatchObject({ answered: false, status: 'unavailable', handoffAction: 'stop' });
  expect(bus().topics()).toEqual([]);
});

test('waiting and cancelling without a database: unavailable and stop', async () => {
  const { id } = await storeOpen(place.agent);
  await databaseGone();
  expect(await waitForAnswer(place.agent, { correlationId: id, timeoutMs: 0 }, callNow())).toMatchObject({
    answered: false,
    status: 'unavailable',
    handoffAction: 'stop',
  });
  expect(await cancelQuestion(place.agent, { correlationId: id })).toMatchObject({
    cancelled: false,
    correlationId: id,
    status: 'unavailable',
    handoffAction: 'stop',
  });
});

test('a notification without a database is an error: nobody may believe that it was sent', async () => {
  await databaseGone();
  const input = SendNotification.parse({ title: 'Done', body: 'All green.' });
  await expect(sendNotification(place.agent, input, {})).rejects.toThrow();
});

test('a key that cannot be checked is an error, never a bad key', async () => {
  const { workspaceId, memberId } = place.owner;
  const { apiKey } = await insertKey({ workspaceId, memberId, name: 'laptop', kind: 'agent' });
  await databaseGone();
  await expect(authenticateKey(apiKey)).rejects.toThrow();
  await databaseBack();
  expect(await authenticateKey(apiKey)).toMatchObject({ workspaceId });
});

test('when the database is back, the same pool works again without a restart', async () => {
  const { id } = await storeOpen(place.agent);
  await query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
  );
  const poll = () => waitForAnswer(place.agent, { correlationId: id, timeoutMs: 0 }, callNow());
  await expect.poll(async () => (await poll()).status, { interval: 5, timeout: 4000 }).toBe('pending');
});

test('a read-only database, as a full disk or a standby leaves it, is unavailable and not an internal error', async () => {
  await closeDatabase();
  openDatabase({ connectionString: env().databaseUrl, options: '-c default_transaction_read_only=on' });
  expect(await askAs(place.agent)).toMatchObject({ status: 'unavailable', handoffAction: 'stop' });
});
