import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { SendNotification } from '@/lib/contract/notification';
import { closeDatabase, query } from '@/lib/db/client';
import { tidy } from '@/lib/due/tidy';
import { sendNotification } from '@/lib/notifications/send';
import { reportEvent } from '@/lib/sessions/telemetry';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs } from '@/lib/testing/questions';

// Telemetry does not pile up, and what a person may still want to look at stays.

let place: TestWorkspace;

beforeAll(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

const dayMs = 86_400_000;
const sessions = async () =>
  (await query<{ session_id: string }>('SELECT session_id FROM agent_session ORDER BY 1')).map((row) => row.session_id);

test('sessions of more than 90 days ago that asked and told nothing go, all others stay', async () => {
  for (const sessionId of ['asked', 'told', 'ended', 'forgotten', 'stopped', 'seen again'])
    await reportEvent(place.agent, { event: 'session_start', sessionId });
  await askAs(place.agent, { sessionId: 'asked' });
  await sendNotification(place.agent, SendNotification.parse({ title: 'a', body: 'b', sessionId: 'told' }), {});
  await reportEvent(place.agent, { event: 'session_end', sessionId: 'ended' });
  await query(`UPDATE agent_session SET stopped_until = nod_now() + interval '1 year' WHERE session_id = 'stopped'`);
  await shiftClock(89 * dayMs);
  await reportEvent(place.agent, { event: 'session_start', sessionId: 'seen again' });
  expect(await tidy()).toBe(1);
  expect(await sessions()).toEqual(['asked', 'ended', 'forgotten', 'seen again', 'stopped', 'told']);
  await shiftClock(91 * dayMs);
  expect(await tidy()).toBe(1);
  expect(await sessions()).toEqual(['asked', 'seen again', 'stopped', 'told']);
});

test('events of more than 30 days ago go, once an hour and not more often', async () => {
  const events = async () => (await query('SELECT 1 FROM agent_event')).length;
  await query('DELETE FROM agent_event');
  await query(`UPDATE chore SET due_at = nod_now()`);
  await reportEvent(place.agent, { event: 'session_start', sessionId: 'old' });
  expect(await tidy()).toBe(1);
  expect(await events()).toBe(1);
  await query(`UPDATE agent_event SET created_at = nod_now() - interval '31 days'`);
  expect(await tidy()).toBe(0);
  expect(await events()).toBe(1);
  await shiftClock(61 * 60_000);
  expect(await Promise.all([tidy(), tidy()])).toEqual(expect.arrayContaining([0, 1]));
  expect(await events()).toBe(0);
});
