import { countDeliveries, hasOpenPage } from '@/lib/delivery/deliveries.sql';
import { type QuestionForPush, questionPayload, topicOf } from '@/lib/delivery/payload';
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

/** Sends a stored question to the devices planned for it, all at once; gives a live report. Failures are rows to be retried, never thrown. */
export function deliverQuestion(fields: Record<string, unknown> & { id: string }, stored: AskedRow): Delivering {
  const targets = stored.targets ?? [];
  const question = fields as unknown as QuestionForPush;
  const counts = { web: 0, mobile: 0 };
  let waiting = targets.length;
  // A viewer's device shows the question but cannot answer it: it does not count as reach.
  const answerable = targets.filter((target) => target.token !== null).length;
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
    });
    try {
      const outcome = await sendAndRecord(target, payload, questionPushOptions(question.id, lifetimeMs));
      replaceOvertaken(String(fields.workspace_id), question.id, outcome);
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
  return {
    done,
    report: () => ({
      counts: { ...counts, ...(waiting > 0 ? { pending: true } : {}) },
      nobody: failed === answerable && !stored.open_pages,
      ...(reason ? { reason: noDeviceTook(reason) } : {}),
    }),
  };
}

/** The same report for a question that was asked before, from its rows. */
export async function reportOf(row: QuestionRow): Promise<Delivering> {
  const [known, open] = await Promise.all([countDeliveries(row.workspace_id, row.id), hasOpenPage(row.workspace_id)]);
  const report: DeliveryReport = {
    counts: { web: known.web, mobile: known.mobile, ...(known.waiting > 0 ? { pending: true } : {}) },
    nobody: known.answerable === 0 && !open,
    ...(known.failure ? { reason: noDeviceTook(known.failure) } : {}),
  };
  return { report: () => report, done: Promise.resolve() };
}
