import type { MemberActor } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { errorResponse } from '@/lib/http/errors';
import { enforceRate } from '@/lib/http/rate-limit';
import { refuseForeignHost } from '@/lib/http/with-api';
import { seeOther } from '@/lib/http/with-form';
import { newId } from '@/lib/ids';
import { log } from '@/lib/log';
import { currentMember } from '@/lib/members/auth';

export interface Download {
  fileName: string;
  contentType: string;
  pieces: AsyncIterator<string>;
}

interface DownloadGiven {
  actor: MemberActor;
  /** What the address says; a name that stands in it twice is an array. */
  given: Record<string, string | string[]>;
}

/**
 * The one wrapper of files that a signed-in member loads (GET only): checks the host and who is signed in, and streams what the handler
 * gives, a piece whenever the browser has room. The first piece is made before the headers go, so that most errors still have a status.
 */
export function withDownload(
  rules: { back: string },
  handler: (given: DownloadGiven) => Promise<Download>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      refuseForeignHost(request);
      const actor = await currentMember();
      if (!actor) return seeOther(`/sign-in?next=${encodeURIComponent(rules.back)}`);
      enforceRate(`download ${actor.memberId}`, { limit: 30, windowMs: 60_000 });
      const { fileName, contentType, pieces } = await handler({ actor, given: givenOf(request) });
      // A name of ours, but it stands between quotes.
      if (!/^[\w.-]+$/.test(fileName)) throw new AppError('internal', 'The file has no usable name.');
      return new Response(streamOf(pieces, await pieces.next()), {
        headers: {
          'content-type': contentType,
          'content-disposition': `attachment; filename="${fileName}"`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      });
    } catch (error) {
      return errorResponse(error, newId(), { 'cache-control': 'no-store' });
    }
  };
}

function givenOf(request: Request): DownloadGiven['given'] {
  const search = new URL(request.url).searchParams;
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

function streamOf(pieces: AsyncIterator<string>, first: IteratorResult<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | undefined = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = next ?? (await pieces.next());
        next = undefined;
        if (piece.done) controller.close();
        else controller.enqueue(encoder.encode(piece.value));
      } catch (error) {
        // The headers have gone: the browser must see a broken download, not a short file.
        log.error('a download broke off', { error });
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
