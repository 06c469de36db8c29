import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { cancelQuestion } from '@/lib/questions/cancel';
import { waitForAnswer } from '@/lib/questions/wait';
import { reportEvent } from '@/lib/sessions/telemetry';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, ledgerOf, rowOf } from '@/lib/testing/questions';
import { bus } from '@/lib/wake/bus';
import { type Listening, listen } from '@/lib/wake/listen';

// A session that ends needs no answers any more (spec 4.1).

let place: TestWorkspace;
let listening: Listening;

beforeAll(async () => {
  place = await makeWorkspace({ pendingLimit: 100_000 });
  await query('UPDATE workspace SET pending_per_session_limit = 100000');
  listening = listen();
  await listening.ready;
});

afterAll(async () => {
  await listening.stop();
  await closeDatabase();
});

test('the end of a session withdraws its questions, wakes who waits for them, and touches no other session', async () => {
  const [mine, other] = [newId(), newId()];
  const questions = await Promise.all([1, 2, 3].map(() => askAs(place.agent, { sessionId: mine })));
  const kept = await askAs(place.agent, { sessionId: other });
  const waiting = questions.map(({ correlationId }) =>
    waitForAnswer(place.agent, { correlationId, timeoutMs: 20_000 }, callNow()),
  );
  await expect.poll(() => questions.every(({ correlationId }) => bus().isWaitedFor(correlationId))).toBe(true);
  await reportEvent(place.agent, { event: 'session_end', sessionId: mine });
  for (const result of await Promise.all(waiting))
    expect(result).toMatchObject({ answered: false, status: 'cancelled' });
  for (const { correlationId } of questions) {
    expect(await rowOf(correlationId)).toMatchObject({ state: 'cancelled', settled_reason: 'session_ended' });
    expect(await ledgerOf(correlationId)).toEqual(['asked', 'cancelled']);
  }
  expect(await rowOf(kept.correlationId)).toMatchObject({ state: 'pending' });
});

test('ends, asks, cancels and events of the same sessions at once never block each other, and leave nothing half done', async () => {
  const sessions = Array.from({ length: 4 }, newId);
  const turns = Array.from({ length: 120 }, (_, turn) => turn);
  const results = await Promise.allSettled(
    turns.map(async (turn) => {
      const sessionId = sessions[turn % 4] ?? '';
      if (turn % 5 === 0) return reportEvent(place.agent, { event: 'session_end', sessionId });
      if (turn % 5 === 1) return reportEvent(place.agent, { event: 'PreToolUse', sessionId });
      const { correlationId } = await askAs(place.agent, { sessionId });
      if (turn % 5 === 2) await cancelQuestion(place.agent, { correlationId });
    }),
  );
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(failures).toEqual([]);
  for (const sessionId of sessions) await reportEvent(place.agent, { event: 'session_end', sessionId });
  const rows = await query(
    `SELECT question.id FROM question LEFT JOIN ledger_entry ON subject_id = question.id AND event = 'cancelled'
      WHERE session_id = ANY ($1) AND (state <> 'cancelled' OR ledger_entry.seq IS NULL)`,
    [sessions],
  );
  expect(rows).toEqual([]);
});
