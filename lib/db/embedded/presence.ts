import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** What the pools of this process call themselves, so that a stop does not take them for somebody else. */
export const applicationName = `nod:${process.pid}`;

/** What a connection calls itself that only looks whether it is the last one. */
export const leavingName = 'nod:leaving';

const settleMs = 500;

/**
 * Whether nobody but this process uses the server. End the connections of the start that is leaving first.
 *
 * Every start keeps one connection with a name of its own: it tells a process that waits quietly from one that is gone.
 * The server takes a moment to notice that a client ended, so others get that moment to disappear.
 */
export async function isLastOne(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + settleMs;
  for (;;) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others
       from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name not in ($1, $2)`,
      [applicationName, leavingName],
    );
    if (rows[0]?.others === 0) return true;
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
}
