import { handleMcp } from '@/lib/mcp/http';

export const dynamic = 'force-dynamic';
export const maxDuration = 60;

interface Context {
  params: Promise<{ transport: string }>;
}

/** Streamable HTTP only; other names under /api/mcp are not transports. */
async function serve(request: Request, { params }: Context): Promise<Response> {
  const { transport } = await params;
  if (transport !== 'mcp')
    return Response.json({ error: 'Not found', message: 'Not found', code: 'not_found' }, { status: 404 });
  return handleMcp(request);
}

export { serve as DELETE, serve as GET, serve as POST };
