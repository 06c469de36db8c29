import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A model server that plays a list of steps, and remembers what it was told of them. */
export interface FakeModel {
  url: string;
  /** The result of each step, as text, in order. */
  told(): string[];
  /** The session's id, when somebody told the model which it is. */
  sessionId(): string | undefined;
  close(): Promise<void>;
}

/** One turn of a conversation: the results that it brings, and a way to say what the model does now. */
export interface ModelTurn {
  results: string[];
  /** Writes the reply. `step` counts from 0; past the last step the model is done. */
  reply(response: ServerResponse): void;
}

/** Serves turns on a port of loopback. `read` gives undefined for requests that are no turn: they get an empty object. */
export async function serveModel(read: (path: string, body: string) => ModelTurn | undefined): Promise<FakeModel> {
  let told: string[] = [];
  let sessionId: string | undefined;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    sessionId ??= /The id of this session is ([\w-]+)\./.exec(body)?.[1];
    const turn = read(request.url ?? '', body);
    if (!turn) {
      response.setHeader('content-type', 'application/json').end('{"data":[],"models":[],"input_tokens":1}');
      return;
    }
    if (turn.results.length > told.length) told = turn.results;
    turn.reply(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    told: () => told,
    sessionId: () => sessionId,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A reply as server-sent events, each `[type, the rest]`. */
export function sendEvents(response: ServerResponse, events: [string, Record<string, unknown>][]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [type, rest] of events) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`);
  response.end();
}

/** The text of content that may be a text or a list of blocks with text. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map((block: { text?: string }) => block.text ?? '').join('\n');
}
