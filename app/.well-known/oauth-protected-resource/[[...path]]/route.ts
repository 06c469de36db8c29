import { protectedResourceHandler } from 'mcp-handler';
import { env } from '@/lib/env';

export const dynamic = 'force-dynamic';

/** What the MCP endpoint's 401 points to (RFC 9728). No authorization server yet: keys are made on /keys. */
export function GET(request: Request): Response {
  return protectedResourceHandler({ authServerUrls: [], resourceUrl: `${env().url}/api/mcp/mcp` })(request);
}
