import { exportActivity } from '@/lib/activity/export';
import { withDownload } from '@/lib/http/with-download';

export const dynamic = 'force-dynamic';

const contentTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' };

/** The feed as a file, with the filters of its page. */
export const GET = withDownload({ back: '/activity' }, async ({ actor, given }) => {
  const { format, pieces } = await exportActivity(actor, given);
  const today = new Date().toISOString().slice(0, 10);
  return { fileName: `nod-activity-${today}.${format}`, contentType: contentTypes[format], pieces };
});
