import { afterAll, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';

afterAll(() => closeDatabase());

test('every time column is timestamptz(3): another type would lose the zone or not compare equal to what was read', async () => {
  const columns = await query<{ column: string; type: string }>(
    `SELECT table_name || '.' || column_name AS column, format_type(atttypid, atttypmod) AS type
       FROM information_schema.columns JOIN pg_attribute ON attrelid = table_name::regclass AND attname = column_name
      WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND data_type ~ '^(timestamp|date|time)'`,
  );
  expect(columns.length).toBeGreaterThan(20);
  expect(columns.filter(({ type }) => type !== 'timestamp(3) with time zone')).toEqual([]);
});

test('times default to the one clock that decides deadlines, never to the time of the transaction', async () => {
  const defaults = await query<{ column: string; value: string }>(
    `SELECT table_name || '.' || column_name AS column, column_default AS value FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND data_type ~ '^timestamp' AND column_default IS NOT NULL`,
  );
  expect(defaults.filter(({ value }) => value !== 'nod_now()')).toEqual([]);
});

test('every column that points to another row is indexed, so that deleting a workspace does not read whole tables', async () => {
  const missing = await query<{ column: string }>(
    `SELECT conrelid::regclass || '.' || attname AS column
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'f' AND array_length(conkey, 1) = 1
        AND NOT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1])`,
  );
  // Keys are revoked, not deleted: these two only matter when a whole workspace goes.
  const accepted = ['question.key_id', 'notification.key_id', 'api_key.bound_end_user_id'];
  expect(missing.map(({ column }) => column).filter((column) => !accepted.includes(column))).toEqual([]);
});
