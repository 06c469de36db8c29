import type { MemberActor } from '@/lib/actor';
import { cursorText, readCursor } from '@/lib/cursor';
import { isId } from '@/lib/ids';
import { redact } from '@/lib/redact';
import {
  type AttemptRow,
  type MessageRow,
  selectAttempts,
  selectMessage,
  selectMessages,
} from '@/lib/webhooks/messages.sql';
import { shownAddress } from '@/lib/webhooks/shown-address';

export type MessageState = 'on_its_way' | 'delivered' | 'failed' | 'retrying';

/** A message as people see it. Times are ISO strings. */
export interface MessageView {
  id: string;
  /** Without the values of its query. */
  address: string;
  state: MessageState;
  /** It tells of a decision that a sandbox key opened, and is signed with the sandbox's secret. */
  isSandbox: boolean;
  createdAt: string;
  deliveredAt?: string;
  failedAt?: string;
  nextTryAt?: string;
  tries: number;
  lastFailure?: string;
  /** What was answered, when it is still there; with the page of it, if that is a member's. */
  question?: { text: string; href?: string };
}

export interface AttemptView {
  number: number;
  isManual: boolean;
  at: string;
  durationMs?: number;
  statusCode?: number;
  failure?: string;
  response?: string;
}

const pageSize = 50;
const mostAttempts = 100;

/** A page of the workspace's webhooks, newest first. Throws AppError `invalid_request` for a bad cursor. */
export async function listMessages(
  actor: MemberActor,
  cursor?: string,
): Promise<{ messages: MessageView[]; nextCursor?: string }> {
  const rows = await selectMessages(actor.workspaceId, readCursor(cursor), pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    messages: shown.map(viewOf),
    ...(rows.length > pageSize && last ? { nextCursor: cursorText({ at: last.created_at, id: last.id }) } : {}),
  };
}

/** One webhook with what is sent and its tries, the last first; undefined when there is no such here. */
export async function messagePage(
  actor: MemberActor,
  id: string,
): Promise<{ message: MessageView; body: string; attempts: AttemptView[] } | undefined> {
  if (!isId(id)) return undefined;
  const [row, attempts] = await Promise.all([
    selectMessage(actor.workspaceId, id),
    selectAttempts(actor.workspaceId, id, mostAttempts),
  ]);
  return row && { message: viewOf(row), body: redact(row.body), attempts: attempts.map(attemptView) };
}

function stateOf(row: MessageRow): MessageState {
  if (row.on_its_way) return 'on_its_way';
  if (row.delivered_at) return 'delivered';
  return row.failed_at ? 'failed' : 'retrying';
}

function viewOf(row: MessageRow): MessageView {
  const state = stateOf(row);
  return {
    id: row.id,
    address: shownAddress(row.url),
    state,
    isSandbox: row.is_sandbox,
    createdAt: row.created_at.toISOString(),
    ...(row.delivered_at ? { deliveredAt: row.delivered_at.toISOString() } : {}),
    ...(row.failed_at ? { failedAt: row.failed_at.toISOString() } : {}),
    ...(row.due_at && state === 'retrying' ? { nextTryAt: row.due_at.toISOString() } : {}),
    tries: row.attempts,
    ...(row.last_failure === null ? {} : { lastFailure: row.last_failure }),
    ...(row.question === null
      ? {}
      : {
          question: {
            text: redact(row.question),
            // A decision is its end user's to open.
            ...(row.question_kind === 'decision' ? {} : { href: `/q/${row.question_id}` }),
          },
        }),
  };
}

const attemptView = (row: AttemptRow): AttemptView => ({
  number: row.number,
  isManual: row.manual,
  at: row.attempted_at.toISOString(),
  ...(row.duration_ms === null ? {} : { durationMs: row.duration_ms }),
  ...(row.status_code === null ? {} : { statusCode: row.status_code }),
  ...(row.failure === null ? {} : { failure: row.failure }),
  ...(row.response === null ? {} : { response: row.response }),
});
