import type { MemberActor } from '@/lib/actor';
import { isId } from '@/lib/ids';
import { type ScopePlace, selectCurrentScopes, selectEarlierScopes } from '@/lib/scopes/scopes.sql';
import { scopeSummary } from '@/lib/scopes/summary';
import type { ScopeListView } from '@/lib/scopes/view';

const pageSize = 50;

/** The scopes of a workspace: on the first page those in force and those that wait, then all others, newest first. A bad cursor is none. */
export async function listScopes(actor: MemberActor, { cursor }: { cursor?: unknown } = {}): Promise<ScopeListView> {
  const before = placeOf(cursor);
  const [current, earlier] = await Promise.all([
    before ? [] : selectCurrentScopes(actor.workspaceId),
    selectEarlierScopes(actor.workspaceId, before, pageSize + 1),
  ]);
  const shown = earlier.slice(0, pageSize);
  const last = shown.at(-1);
  const summaries = current.map((row) => scopeSummary(row, actor));
  return {
    inForce: summaries.filter(({ state }) => state === 'ratified'),
    proposed: summaries.filter(({ state }) => state === 'proposed'),
    earlier: shown.map((row) => scopeSummary(row, actor)),
    ...(earlier.length > pageSize && last ? { nextCursor: `${last.created_at.getTime()}_${last.id}` } : {}),
  };
}

function placeOf(cursor: unknown): ScopePlace | undefined {
  const [, time, id] = (typeof cursor === 'string' && /^(\d{1,14})_(.+)$/.exec(cursor)) || [];
  return time && id && isId(id) ? { at: new Date(Number(time)), id } : undefined;
}
