import pg from 'pg';
import { connectionOptions } from '@/lib/db/client';
import { log } from '@/lib/log';
import { bus, type WakeEvent } from '@/lib/wake/bus';

export interface ListenOptions {
  /** How often the connection proves that it is alive, in milliseconds. Dead is noticed within twice that. */
  heartbeatMs?: number;
  /** Told after a reconnect which topics are waited for; gives those whose waiters must look again. */
  changedAmong?: (topics: string[]) => Promise<string[]>;
}

export interface Listening {
  /** Resolves when the first connection listens. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const channel = 'nod';

/** Anybody who may use the database can send on the channel; what is not ours must not end this process. */
function readEvent(payload: string): (WakeEvent & { beat?: number }) | undefined {
  try {
    const event: unknown = JSON.parse(payload);
    if (typeof event === 'object' && event !== null) return event as WakeEvent & { beat?: number };
  } catch (error) {
    log.debug('not JSON', { error });
  }
  log.warn('a notification of the database was not understood');
  return undefined;
}

/**
 * Joins this process to the database's NOTIFY, for as long as it runs: one connection, which sends itself a heartbeat, is replaced
 * when that is missed, and re-reads everything waited for after a gap (design, decision 2).
 */
export function listen({ heartbeatMs = 2000, changedAmong = async (topics) => topics }: ListenOptions = {}): Listening {
  let stopped = false;
  let hadGap = false;
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let settleReady: () => void;
  const ready = new Promise<void>((resolve) => {
    settleReady = resolve;
  });

  async function connect(): Promise<void> {
    const mine = new pg.Client({ ...connectionOptions(), query_timeout: heartbeatMs * 2 });
    client = mine;
    let dead = false;
    let heard = true;
    let beat: NodeJS.Timeout | undefined;

    const replace = (reason: string, error?: unknown) => {
      if (dead) return;
      dead = true;
      clearInterval(beat);
      hadGap = true;
      // Not end(): it waits for a server that may never answer.
      mine.removeAllListeners('notification');
      void mine.end().catch((endError) => log.debug('closing a lost listener', { error: endError }));
      if (stopped) return;
      log.warn('the listening connection is lost; connecting again', { reason, error });
      retryTimer = setTimeout(() => void connect(), 250);
    };

    mine.on('error', (error) => replace('error', error));
    mine.on('end', () => replace('closed'));
    mine.on('notification', ({ payload }) => {
      if (!payload) return;
      const event = readEvent(payload);
      if (!event) return;
      if (event.event === 'beat') {
        if (event.beat === process.pid) heard = true;
      } else if (event.event === 'clock') bus().publishToAll(event);
      else bus().publish(event);
    });

    try {
      await mine.connect();
      // Told to stop while it connected: it must not stay behind.
      if (stopped) return replace('stopped');
      await mine.query(`LISTEN ${channel}`);
      if (hadGap) await wakeWhatChanged();
      hadGap = false;
      settleReady();
    } catch (error) {
      replace('could not connect', error);
      return;
    }
    beat = setInterval(() => {
      if (!heard) return replace('a heartbeat was not heard');
      heard = false;
      mine
        .query('SELECT pg_notify($1, $2)', [channel, JSON.stringify({ event: 'beat', beat: process.pid })])
        .catch((error) => replace('a heartbeat could not be sent', error));
    }, heartbeatMs);
    beat.unref();
  }

  async function wakeWhatChanged(): Promise<void> {
    bus().publishToFollowers({ event: 'resync' });
    const topics = bus().topics();
    if (topics.length === 0) return;
    for (const id of await changedAmong(topics)) bus().publish({ id, event: 'resync' });
  }

  void connect();
  return {
    ready,
    async stop() {
      stopped = true;
      clearTimeout(retryTimer);
      // A connection that is silently dead never says that it ended.
      const patience = new Promise((resolve) => setTimeout(resolve, Math.min(1000, heartbeatMs * 2)).unref());
      await Promise.race([client?.end(), patience]);
    },
  };
}
