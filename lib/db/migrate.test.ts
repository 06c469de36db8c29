import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { migrate } from './migrate';

let directory: string;
let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'nod-migrations-'));
  database = await createTestDatabase();
  pool = new pg.Pool({ ...database.connection, ssl: false });
  // The template comes with the real migrations; these tests bring their own.
  await pool.query('drop schema public cascade');
  await pool.query('create schema public');
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  rmSync(directory, { recursive: true });
});

function write(name: string, sql: string): void {
  mkdirSync(path.join(directory, name), { recursive: true });
  writeFileSync(path.join(directory, name, 'migration.sql'), sql);
}

test('migrations run once each, in the order of their names, triggers included', async () => {
  write('2_trigger', triggerSql);
  write('1_table', 'create table note (text text not null);');
  expect(await migrate(pool, directory)).toEqual(['1_table', '2_trigger']);
  expect(await migrate(pool, directory)).toEqual([]);
  await expect(pool.query('insert into note values (null)')).resolves.toMatchObject({ rowCount: 1 });
});

test('the rows are what Prisma would have written', async () => {
  write('1_table', 'select 1');
  await migrate(pool, directory);
  const { rows } = await pool.query('select * from _prisma_migrations');
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: '822ae07d4783158bc1912bb623e5107cc9002d519e1143a9c200ed6ee18b6d0f',
      migration_name: '1_table',
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
    },
  ]);
});

test('three processes that start together apply each migration once', async () => {
  write('1_table', 'create table note (text text); select pg_sleep(0.05);');
  const pools = [pool, new pg.Pool({ ...database.connection }), new pg.Pool({ ...database.connection })];
  const applied = await Promise.all(pools.map((each) => migrate(each, directory)));
  await Promise.all(pools.slice(1).map((each) => each.end()));
  expect(applied.flat()).toEqual(['1_table']);
});

test('a long migration is not cut off by the query timeout of the pool', async () => {
  write('1_long', 'select pg_sleep(0.4)');
  const hurried = new pg.Pool({ ...database.connection, query_timeout: 200, statement_timeout: 200 });
  expect(await Promise.all([migrate(hurried, directory), migrate(hurried, directory)])).toEqual(
    expect.arrayContaining([['1_long'], []]),
  );
  await hurried.end();
});

test('a migration that fails leaves nothing behind and can be mended', async () => {
  write('1_table', 'create table note (text text);');
  write('2_broken', 'create table half (text text); select nonsense;');
  await expect(migrate(pool, directory)).rejects.toThrow(/2_broken failed and was undone: column "nonsense"/);
  const { rows } = await pool.query(`select to_regclass('note') as note, to_regclass('half') as half`);
  expect(rows[0]).toEqual({ note: 'note', half: null });
  write('2_broken', 'create table half (text text);');
  expect(await migrate(pool, directory)).toEqual(['2_broken']);
});

test('an edited migration is refused before anything runs', async () => {
  write('1_table', 'create table note (text text);');
  await migrate(pool, directory);
  write('1_table', 'create table note (text text, more text);');
  write('2_next', 'create table next (text text);');
  await expect(migrate(pool, directory)).rejects.toThrow('1_table was edited after it was applied');
  expect((await pool.query(`select to_regclass('next') as next`)).rows).toEqual([{ next: null }]);
});

test('a database of a newer version is refused', async () => {
  write('1_table', 'select 1');
  write('2_future', 'select 1');
  await migrate(pool, directory);
  rmSync(path.join(directory, '2_future'), { recursive: true });
  await expect(migrate(pool, directory)).rejects.toThrow('The database is newer than this Nod: it has 2_future');
});

const triggerSql = `create function fill() returns trigger language plpgsql as $$
begin
  new.text := coalesce(new.text, 'filled; in');
  return new;
end $$;
create trigger fill before insert on note for each row execute function fill();`;
