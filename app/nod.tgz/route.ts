import { cliPackage } from '@/lib/http/cli-package';
import { refuseForeignHost } from '@/lib/http/with-api';

export const dynamic = 'force-dynamic';

/** The command line tool, as a package that `npx ADDRESS/nod.tgz` runs. */
export async function GET(request: Request): Promise<Response> {
  refuseForeignHost(request);
  const made = await cliPackage();
  if (!made) return new Response('The command line tool is not built: run npm run build.\n', { status: 404 });
  const headers = { etag: made.etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  if (request.headers.get('if-none-match') === made.etag) return new Response(null, { status: 304, headers });
  return new Response(made.bytes, {
    headers: {
      ...headers,
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename="nod.tgz"',
    },
  });
}
