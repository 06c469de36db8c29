import { beforeEach, expect, test } from 'vitest';
import { query } from '@/lib/db/client';
import { deleteWorkspace } from '@/lib/members/delete-workspace';
import { waitForAnswer } from '@/lib/questions/wait';
import { fillWorkspace } from '@/lib/testing/fill-workspace';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { storeOpen } from '@/lib/testing/questions';

let place: TestWorkspace;
let other: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
  other = await makeWorkspace();
  await fillWorkspace(place, 'here');
  await fillWorkspace(other, 'there');
});

/** Every table that names a workspace, and how many rows each has of it. */
async function rowsOf({ workspaceId }: TestWorkspace): Promise<Record<string, number>> {
  const tables = await query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns WHERE column_name = 'workspace_id' AND table_schema = 'public' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { table_name: table } of tables) {
    const [row] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = $1`, [
      workspaceId,
    ]);
    counts[table] = row?.n ?? 0;
  }
  return counts;
}

const personsOf = async (...ids: string[]) =>
  (await query<{ id: string }>('SELECT id FROM person WHERE id = ANY($1)', [ids])).map(({ id }) => id);

test('nothing of a deleted workspace is left in any table, and another workspace is untouched', async () => {
  const [before, othersBefore] = [await rowsOf(place), await rowsOf(other)];
  expect(Object.keys(before).length).toBeGreaterThan(10);
  expect(
    Object.entries(before).filter(([, count]) => count === 0),
    'the test fills every table',
  ).toEqual([]);

  await deleteWorkspace(place.owner, { name: 'Tests' });

  expect(Object.values(await rowsOf(place)).every((count) => count === 0)).toBe(true);
  expect(await query('SELECT 1 FROM workspace WHERE id = $1', [place.workspaceId])).toEqual([]);
  expect(await query('SELECT 1 FROM web_session WHERE id = $1', [place.owner.webSessionId])).toEqual([]);
  expect(await personsOf(place.owner.personId, place.viewer.personId)).toEqual([]);
  expect(await rowsOf(other)).toEqual(othersBefore);
  expect(await personsOf(other.owner.personId)).toHaveLength(1);
});

test('somebody who is in another workspace too keeps their account', async () => {
  await query(`INSERT INTO member (id, workspace_id, person_id, role) VALUES (gen_random_uuid(), $1, $2, 'viewer')`, [
    other.workspaceId,
    place.owner.personId,
  ]);
  await deleteWorkspace(place.owner, { name: ' Tests ' });
  expect(await personsOf(place.owner.personId, place.viewer.personId)).toEqual([place.owner.personId]);
});

test('only an owner who types its name deletes it', async () => {
  const before = await rowsOf(place);
  const member = await addMember(place.workspaceId, 'member');
  await expect(deleteWorkspace(member, { name: 'Tests' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(deleteWorkspace(place.owner, { name: 'tests' })).rejects.toMatchObject({ code: 'invalid_request' });
  // Demoted after the request was let in.
  await query(`UPDATE member SET role = 'viewer' WHERE id = $1`, [place.owner.memberId]);
  await expect(deleteWorkspace(place.owner, { name: 'Tests' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await rowsOf(place)).toEqual({ ...before, member: (before.member ?? 0) + 1 });
});

test('the ledger of every workspace still refuses to be deleted from', async () => {
  await deleteWorkspace(place.owner, { name: 'Tests' });
  await expect(query('DELETE FROM ledger_entry WHERE workspace_id = $1', [other.workspaceId])).rejects.toThrow(
    /append-only/,
  );
});

test('a call that waits for a question that is gone then finds nothing', async () => {
  const { id } = await storeOpen(place.agent, { question: 'Still there?' });
  await deleteWorkspace(place.owner, { name: 'Tests' });
  const reply = await waitForAnswer(
    place.agent,
    { correlationId: id, timeoutMs: 0 },
    { receivedAt: performance.now() },
  );
  expect(reply).toMatchObject({ answered: false });
});
