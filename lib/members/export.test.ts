import { beforeEach, expect, test } from 'vitest';
import { query } from '@/lib/db/client';
import { exportWorkspace } from '@/lib/members/export';
import { exportedTables } from '@/lib/members/export.sql';
import { fillWorkspace } from '@/lib/testing/fill-workspace';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
const marker = 'MARKER-OF-A-SECRET';

beforeEach(async () => {
  place = await makeWorkspace();
  await fillWorkspace(place, marker);
});

async function linesOf({ owner }: TestWorkspace) {
  let text = '';
  for await (const chunk of exportWorkspace(owner)) text += chunk;
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> });
  return { text, lines };
}

test('every table with something of a workspace is in the export, and every row of it', async () => {
  const { lines } = await linesOf(place);
  const tables = await query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name IN ('workspace_id', 'member_id') AND table_schema = 'public'
      UNION SELECT unnest(ARRAY['workspace', 'person']) ORDER BY 1`,
  );
  expect(exportedTables.map(({ table }) => table).sort()).toEqual(tables.map(({ name }) => name));
  expect(tables.map(({ name }) => name).filter((name) => !lines.some(({ table }) => table === name))).toEqual([]);
  const [{ n } = { n: 0 }] = await query<{ n: number }>(
    'SELECT count(*)::int AS n FROM question WHERE workspace_id = $1',
    [place.workspaceId],
  );
  expect(lines.filter(({ table }) => table === 'question')).toHaveLength(n);
  expect(lines.at(-1)).toEqual({ table: 'end', row: { rows: lines.length - 1 } });
});

test('no secret, hash of a secret or push key is in the export', async () => {
  const { text } = await linesOf(place);
  const hex = Buffer.from(marker).toString('hex');
  expect(text).not.toContain(marker);
  expect(text).not.toContain(hex);
  // The test would see one: the markers are stored.
  const stored = await query(
    `SELECT password_hash AS a FROM person WHERE password_hash = $1 UNION ALL SELECT value FROM secret WHERE value = $1
      UNION ALL SELECT encode(secret_hash, 'hex') FROM api_key WHERE encode(secret_hash, 'hex') = $2`,
    [marker, hex],
  );
  expect(stored.length).toBeGreaterThanOrEqual(3);
});

test('a column that sounds like a secret is left out by name', async () => {
  const columns = await query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
        AND column_name ~ '(secret|password|token_hash|p256dh|^auth$|endpoint|^value$)'`,
  );
  expect(columns.length).toBeGreaterThan(5);
  for (const { table_name: name, column_name: column } of columns) {
    const exported = exportedTables.find(({ table }) => table === name);
    if (exported) expect(exported.without, `${name}.${column}`).toContain(column);
  }
});

test('another workspace’s rows are not in it, and only owners export', async () => {
  const other = await makeWorkspace();
  await fillWorkspace(other, 'other');
  const { text } = await linesOf(place);
  expect(text).not.toContain(other.workspaceId);
  expect(text).not.toContain(other.owner.email);
  expect(() => exportWorkspace(place.viewer)).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

test('more rows than one batch come all, each once, and large numbers keep their digits', async () => {
  await query(
    `INSERT INTO agent_event (id, workspace_id, event) SELECT gen_random_uuid(), $1, 'stop' FROM generate_series(1, 1203)`,
    [place.workspaceId],
  );
  const { lines } = await linesOf(place);
  const ids = lines.filter(({ table }) => table === 'agent_event').map(({ row }) => row.id);
  expect(ids).toHaveLength(1204);
  expect(new Set(ids).size).toBe(1204);
});
