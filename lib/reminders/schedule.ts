import type { KeyActor } from '@/lib/actor';
import type { ScheduleReminder, ScheduleReminderResult } from '@/lib/contract/reminder';
import { AppError, refusal } from '@/lib/errors';
import type { CallFacts } from '@/lib/questions/prepare';
import { redact } from '@/lib/redact';
import { fireTimeOf } from '@/lib/reminders/fire-time';
import { pendingOf } from '@/lib/reminders/list';
import { momentInWords } from '@/lib/reminders/local-time';
import { type Standing, selectStanding } from '@/lib/reminders/reminders.sql';
import { type ReminderRow, replyOf } from '@/lib/reminders/row';
import { storeOnce } from '@/lib/reminders/store';

/** Leaves a reminder for the member who made the key. Throws what lib/reminders/store.ts does; also for a time that is no time. */
export async function schedule(
  actor: KeyActor,
  input: ScheduleReminder,
  facts: CallFacts,
): Promise<ScheduleReminderResult> {
  if (actor.workspaceSuspended) {
    throw new AppError('subscription_required', 'This workspace is suspended.', {
      hint: 'Reminders can be listed and cancelled, not left.',
    });
  }
  if (input.body === undefined) {
    throw refusal('body', 'is required to leave a reminder', {
      hint: 'Call without arguments to list the pending ones.',
    });
  }
  const { row, duplicate } = await storeOnce(actor, {
    body: input.body,
    title: input.title,
    time: fireTimeOf(input),
    env: input.env === 'test' || facts.testTraffic ? 'test' : null,
    requestId: input.requestId ?? null,
    left: {
      key_id: actor.keyId,
      agent_name: redact(input.agentName?.trim() || facts.clientName || ''),
      session_id: input.sessionId ?? facts.runtimeSessionId ?? null,
      machine_id: input.machineId ?? null,
    },
  });
  const [pending, standing] = await Promise.all([pendingOf(actor), selectStanding(actor)]);
  return {
    reminder: replyOf(row),
    ...(duplicate ? { duplicate } : {}),
    pending,
    hint: hintOf(row, duplicate, standing),
    ...(row.status === 'scheduled' && row.env === null && standing.devices === 0 ? { warning: nobodyWords } : {}),
    ...(row.env === null ? {} : { env: row.env }),
  };
}

const nobodyWords =
  'No device of this person takes reminders now. If none does by then, the reminder fails. Ask them to open Nod on a phone or in a browser and turn notifications on.';

function hintOf(row: ReminderRow, duplicate: boolean, { time_zone: timeZone }: Standing): string {
  if (row.env === 'test') return 'Test traffic: stored, and it will never be sent.';
  if (row.status !== 'scheduled') return `An earlier call left it, and it is ${row.status} by now. Nothing was stored.`;
  const words = `It comes at ${momentInWords(row.fire_at, timeZone)}. Tell the person what that is in their local time and let them confirm it.`;
  return duplicate ? `An earlier call left it; nothing new was stored. ${words}` : words;
}
