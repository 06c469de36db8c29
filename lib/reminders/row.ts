import type { ReminderReply, ReminderStatus } from '@/lib/contract/reminder';

/** A reminder as it is stored. */
export interface ReminderRow {
  id: string;
  workspace_id: string;
  member_id: string;
  key_id: string | null;
  title: string | null;
  body: string;
  fire_at: Date;
  status: ReminderStatus;
  reason: string | null;
  request_id: string | null;
  content_digest: string;
  agent_name: string;
  session_id: string | null;
  machine_id: string | null;
  env: 'test' | null;
  created_at: Date;
  settled_at: Date | null;
  due_at: Date | null;
}

/** A reminder as agents see it. */
export const replyOf = (row: ReminderRow): ReminderReply => ({
  id: row.id,
  ...(row.title === null ? {} : { title: row.title }),
  body: row.body,
  fireAt: row.fire_at.toISOString(),
  status: row.status,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.settled_at === null ? {} : { settledAt: row.settled_at.toISOString() }),
});
