import { log } from '@/lib/log';
import { startNod } from '@/lib/start';

/** Starts Nod in this process and ends it properly on a signal: waits get a usable reply, the database is closed last. */
export async function runProcess(): Promise<void> {
  const running = startNod();
  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) return;
    ending = true;
    log.info('stopping', { signal });
    // Also while it still starts: what was started by then must not stay behind.
    running
      .then((nod) => nod.stop())
      .catch((error) => log.error('stopping was not clean', { error }))
      .finally(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('SIGHUP', end);
  try {
    await running;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nNod cannot start: ${reason}\n\n`);
    log.debug('start failed', { error });
    process.exit(1);
  }
}
