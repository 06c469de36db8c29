import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase, pool, query } from '@/lib/db/client';
import { cancelOrphans, selectDue, settleFiring } from '@/lib/reminders/dispatch.sql';
import { makeWorkspace } from '@/lib/testing/people';

const scheduled = 20_000;

beforeAll(async () => {
  const { workspaceId, owner, agent } = await makeWorkspace();
  await query(
    `INSERT INTO reminder (id, workspace_id, member_id, key_id, body, content_digest, status, fire_at, due_at)
     SELECT gen_random_uuid(), $1, $2, $3, 'Look.', 'digest', 'scheduled', at, at
       FROM (SELECT nod_now() + n * interval '1 minute' AS at FROM generate_series(-2, $4::int - 3) n) times`,
    [workspaceId, owner.memberId, agent.keyId, scheduled],
  );
  await query('ANALYZE reminder');
});
afterAll(() => closeDatabase());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** Absent when the index only gives the order, and every entry of it is read. */
  'Index Cond'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How PostgreSQL reads reminders for the statement that `run` makes. */
async function readingOf(run: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pool(), 'query');
  await run();
  const [statement] = asked.mock.calls.map(([config]) => config as unknown as { text: string; values: unknown[] });
  asked.mockRestore();
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (FORMAT JSON) ${statement?.text}`,
    statement?.values,
  );
  return nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' })
    .filter((node) => node['Relation Name'] === 'reminder' && node['Node Type'] !== 'ModifyTable')
    .map((node) => (node['Index Cond'] ? node['Index Name'] : undefined) ?? node['Node Type']);
}

test.each([
  ['what is due', () => selectDue(50), ['reminder_due']],
  ['what is due and may not come', () => cancelOrphans(50), ['reminder_due', 'reminder_pkey']],
  ['what is under way', () => settleFiring(null, 50), ['reminder_due', 'reminder_pkey']],
])('of 20 000 scheduled reminders only those that are due are looked at: %s', async (_name, run, indexes) => {
  expect((await readingOf(run)).sort()).toEqual(indexes);
});

test('what is due is given, and nothing of the rest', async () => {
  expect(await selectDue(50)).toHaveLength(3);
});
