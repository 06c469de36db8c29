import { type KeyKind, type MemberActor, mayAnswer } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { endKey } from '@/lib/keys/manage.sql';

export interface KeyView {
  id: string;
  name: string;
  kind: KeyKind;
  prefix: string;
  createdAt: string;
  lastUsedAt?: string;
  revokedAt?: string;
  /** Who made it: a key can do what this member may. */
  madeBy: string;
  /** Whether the actor may give it a new secret: their own key, or any for an owner. */
  mayRotate: boolean;
}

interface KeyListRow {
  id: string;
  name: string;
  kind: KeyKind;
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  made_by: string;
  mine: boolean;
}

const most = { people: 200, endUsers: 50 };

/**
 * The workspace's keys that people made, or those for its end users: live ones first, the last used of them at the top; those revoked within
 * 30 days after them.
 */
export async function listKeys(actor: MemberActor, of: keyof typeof most = 'people'): Promise<KeyView[]> {
  const rows = await query<KeyListRow>(
    `SELECT api_key.id, api_key.name, kind, prefix, api_key.created_at, last_used_at, revoked_at, coalesce(nullif(person.name, ''), person.email) AS made_by, member_id = $2 AS mine
       FROM api_key JOIN member ON member.id = member_id JOIN person ON person.id = person_id
      WHERE api_key.workspace_id = $1 AND (kind = 'bound') = $3 AND (revoked_at IS NULL OR revoked_at > nod_now() - interval '30 days')
      ORDER BY revoked_at IS NOT NULL, coalesce(last_used_at, api_key.created_at) DESC LIMIT ${most[of]}`,
    [actor.workspaceId, actor.memberId, of === 'endUsers'],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    prefix: row.prefix,
    createdAt: row.created_at.toISOString(),
    ...(row.last_used_at ? { lastUsedAt: row.last_used_at.toISOString() } : {}),
    ...(row.revoked_at ? { revokedAt: row.revoked_at.toISOString() } : {}),
    madeBy: row.made_by,
    mayRotate: mayAnswer(actor) && row.revoked_at === null && (row.mine || actor.role === 'owner'),
  }));
}

/** Ends a key at once, and the reminders that it left; its questions stay. Throws AppError `forbidden` for viewers, `not_found` when it is not a live key here. */
export async function revokeKey(actor: MemberActor, id: string): Promise<void> {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers cannot revoke keys.');
  if (!isId(id) || !(await endKey(actor.workspaceId, id)))
    throw new AppError('not_found', 'There is no such live key.');
}
