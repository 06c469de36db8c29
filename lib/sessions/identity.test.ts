import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { slowlyInserted } from '@/lib/testing/slow-insert';

// A session is one run of one agent, and callers know different parts of who that is (spec 4.1).

let place: TestWorkspace;
let session: string;

beforeAll(async () => {
  place = await makeWorkspace();
});

beforeEach(() => {
  session = newId();
});

afterAll(() => closeDatabase());

interface Known {
  machine?: string;
  type?: string;
  name?: string;
  repo?: string;
  cwd?: string;
}

async function seen({ machine, type, name, repo, cwd }: Known, workspaceId = place.workspaceId): Promise<string> {
  const [row] = await query<{ id: string }>('SELECT nod_session_seen($1, $2, $3, $4, $5, $6, $7) AS id', [
    workspaceId,
    session,
    machine ?? '',
    type ?? '',
    name ?? '',
    repo ?? null,
    cwd ?? null,
  ]);
  return row?.id ?? '';
}

const rows = () =>
  query<{
    id: string;
    machine_id: string;
    agent_type: string;
    agent_name: string;
    repo_key: string | null;
    cwd: string | null;
  }>(
    'SELECT id, machine_id, agent_type, agent_name, repo_key, cwd FROM agent_session WHERE session_id = $1 ORDER BY created_at, id',
    [session],
  );

const parts: Known[] = [{}, { machine: 'm' }, { type: 't' }, { machine: 'm', type: 't' }];
const orders = parts.flatMap((one) =>
  parts.flatMap((two) => parts.flatMap((three) => (new Set([one, two, three]).size === 3 ? [[one, two, three]] : []))),
);

test.each(orders.map((order) => [JSON.stringify(order), order] as const))(
  'whoever knows which part first, it is one session: %s',
  async (_, order) => {
    const ids: string[] = [];
    for (const known of order) ids.push(await seen(known));
    expect(new Set(ids).size).toBe(1);
    const machine = order.some((known) => known.machine) ? 'm' : '';
    const type = order.some((known) => known.type) ? 't' : '';
    expect(await rows()).toMatchObject([{ machine_id: machine, agent_type: type }]);
  },
);

test('callers who come at once with different knowledge make one session', async () => {
  await slowlyInserted('agent_session', async () => {
    const callers = Array.from({ length: 40 }, (_, index) => seen(parts[index % parts.length] ?? {}));
    expect(new Set(await Promise.all(callers)).size).toBe(1);
  });
  expect(await rows()).toMatchObject([{ machine_id: 'm', agent_type: 't' }]);
});

test('another machine, another kind of agent and another workspace are other sessions, and get nothing from the first', async () => {
  const first = await seen({ machine: 'one', type: 'codex', name: 'Codex - shop', repo: 'host/a/shop', cwd: '/shop' });
  const others = [await seen({ machine: 'two' }), await seen({ type: 'cursor' })];
  // The second of them fits the first of them: nothing says that they differ.
  expect(others[0]).toBe(others[1]);
  expect(others).not.toContain(first);
  expect([first, ...others]).not.toContain(await seen({ machine: 'one', type: 'cursor' }));
  const elsewhere = await seen({}, (await makeWorkspace()).workspaceId);
  expect([first, ...others]).not.toContain(elsewhere);
  for (const row of (await rows()).filter(({ id }) => id !== first))
    expect(row).toMatchObject({ agent_name: '', repo_key: null, cwd: null });
  expect((await rows()).find(({ id }) => id === first)).toMatchObject({ machine_id: 'one', agent_type: 'codex' });
});

test('who knows most is believed most: a caller with a machine gets that machine’s session, however lately another was seen', async () => {
  const first = await seen({ machine: 'one' });
  const second = await seen({ machine: 'two' });
  expect(second).not.toBe(first);
  const seenAgo = (id: string, ago: string) =>
    query('UPDATE agent_session SET last_seen_at = nod_now() - $2::interval WHERE id = $1', [id, ago]);
  await seenAgo(first, '1 hour');
  expect(await seen({ machine: 'one' })).toBe(first);
  // Who knows nothing of it means the one that was seen last.
  await seenAgo(first, '1 hour');
  expect(await seen({})).toBe(second);
});

test('what was known stays known, and a name that says less does not replace one that says more', async () => {
  await seen({ machine: 'm', name: 'Claude Code - shop', repo: 'host/a/shop', cwd: '/shop' });
  await seen({ name: 'Claude Code' });
  expect(await rows()).toMatchObject([{ agent_name: 'Claude Code - shop', repo_key: 'host/a/shop', cwd: '/shop' }]);
  await seen({ name: 'Claude Code - till', cwd: '/till' });
  expect(await rows()).toMatchObject([{ agent_name: 'Claude Code - till', repo_key: 'host/a/shop', cwd: '/till' }]);
});

test('being seen undoes an end, an error and a finished turn', async () => {
  const id = await seen({});
  await query(
    'UPDATE agent_session SET ended_at = nod_now(), errored_at = nod_now(), turn_ended_at = nod_now() WHERE id = $1',
    [id],
  );
  await seen({});
  const [row] = await query('SELECT ended_at, errored_at, turn_ended_at FROM agent_session WHERE id = $1', [id]);
  expect(row).toEqual({ ended_at: null, errored_at: null, turn_ended_at: null });
});

test('a session that is thrown away at the moment when it is seen begins anew', async () => {
  const first = await seen({ machine: 'm' });
  const tidying = await pool().connect();
  await tidying.query('BEGIN');
  await tidying.query('DELETE FROM agent_session WHERE id = $1', [first]);
  const later = seen({});
  await expect
    .poll(() => query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`))
    .toHaveLength(1);
  await tidying.query('COMMIT');
  tidying.release();
  const anew = await later;
  expect(await rows()).toMatchObject([{ id: anew, machine_id: '' }]);
  expect(anew).not.toBe(first);
});
