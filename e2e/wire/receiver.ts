import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '../push/wait-until';

/** One callback as it came in. */
export interface Received {
  /** Path and query, untouched. */
  target: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  body: Record<string, unknown>;
}

/** An integrator's server: it keeps every callback and says 204. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Waits for the callback of one decision. */
  callbackOf(decisionId: string): Promise<Received>;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const body = JSON.parse(raw.toString('utf8')) as Record<string, unknown>;
      received.push({ target: request.url ?? '', headers: request.headers, raw, body });
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    callbackOf: (decisionId) =>
      waitUntil(`the callback of ${decisionId}`, () => received.find(({ body }) => body.correlationId === decisionId)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** HMAC-SHA256 of these bytes with a text as its key, as lower-case hex. */
export const hmac = (secret: string, bytes: string | Buffer): string =>
  createHmac('sha256', secret).update(bytes).digest('hex');
