import { afterAll } from 'vitest';
import { createTestDatabase } from './database';

// Runs before the modules of a test file are loaded, so lib/env.ts finds this file's own database in the environment.
const database = await createTestDatabase();
process.env.DATABASE_URL = database.url;
// Tests provoke faults on purpose; NOD_LOG=debug shows what was logged about them.
process.env.NOD_LOG ??= 'silent';

afterAll(async () => {
  if ('nodDatabase' in globalThis) await (await import('../db/client')).closeDatabase();
  await database.drop();
});
