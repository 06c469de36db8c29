import { withDownload } from '@/lib/http/with-download';
import { exportFileName, exportWorkspace } from '@/lib/members/export';

/** The workspace as a file of JSON Lines, sent as it is read. */
export const GET = withDownload({ back: '/settings' }, async ({ actor }) => ({
  fileName: exportFileName(actor),
  contentType: 'application/jsonl; charset=utf-8',
  pieces: exportWorkspace(actor),
}));
