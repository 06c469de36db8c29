import { requestPairing as declared } from '@/lib/contract/operations/pair';
import { clientAddress } from '@/lib/http/client-address';
import { enforceRate } from '@/lib/http/rate-limit';
import { withApi } from '@/lib/http/with-api';
import { requestPairing } from '@/lib/keys/pairing';

// Without a proxy that tells addresses apart there is only the limit for all; it leaves room for a room full of people.
const inAll = { limit: 60, windowMs: 60_000 };
const perAddress = { limit: 10, windowMs: 60_000 };

/** A terminal asks for a code. */
export const POST = withApi(
  { access: { anybody: inAll }, body: declared.body, maxBytes: declared.maxBytes },
  async ({ body, request }) => {
    const address = clientAddress(request);
    if (address) enforceRate(`pair from ${address}`, perAddress);
    return requestPairing(body);
  },
);
