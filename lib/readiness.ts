import { query } from '@/lib/db/client';
import { log } from '@/lib/log';
import { bus } from '@/lib/wake/bus';

export interface Readiness {
  status: 'ok' | 'unavailable';
  database: 'ok' | 'unreachable';
  migrations: number;
  stopping: boolean;
}

/** What a load balancer needs to know; never throws. */
export async function readiness(): Promise<Readiness> {
  const stopping = bus().closing.signal.aborted;
  try {
    const rows = await query<{ applied: string }>(
      'SELECT count(*) AS applied FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    return {
      status: stopping ? 'unavailable' : 'ok',
      database: 'ok',
      migrations: Number(rows[0]?.applied ?? 0),
      stopping,
    };
  } catch (error) {
    log.warn('not ready', { error });
    return { status: 'unavailable', database: 'unreachable', migrations: 0, stopping };
  }
}
