import { sendSettled } from '@/lib/delivery/settled';
import { log } from '@/lib/log';
import type { SettledRow } from '@/lib/questions/questions.sql';
import { bus } from '@/lib/wake/bus';

/**
 * What follows a settled question: waiters of this process are woken at once (other processes hear NOTIFY), and the other devices'
 * notifications are replaced. The settling itself is already durable; a failure here is logged and never undoes it.
 */
export async function afterSettled(settled: SettledRow[], exceptDeviceId?: string): Promise<void> {
  for (const { id, workspace_id: workspace, state } of settled) {
    bus().publish({ workspace, id, event: state });
    void sendSettled(workspace, id, exceptDeviceId).catch((error) =>
      log.error('settled pushes were not sent', { question: id, error }),
    );
  }
}
