import { query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import type { TestWorkspace } from '@/lib/testing/people';

type Fields = Record<string, unknown>;

/** Stores one row as it stands, past the rules of asking and telling; gives its id. */
async function insert(table: string, fields: Fields): Promise<string> {
  const id = newId();
  const given = Object.entries({ id, ...fields });
  const columns = given.map(([name]) => `"${name}"`).join(', ');
  const places = given.map((_, index) => `$${index + 1}`).join(', ');
  await query(
    `INSERT INTO ${table} (${columns}) VALUES (${places})`,
    given.map(([, value]) => value),
  );
  return id;
}

/** A settled question of a time of its own. */
export const storeQuestionAt = ({ workspaceId }: TestWorkspace, at: Date | string, fields: Fields = {}) =>
  insert('question', {
    workspace_id: workspaceId,
    created_at: at,
    settled_at: at,
    state: 'expired',
    type: 'confirm',
    question: 'Ship it?',
    key_kind: 'agent',
    content_digest: '',
    delivery_mode: 'push_first',
    ...fields,
  });

/** A notification of a time of its own. */
export const storeNotificationAt = ({ workspaceId }: TestWorkspace, at: Date | string, fields: Fields = {}) =>
  insert('notification', {
    workspace_id: workspaceId,
    created_at: at,
    title: 'Build passed',
    body: 'All green.',
    ...fields,
  });

/** The owner's reminder, settled at this time. */
export const storeReminderAt = ({ workspaceId, owner }: TestWorkspace, at: Date | string, fields: Fields = {}) =>
  insert('reminder', {
    workspace_id: workspaceId,
    member_id: owner.memberId,
    body: 'Look at the build',
    fire_at: at,
    settled_at: at,
    status: 'dispatched',
    content_digest: '',
    ...fields,
  });

/** An entry of the ledger, now. */
export const storeLedgerEntry = ({ workspaceId }: TestWorkspace, event: string, detail: unknown, subject?: string) =>
  query('INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES ($1, $2, $3, $4)', [
    workspaceId,
    event,
    subject ?? null,
    JSON.stringify(detail),
  ]);
