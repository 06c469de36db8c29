import http from 'node:http';
import { mcpUrl } from '../server/mcp';

export interface SlowReply {
  status: number;
  /** How much had been written when the reply came. */
  sentBytes: number;
  body: string;
}

/** Sends a body of this size in pieces until the server answers, or all of it is sent. */
export function sendSlowly(
  serverUrl: string,
  totalBytes: number,
  headers: Record<string, string>,
  path = mcpUrl(serverUrl),
): Promise<SlowReply> {
  const piece = Buffer.alloc(65_536, 'x');
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let answered = false;
    const request = http.request(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
    request.on('response', (response) => {
      answered = true;
      const sentSoFar = sentBytes;
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, sentBytes: sentSoFar, body: Buffer.concat(chunks).toString() });
        request.destroy();
      });
    });
    // After its answer the server may cut the rest off.
    request.on('error', (error) => answered || reject(error));
    const next = () => {
      if (answered || request.destroyed) return;
      if (sentBytes >= totalBytes) return void request.end();
      sentBytes += piece.length;
      request.write(piece, () => setTimeout(next, 1));
    };
    next();
  });
}
