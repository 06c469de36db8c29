import { query } from '@/lib/db/client';

export interface QuestionDetail {
  key_name: string | null;
  key_prefix: string | null;
  answered_by_name: string | null;
  answered_by_email: string | null;
  answered_by_person: string | null;
  answered_on_name: string | null;
}

/** Who asked and who answered, in names. */
export async function selectQuestionDetail(id: string): Promise<QuestionDetail | undefined> {
  const rows = await query<QuestionDetail>(
    `SELECT api_key.name AS key_name, api_key.prefix AS key_prefix, person.name AS answered_by_name, person.email AS answered_by_email,
            person.id AS answered_by_person, device.name AS answered_on_name
       FROM question LEFT JOIN api_key ON api_key.id = question.key_id LEFT JOIN member ON member.id = question.answered_by
       LEFT JOIN person ON person.id = member.person_id LEFT JOIN device ON device.id = question.answered_on
      WHERE question.id = $1`,
    [id],
  );
  return rows[0];
}

export interface DeliveryFact {
  device_name: string;
  kind: string;
  accepted_at: Date | null;
  displayed_at: Date | null;
  clicked_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  suppressed: string | null;
  held: string | null;
  attempts: number;
  due_at: Date | null;
  digested_at: Date | null;
}

/** What is known of the pushes of one question or notification, oldest first. */
export async function selectDeliveryFacts(
  column: 'question_id' | 'notification_id',
  id: string,
): Promise<DeliveryFact[]> {
  return query<DeliveryFact>(
    `SELECT device.name AS device_name, kind, accepted_at, displayed_at, clicked_at, failed_at, failure, suppressed, held, attempts, due_at, digested_at
       FROM delivery JOIN device ON device.id = device_id WHERE delivery.${column} = $1 AND kind <> 'settled' ORDER BY delivery.created_at, device.name LIMIT 50`,
    [id],
  );
}

/** How many questions wait, without this one, and which is the oldest of them. */
export async function selectOthersWaiting(
  workspaceId: string,
  exceptId: string | null,
): Promise<{ count: number; oldestId: string | undefined }> {
  const rows = await query<{ count: string; oldest: string | null }>(
    `SELECT count(*) AS count, (array_agg(id ORDER BY created_at))[1] AS oldest FROM question
      WHERE workspace_id = $1 AND state = 'pending' AND env IS NULL AND kind <> 'decision' AND (expires_at IS NULL OR expires_at > nod_now())
        AND ($2::uuid IS NULL OR id <> $2)`,
    [workspaceId, exceptId],
  );
  return { count: Number(rows[0]?.count ?? 0), oldestId: rows[0]?.oldest ?? undefined };
}
