import { awaitPairing as declared } from '@/lib/contract/operations/pair';
import { withApi } from '@/lib/http/with-api';
import { bearerOf } from '@/lib/keys/authenticate';
import { awaitPairing } from '@/lib/keys/pairing';
import { parseOrThrow } from '@/lib/parse';

/** A terminal waits for its key. The limit is that of one code: its address is part of the name that is counted. */
export const GET = withApi(
  { access: { anybody: { limit: 60, windowMs: 60_000 } } },
  async ({ request, params: { code = '' } }) => {
    const startedAt = performance.now();
    const { wait } = parseOrThrow(declared.query, Object.fromEntries(new URL(request.url).searchParams));
    const secret = bearerOf(request.headers.get('authorization'));
    return awaitPairing({ code, secret }, { endsAt: startedAt + wait * 1000, signal: request.signal });
  },
);
