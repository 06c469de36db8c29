import path from 'node:path';
import { closeDatabase, openDatabase, pool } from '@/lib/db/client';
import { startEmbeddedDatabase } from '@/lib/db/embedded';
import { migrate } from '@/lib/db/migrate';
import { everythingSent } from '@/lib/delivery/in-flight';
import { warnAboutVapid } from '@/lib/delivery/vapid';
import { startDueLoop } from '@/lib/due/loop';
import { env } from '@/lib/env';
import { writeGathered } from '@/lib/gate/record';
import { isId } from '@/lib/ids';
import { log } from '@/lib/log';
import { bootstrap } from '@/lib/members/bootstrap';
import { printSetupLink } from '@/lib/members/print-setup-link';
import { selectNoLongerPending } from '@/lib/questions/questions.sql';
import { bus } from '@/lib/wake/bus';
import { listen } from '@/lib/wake/listen';

interface Running {
  /** Ends waits and streams, then everything else; resolves when the process may exit. */
  stop(): Promise<void>;
}

const shared = globalThis as typeof globalThis & { nodRunning?: Promise<Running> };

/** How long running calls get to send their last bytes, in milliseconds. */
const drainMs = 2000;

/** Brings this process up, once: database, migrations, owner, listener, due work. Throws a sentence for the operator. */
export function startNod(): Promise<Running> {
  shared.nodRunning ??= start();
  return shared.nodRunning;
}

async function start(): Promise<Running> {
  const { databaseUrl, dataDirectory } = env();
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedDatabase({
        dataDirectory,
        onTrouble: (error) => log.warn('the database had to be looked after', { error }),
      });
  try {
    return await startOn(embedded);
  } catch (error) {
    // A start that failed leaves nothing running.
    await closeDatabase();
    await embedded?.stop();
    throw error;
  }
}

async function startOn(embedded: Awaited<ReturnType<typeof startEmbeddedDatabase>> | undefined): Promise<Running> {
  openDatabase(embedded ? embedded.connection : { connectionString: env().databaseUrl });
  // turbopackIgnore: read at run time from the checkout; the build must not bundle it.
  const applied = await migrate(pool(), path.join(/*turbopackIgnore: true*/ process.cwd(), 'prisma/migrations'));
  if (applied.length > 0) log.info('migrations applied', { applied });
  await bootstrap();
  warnAboutVapid();
  const listening = listen({ changedAmong: (topics) => selectNoLongerPending(topics.filter(isId)) });
  await listening.ready;
  const stopDue = startDueLoop();
  await printSetupLink();
  return {
    async stop() {
      bus().closing.abort();
      await bus().drained(drainMs);
      await Promise.race([stopDue(), new Promise((resolve) => setTimeout(resolve, 1000))]);
      // A push that was accepted but not recorded would ring twice after the restart.
      await everythingSent(2000);
      await writeGathered();
      await listening.stop();
      await closeDatabase();
      await embedded?.stop();
    },
  };
}
