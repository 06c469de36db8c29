import { query } from '@/lib/db/client';

/** Makes the moment between counting and storing long enough for others to slip in, if nothing keeps them out. */
export async function slowlyInserted(table: string, act: () => Promise<void>): Promise<void> {
  await query(
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END'`,
  );
  await query(`CREATE TRIGGER slow BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION slow()`);
  try {
    await act();
  } finally {
    await query('DROP FUNCTION slow CASCADE');
  }
}
