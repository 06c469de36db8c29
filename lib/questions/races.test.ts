import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberActor } from '@/lib/actor';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, pool, query } from '@/lib/db/client';
import { answerQuestion } from '@/lib/questions/answer';
import { cancelQuestion } from '@/lib/questions/cancel';
import { waitForAnswer } from '@/lib/questions/wait';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { callNow, ledgerOf, storeOpen } from '@/lib/testing/questions';
import { bus } from '@/lib/wake/bus';
import { type Listening, listen } from '@/lib/wake/listen';

let place: TestWorkspace;
let colleague: MemberActor;
let listening: Listening;

beforeAll(async () => {
  place = await makeWorkspace({ pendingLimit: 100_000 });
  colleague = await addMember(place.workspaceId, 'member');
  listening = listen();
  await listening.ready;
});

afterAll(async () => {
  await listening.stop();
  await closeDatabase();
});

/** Repeatable numbers from 0 to 1 (a Lehmer generator), so that a failing run can be run again. */
let seed = 20_261_130;
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

/** Lets everybody loose on one question, each at a moment of their own around its deadline, and gives what each was told. */
async function race(lifetimeMs: number) {
  const fields = { callbackUrl: 'https://example.test/answer' };
  const { id, digest, expiresAt } = await storeOpen(place.agent, fields, lifetimeMs);
  const waiting = waitForAnswer(place.agent, { correlationId: id, timeoutMs: 10_000 }, callNow());
  const around = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    await delay(Math.max(0, Number(expiresAt) - Date.now() - 50 + random() * 100));
    return act();
  };
  const answer = (member: MemberActor, value: string) =>
    around(() => answerQuestion(member, { id, value, shownDigest: digest }));
  const [yes, no, cancelled, waited] = await Promise.all([
    answer(place.owner, 'yes'),
    answer(colleague, 'no'),
    around(() => cancelQuestion(place.agent, { correlationId: id, handoff: true })),
    waiting,
  ]);
  return { id, yes, no, cancelled, waited };
}

test('a thousand races of answer, answer, cancel and deadline have one outcome each, and everybody is told the same', async () => {
  const races: Awaited<ReturnType<typeof race>>[] = [];
  for (let batch = 0; batch < 25; batch++)
    races.push(...(await Promise.all(Array.from({ length: 40 }, () => race(120)))));

  const ended = { answered: 0, cancelled: 0, expired: 0 };
  const told = races.map(({ id, yes, no, cancelled, waited }) => {
    const state = waited.status as keyof typeof ended;
    ended[state]++;
    return {
      id,
      winners: [yes.recorded, no.recorded, cancelled.cancelled, state === 'expired'].filter(Boolean).length,
      states: [...new Set([yes.row.state, no.row.state, state])],
      values: [...new Set([yes.row.answer_value, no.row.answer_value, waited.value ?? null])],
      winnersValue: yes.recorded ? 'yes' : no.recorded ? 'no' : null,
      wasCancelled: cancelled.cancelled === (state === 'cancelled'),
    };
  });
  const rows = await query<{ id: string; state: string; value: string | null; events: string[]; callbacks: string[] }>(
    `SELECT id, state, answer_value AS value,
            CASE WHEN state = 'expired' THEN settled_at = expires_at ELSE settled_at < expires_at END AS in_time,
            array(SELECT event FROM ledger_entry WHERE subject_id = question.id ORDER BY seq) AS events,
            array(SELECT body::json ->> 'answer' FROM outbox_message WHERE question_id = question.id) AS callbacks FROM question`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  expect(told).toHaveLength(1000);
  for (const { id, ...race } of told) {
    const row = stored.get(id);
    expect(race).toEqual({
      winners: 1,
      states: [row?.state],
      values: [row?.value],
      winnersValue: row?.value,
      wasCancelled: true,
    });
    expect(row).toMatchObject({
      in_time: true,
      events: ['asked', row?.state],
      callbacks: row?.value ? [row.value] : [],
    });
  }
  // Races that all end alike would show nothing.
  expect(Math.min(...Object.values(ended)), JSON.stringify(ended)).toBeGreaterThan(20);
  expect(bus().topics()).toEqual([]);
}, 60_000);

test('an answer that began before the deadline and had to wait its turn still wins, and is what a late reader is told', async () => {
  const { id, digest } = await storeOpen(place.agent, {}, 60_000);
  const lock = await pool().connect();
  await lock.query('BEGIN');
  await lock.query('SELECT 1 FROM question WHERE id = $1 FOR UPDATE', [id]);
  const answering = answerQuestion(place.owner, { id, value: 'yes', shownDigest: digest });
  await expect.poll(waitingForALock, { interval: 5, timeout: 4000 }).toBe(1);
  await shiftClock(60_000);
  const reading = waitForAnswer(place.agent, { correlationId: id, timeoutMs: 0 }, callNow());
  // The answer, the reader who found the deadline passed, and the note that somebody listens.
  await expect.poll(waitingForALock, { interval: 5, timeout: 4000 }).toBe(3);
  await lock.query('COMMIT');
  lock.release();
  expect(await answering).toMatchObject({ recorded: true });
  expect(await reading).toMatchObject({ answered: true, value: 'yes' });
  expect(await ledgerOf(id)).toEqual(['asked', 'answered']);
});

async function waitingForALock(): Promise<number> {
  const rows = await query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}
