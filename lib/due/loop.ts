import { query } from '@/lib/db/client';
import { sendDigests } from '@/lib/due/digests';
import { sendNudges } from '@/lib/due/nudges';
import { sendDuePushes } from '@/lib/due/pushes';
import { expireQuestions } from '@/lib/due/questions';
import { dispatchDueReminders } from '@/lib/due/reminders';
import { answerInSandbox } from '@/lib/due/sandbox';
import { tidy } from '@/lib/due/tidy';
import { deliverDueWebhooks } from '@/lib/due/webhooks';
import { log } from '@/lib/log';
import { bus, everything } from '@/lib/wake/bus';

/** Does what is due of one kind, a batch at a time; gives how many it did. Safe on every process at once. */
type DueWork = (limit: number) => Promise<number>;
const kinds: DueWork[] = [
  expireQuestions,
  sendDuePushes,
  sendNudges,
  dispatchDueReminders,
  sendDigests,
  answerInSandbox,
  deliverDueWebhooks,
  tidy,
];
const batch = 50;
/** Looks again at least this often: a missed wake-up then costs a minute, not a reminder. */
const longestSleepMs = 60_000;
/** Many asks in a burst lead to one look, not to one each. */
const settleMs = 50;
const busyMs = 200;
const afterErrorMs = 1000;

/** One batch of every kind; gives how many things were done. */
async function doWhatIsDue(): Promise<number> {
  let done = 0;
  let failure: unknown;
  for (const work of kinds) {
    try {
      done += await work(batch);
    } catch (error) {
      // One kind that fails must not keep the others from being done.
      failure = error;
      log.error('one kind of due work failed; it is tried again', { kind: work.name, error });
    }
  }
  if (failure !== undefined && done === 0) throw failure;
  return done;
}

/** Milliseconds until the next thing is due by the database's clock; undefined when nothing is. */
async function nextDueInMs(): Promise<number | undefined> {
  const rows = await query<{ ms: string | null }>(
    `SELECT extract(epoch FROM least(
              (SELECT min(expires_at) FROM question WHERE state = 'pending' AND expires_at IS NOT NULL),
              (SELECT min(due_at) FROM delivery WHERE due_at IS NOT NULL),
              (SELECT min(remind_at) FROM question WHERE state = 'pending' AND remind_at IS NOT NULL),
              (SELECT min(digest_due_at) FROM member WHERE digest_due_at IS NOT NULL AND removed_at IS NULL),
              (SELECT min(due_at) FROM reminder WHERE due_at IS NOT NULL),
              (SELECT min(sandbox_due_at) FROM question WHERE state = 'pending' AND sandbox_due_at IS NOT NULL),
              (SELECT min(due_at) FROM outbox_message WHERE due_at IS NOT NULL),
              (SELECT min(due_at) FROM chore)) - nod_now()) * 1000 AS ms`,
    [],
    'next-due',
  );
  const ms = rows[0]?.ms;
  return ms === null || ms === undefined ? undefined : Number(ms);
}

/** Runs everything that happens later (design, decision 7): sleeps until the earliest is due, woken early by NOTIFY. Gives a function that stops it. */
export function startDueLoop(): () => Promise<void> {
  let stopped = false;
  let wake: () => void = () => {};
  const woken = { at: false };
  const unsubscribe = bus().subscribe(everything, ({ event }) => {
    if (!['asked', 'notification', 'due', 'clock', 'resync'].includes(event)) return;
    woken.at = true;
    wake();
  });

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken.at || stopped) wake();
    });

  async function run(): Promise<void> {
    while (!stopped) {
      woken.at = false;
      let sleepMs = longestSleepMs;
      try {
        const dueInMs = await nextDueInMs();
        if (dueInMs === undefined) sleepMs = longestSleepMs;
        else if (dueInMs > 0) sleepMs = Math.min(longestSleepMs, dueInMs);
        // Nothing done although something is due: another process holds it.
        else sleepMs = (await doWhatIsDue()) > 0 ? 0 : busyMs;
      } catch (error) {
        log.error('what is due could not be done; trying again', { error });
        sleepMs = afterErrorMs;
      }
      if (sleepMs > 0) await sleep(sleepMs);
      if (woken.at && !stopped) await new Promise((resolve) => setTimeout(resolve, settleMs));
    }
  }

  const running = run();
  return async () => {
    stopped = true;
    unsubscribe();
    wake();
    await running;
  };
}
