import { countDeliveries, hasOpenPage } from '@/lib/delivery/deliveries.sql';
import { type QuestionForPush, questionPayload, topicOf } from '@/lib/delivery/payload';
import type { DeliveryPlan } from '@/lib/delivery/plan';
import type { PushOptions } from '@/lib/delivery/push';
import { sendAndRecord } from '@/lib/delivery/send';
import { replaceOvertaken } from '@/lib/delivery/settled';
import { log } from '@/lib/log';
import type { AskedRow, PushTarget } from '@/lib/questions/questions.sql';
import type { QuestionRow } from '@/lib/questions/row';

/** What has happened so far with the pushes of one question; only facts. */
export interface DeliveryReport {
  /** How many push services took it, by channel; `pending` while some have not answered. */
  counts: { web: number; mobile: number; pending?: boolean };
  /** Nobody was reached and nobody will be: no device took it or still may, and no page is open. */
  nobody: boolean;
  /** Nothing was pushed yet, but will be: at the time given, if it is known. */
  heldBack?: { until?: Date };
  reason?: string;
}

export interface Delivering {
  report(): DeliveryReport;
  /** Resolves when every push service has answered once; never rejects. */
  done: Promise<void>;
}

/** Four weeks: what a push service keeps at most, for a question without a deadline (spec 3.2). */
export const longestTtlSeconds = 28 * 24 * 3600;

const noDeviceTook = (reason: string): string => `No device took it: ${reason.replace(/\.$/, '')}.`;

/** How a question is pushed: at once, and kept by the push service for the question's remaining life (never 0). */
export const questionPushOptions = (id: string, remainingMs: number | null): PushOptions => ({
  urgency: 'high',
  ttlSeconds: remainingMs === null ? longestTtlSeconds : Math.max(1, Math.ceil(remainingMs / 1000)),
  topic: topicOf(id),
});

/**
 * Sends a stored question to the devices that get it now, all at once; gives a live report. What is held for later is the due loop's.
 * Failures are rows to be retried, never thrown. `title` says who asks, where that is not the agent.
 */
export function deliverQuestion(
  fields: Record<string, unknown> & { id: string; state: string },
  stored: AskedRow,
  plan: Pick<DeliveryPlan, 'entries'>,
  title?: string,
): Delivering {
  const targets = stored.targets ?? [];
  const question = fields as unknown as QuestionForPush;
  const counts = { web: 0, mobile: 0 };
  let waiting = targets.length;
  // A viewer's device shows the question but cannot answer it: it does not count as reach.
  const answerable = targets.filter((target) => target.token !== null).length;
  const later = plan.entries.filter(({ mayAnswer, dueAt, digestAt }) => mayAnswer && (dueAt ?? digestAt));
  // A window in front of the person is no silence: they look at Nod.
  const silent = later.filter(({ held }) => held !== 'foreground');
  const isSilent = answerable === 0 && silent.length > 0 && silent.length === later.length;
  const takesNone = plan.entries.length > 0 && answerable === 0 && later.length === 0;
  let failed = 0;
  let reason: string | undefined;
  const lifetimeMs =
    stored.expires_at && stored.created_at ? stored.expires_at.getTime() - stored.created_at.getTime() : null;

  const send = async (target: PushTarget): Promise<void> => {
    const payload = questionPayload(question, {
      deliveryId: target.delivery_id,
      token: target.token,
      badge: stored.pending ?? undefined,
      expiresAt: stored.expires_at,
      alert: target.kind === 'alert',
      title,
    });
    try {
      const outcome = await sendAndRecord(target, payload, questionPushOptions(question.id, lifetimeMs));
      if (fields.state === 'pending') replaceOvertaken(String(fields.workspace_id), question.id, outcome);
      if (outcome.kind === 'accepted') counts[target.channel]++;
      else if (outcome.kind !== 'retry') {
        if (target.token !== null) failed++;
        reason = outcome.reason;
      }
    } catch (error) {
      // Not recorded: the row's lease ends and the push is tried again.
      log.error('a push could not be recorded', { question: question.id, error });
    } finally {
      waiting--;
    }
  };
  const done = Promise.all(targets.map(send)).then(() => undefined);
  const until = silent.map(({ dueAt, digestAt }) => (dueAt ?? digestAt ?? new Date(0)).getTime());
  return {
    done,
    report: () => ({
      counts: { ...counts, ...(waiting > 0 ? { pending: true } : {}) },
      nobody: failed === answerable && later.length === 0 && !stored.open_pages,
      ...(isSilent ? { heldBack: { until: new Date(Math.min(...until)) } } : {}),
      ...(reason ? { reason: noDeviceTook(reason) } : takesNone ? { reason: noDeviceTakes } : {}),
    }),
  };
}

const noDeviceTakes = 'No device takes questions of this person now: nobody was alerted.';

/** The same report for a question that was asked before, from its rows. */
export async function reportOf(row: QuestionRow): Promise<DeliveryReport> {
  const [known, open] = await Promise.all([countDeliveries(row.workspace_id, row.id), hasOpenPage(row.workspace_id)]);
  return {
    counts: { web: known.web, mobile: known.mobile, ...(known.waiting > 0 ? { pending: true } : {}) },
    nobody: known.answerable === 0 && !open,
    ...(known.rung === 0 && known.silent > 0
      ? { heldBack: known.silent_until ? { until: known.silent_until } : {} }
      : {}),
    ...(known.failure ? { reason: noDeviceTook(known.failure) } : {}),
  };
}
