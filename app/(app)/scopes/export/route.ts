import { withDownload } from '@/lib/http/with-download';
import { exportLedger } from '@/lib/ledger/export';

export const dynamic = 'force-dynamic';

/** The whole ledger of the workspace as JSON Lines: a part of it could not be checked. */
export const GET = withDownload({ back: '/scopes' }, async ({ actor }) => {
  const today = new Date().toISOString().slice(0, 10);
  return {
    fileName: `nod-ledger-${today}.jsonl`,
    contentType: 'application/x-ndjson; charset=utf-8',
    pieces: exportLedger(actor),
  };
});
