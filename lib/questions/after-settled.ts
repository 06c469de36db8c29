import { sendSettled } from '@/lib/delivery/settled';
import { log } from '@/lib/log';
import type { SettledRow } from '@/lib/questions/questions.sql';
import { bus } from '@/lib/wake/bus';

/**
 * What follows a settled question: waiters of this process are woken at once (other processes hear NOTIFY), and the other devices'
 * notifications are replaced. Both are durable already: the row is settled and the pushes are planned; a failure here is made good
 * by the due loop.
 */
export async function afterSettled(settled: SettledRow[]): Promise<void> {
  for (const { id, workspace_id: workspace, state, targets } of settled) {
    bus().publish({ workspace, id, event: state });
    void sendSettled(workspace, id, targets).catch((error) =>
      log.error('settled pushes were not sent; they are tried again', { question: id, error }),
    );
  }
}
