import { query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { addDevice, type TestWorkspace } from '@/lib/testing/people';
import { askAs } from '@/lib/testing/questions';

/** Stores a reminder that an agent left; gives its id. */
export async function addReminder(place: TestWorkspace, keyId: string | null = place.agent.keyId): Promise<string> {
  const id = newId();
  await query(
    `INSERT INTO reminder (id, workspace_id, member_id, key_id, body, fire_at, due_at, content_digest)
     VALUES ($1, $2, $3, $4, 'Look again', nod_now() + interval '1 day', nod_now() + interval '1 day', 'digest')`,
    [id, place.workspaceId, place.owner.memberId, keyId],
  );
  return id;
}

/** How a reminder stands. */
export async function reminderState(id: string) {
  const [row] = await query<{ status: string; reason: string | null; due: boolean; settled: boolean }>(
    'SELECT status, reason, due_at IS NOT NULL AS due, settled_at IS NOT NULL AS settled FROM reminder WHERE id = $1',
    [id],
  );
  return row;
}

/** Stores at least one row in every table of a workspace. Whatever is secret in them holds `marker`, in hex where it is a hash. */
export async function fillWorkspace(place: TestWorkspace, marker: string): Promise<void> {
  const { workspaceId, owner, agent } = place;
  const device = await addDevice(owner);
  await askAs(agent, { sessionId: 'session', machineId: 'laptop' });
  await askAs(agent, { question: 'Settled?', sessionId: 'other' });
  const [question] = await query<{ id: string; agent_session_id: string }>(
    'SELECT id, agent_session_id FROM question WHERE workspace_id = $1 ORDER BY created_at LIMIT 1',
    [workspaceId],
  );
  await query(
    `UPDATE question SET state = 'answered', answer_value = 'yes', settled_at = nod_now() WHERE workspace_id = $1 AND question = 'Settled?'`,
    [workspaceId],
  );
  await addReminder(place);
  await addReminder(place, null);
  const at = [workspaceId];
  await query(`INSERT INTO end_user (id, workspace_id, external_id) VALUES ($2, $1, 'customer')`, [...at, newId()]);
  await query(`INSERT INTO agent_event (id, workspace_id, agent_session_id, event) VALUES ($2, $1, $3, 'stop')`, [
    ...at,
    newId(),
    question?.agent_session_id,
  ]);
  await query(
    `INSERT INTO notification (id, workspace_id, key_id, linked_question_id, title, body) VALUES ($2, $1, $3, $4, 'Done', 'All of it')`,
    [...at, newId(), agent.keyId, question?.id],
  );
  await query(
    `INSERT INTO delivery (id, workspace_id, device_id, question_id, kind, token_hashes) VALUES ($2, $1, $3, $4, 'question', ARRAY[$5::bytea])`,
    [...at, newId(), device, question?.id, marker],
  );
  await query(
    `WITH owed AS (
       INSERT INTO outbox_message (id, workspace_id, question_id, kind, url, body) VALUES ($2, $1, $3, 'answered', 'https://example.test', $4) RETURNING id
     ) INSERT INTO webhook_attempt (id, workspace_id, outbox_message_id, number, failure) SELECT gen_random_uuid(), $1, id, 1, 'answered 500' FROM owed`,
    [...at, newId(), question?.id, marker],
  );
  await query(`INSERT INTO secret (id, kind, workspace_id, value) VALUES ($2, 'webhook', $1, $3)`, [
    ...at,
    newId(),
    marker,
  ]);
  await query(`INSERT INTO one_time_token (id, kind, workspace_id, token_hash) VALUES ($2, 'invite', $1, $3::bytea)`, [
    ...at,
    newId(),
    `${marker}${newId()}`,
  ]);
  await query(
    `INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES ($1, 'question.asked', $2, '{}')`,
    [...at, question?.id],
  );
  await query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect, agent_session_id, created_by) VALUES ($2, $1, 'Bash(npm test)', 'allow', $3, $4)`,
    [...at, newId(), question?.agent_session_id, owner.memberId],
  );
  await query(`INSERT INTO declined_rule (workspace_id, pattern) VALUES ($1, 'Bash(npm ci)')`, at);
  await query(
    `WITH agreed AS (
       INSERT INTO scope (id, workspace_id, question_id, session_id, done_when) VALUES ($2, $1, $3, 'session', 'All green') RETURNING id
     ) INSERT INTO scope_widening (scope_id, path, question_id, member_id) SELECT id, 'docs/a.md', $3, $4 FROM agreed`,
    [...at, newId(), question?.id, owner.memberId],
  );
  await query(`UPDATE person SET password_hash = $2 WHERE id = $1`, [owner.personId, marker]);
  await query(`UPDATE api_key SET secret_hash = $2::bytea WHERE workspace_id = $1`, [...at, marker]);
  await query(
    `UPDATE device SET endpoint = 'https://push.example.test/' || $2 || id, p256dh = $2, auth = $2 WHERE workspace_id = $1`,
    [...at, marker],
  );
}
