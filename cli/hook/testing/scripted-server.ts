import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request asked for: `gate`, `telemetry`, or the name of an MCP tool. */
export interface Received {
  what: string;
  body: Record<string, unknown>;
  /** The arguments of a tool call. */
  given: Record<string, unknown>;
}

/** What is answered: a value, or a failure on purpose. */
export type Scripted =
  | Record<string, unknown>
  | { fails: 'reset' | 'never' | 'garbage' | 'huge' | 'status' | 'late'; status?: number }
  | ((received: Received) => Record<string, unknown>);

export interface ScriptedServer {
  url: string;
  received: Received[];
  of(what: string): Received[];
  close(): Promise<void>;
}

/**
 * A server that fails as it is told, for what a real one cannot be made to do. Each script is one answer, or a list of which the last
 * repeats. What has no script is answered by a question that stays open.
 */
export async function scriptedServer(scripts: Record<string, Scripted | Scripted[]>): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void receive(request).then((one) => {
      received.push(one);
      const script = scripts[one.what] ?? defaults[one.what] ?? {};
      const count = received.filter(({ what }) => what === one.what).length;
      const scripted = Array.isArray(script) ? (script[Math.min(count, script.length) - 1] ?? {}) : script;
      answer(response, one, scripted);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    of: (what) => received.filter((one) => one.what === what),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const defaults: Record<string, Record<string, unknown>> = {
  telemetry: { accepted: 1, duplicates: 0, ignored: 0 },
  ask_user: { correlationId: 'q-1', status: 'pending', nextAction: 'wait_for_answer' },
  wait_for_answer: { answered: false, status: 'pending', nextAction: 'wait_for_answer' },
  cancel_question: { cancelled: true, correlationId: 'q-1', askHandoff: true },
};

async function receive(request: IncomingMessage): Promise<Received> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text) as Record<string, unknown>;
  if (request.url === '/api/agent/gate') return { what: 'gate', body, given: {} };
  if (request.url === '/api/agent/hook') return { what: 'telemetry', body, given: {} };
  const { name, arguments: given } = body.params as { name: string; arguments: Record<string, unknown> };
  return { what: name, body, given };
}

function answer(response: ServerResponse, received: Received, script: Scripted): void {
  const scripted = typeof script === 'function' ? script(received) : script;
  if (scripted.fails === 'late') {
    // Long enough for what is to happen before.
    setTimeout(answer, 500, response, received, defaults[received.what]);
    return;
  }
  if ('fails' in scripted) {
    fail(response, scripted);
    return;
  }
  response.setHeader('content-type', 'application/json');
  const isTool = received.body.jsonrpc !== undefined;
  const value = isTool ? { jsonrpc: '2.0', id: 1, result: { structuredContent: scripted, content: [] } } : scripted;
  response.end(JSON.stringify(value));
}

function fail(response: ServerResponse, { fails, status }: { fails?: unknown; status?: unknown }): void {
  if (fails === 'reset') response.destroy();
  if (fails === 'garbage') response.end('<p>not what you think');
  if (fails === 'huge') response.end(`"${'x'.repeat(5_000_000)}"`);
  if (fails === 'status') response.writeHead(Number(status)).end('{"error":"It failed on purpose.","kind":"allow"}');
}
