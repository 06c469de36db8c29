import { errorResponse } from '@/lib/http/errors';
import { countCall } from '@/lib/http/rate-limit';
import { refuseForeignHost } from '@/lib/http/with-api';
import { newId } from '@/lib/ids';
import { servedDocument } from '@/lib/openapi/served';

export const dynamic = 'force-dynamic';

const generous = { limit: 6000, windowMs: 60_000 };

/** The HTTP API as OpenAPI 3.1, for anybody. */
export async function GET(request: Request): Promise<Response> {
  const requestId = newId();
  try {
    refuseForeignHost(request);
    const { text, etag } = servedDocument();
    const headers = {
      etag,
      'cache-control': 'no-cache',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...countCall('strangers', generous).headers,
    };
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  } catch (error) {
    return errorResponse(error, requestId);
  }
}
