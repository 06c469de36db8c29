import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, pool } from '@/lib/db/client';
import { env } from '@/lib/env';
import { isId } from '@/lib/ids';
import { answerQuestion } from '@/lib/questions/answer';
import { selectNoLongerPending } from '@/lib/questions/questions.sql';
import { waitForAnswer } from '@/lib/questions/wait';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { callNow, rowOf, storeOpen } from '@/lib/testing/questions';
import { bus } from '@/lib/wake/bus';
import { type Listening, listen } from '@/lib/wake/listen';

let place: TestWorkspace;
/** A connection that knows nothing of this process, as another server's would. */
let outside: pg.Client;
let listening: Listening;

beforeAll(async () => {
  place = await makeWorkspace({ pendingLimit: 1000 });
  outside = new pg.Client({ connectionString: env().databaseUrl, application_name: 'outside' });
  await outside.connect();
});

beforeEach(async () => {
  listening = listen({ changedAmong: (topics) => selectNoLongerPending(topics.filter(isId)) });
  await listening.ready;
});

afterEach(async () => {
  await listening.stop();
  expect(bus().topics()).toEqual([]);
});

afterAll(async () => {
  await outside.end();
  await closeDatabase();
});

/** Starts a wait and comes back when it sleeps: its listening is noted. */
async function sleepingWait(id: string) {
  const waiting = waitForAnswer(place.agent, { correlationId: id, timeoutMs: 20_000 }, callNow());
  await expect.poll(async () => (await rowOf(id)).listening_until, { interval: 5, timeout: 4000 }).not.toBeNull();
  return { waiting };
}

const answerOutside = (id: string, tell: boolean) =>
  outside.query(
    `WITH settled AS (UPDATE question SET state = 'answered', answer_value = 'yes', settled_at = nod_now() WHERE id = $1 RETURNING *)
     SELECT CASE WHEN $2 THEN nod_tell(workspace_id, id, 'answered') END FROM settled`,
    [id, tell],
  );

/** The statements that this process sends from now on. */
function watchQueries() {
  const spy = vi.spyOn(pool(), 'query');
  return {
    beginningWith: (start: string) => {
      const texts = (spy.mock.calls as unknown[][]).map(([asked]) =>
        typeof asked === 'string' ? asked : (asked as { text: string }).text,
      );
      return texts.filter((text) => text.startsWith(start));
    },
    stop: () => spy.mockRestore(),
  };
}

test('an answer given through another process wakes the waiter by NOTIFY: it sleeps without a query and then reads once', async () => {
  const { id } = await storeOpen(place.agent);
  const { waiting } = await sleepingWait(id);
  const queries = watchQueries();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(queries.beginningWith('')).toEqual([]);
  await answerOutside(id, true);
  expect(await waiting).toMatchObject({ answered: true, value: 'yes' });
  expect(queries.beginningWith('SELECT question.*')).toHaveLength(1);
  queries.stop();
});

test('an answer given in this process is known without the detour through the database', async () => {
  await listening.stop();
  const { id, digest: shownDigest } = await storeOpen(place.agent);
  const { waiting } = await sleepingWait(id);
  await answerQuestion(place.owner, { id, value: 'no', shownDigest });
  expect(await waiting).toMatchObject({ answered: true, value: 'no' });
});

test('what was answered while the listening connection was cut is told after one query for all that wait', async () => {
  const questions = await Promise.all(Array.from({ length: 30 }, () => storeOpen(place.agent)));
  const waits = await Promise.all(questions.map(({ id }) => sleepingWait(id)));
  const queries = watchQueries();
  await outside.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN nod'`,
  );
  // Nobody is told of these: they stand for every event that was missed.
  for (const { id } of questions.slice(0, 10)) await answerOutside(id, false);
  for (const { waiting } of waits.slice(0, 10)) expect(await waiting).toMatchObject({ answered: true });
  expect(queries.beginningWith('SELECT id FROM question WHERE id = ANY')).toHaveLength(1);
  expect(queries.beginningWith('SELECT question.*')).toHaveLength(10);
  queries.stop();
  for (const { id } of questions.slice(10)) await answerOutside(id, true);
  for (const { waiting } of waits) expect(await waiting).toMatchObject({ answered: true });
});

test('waits that come and go leave nothing behind', async () => {
  const questions = await Promise.all(Array.from({ length: 20 }, () => storeOpen(place.agent)));
  await Promise.all(
    questions.map(({ id }) => waitForAnswer(place.agent, { correlationId: id, timeoutMs: 20 }, callNow())),
  );
  expect(bus().topics()).toEqual([]);
});
