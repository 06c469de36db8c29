import { backWithError, seeOther } from '@/lib/http/with-form';
import { log } from '@/lib/log';
import { currentMember } from '@/lib/members/auth';
import { exportWorkspace } from '@/lib/members/export';

/** The workspace as a file of JSON Lines, sent as it is read. */
export async function downloadExport(): Promise<Response> {
  try {
    const actor = await currentMember();
    if (!actor) return seeOther(`/sign-in?next=${encodeURIComponent('/settings')}`);
    const day = new Date().toISOString().slice(0, 10);
    return new Response(streamOf(exportWorkspace(actor)), {
      headers: {
        'content-type': 'application/jsonl; charset=utf-8',
        'content-disposition': `attachment; filename="nod-${fileNameOf(actor.workspaceName)}-${day}.jsonl"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    return backWithError('/settings?form=data', error);
  }
}

const fileNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40) || 'workspace';

/** Reads on only as fast as the browser takes it. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error('an export broke off', { error });
        // The download fails where somebody sees it, instead of ending early as if it were whole.
        controller.error(error);
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
