import http from 'node:http';
import { mcpUrl, messagesIn } from '@/e2e/server/mcp';

export interface ToolReply {
  /** performance.now() when the result's bytes arrived. */
  arrivedAt: number;
  structured: Record<string, unknown>;
}

export interface ToolCall {
  /** Rejects when the call fails, also by `abort`. */
  reply: Promise<ToolReply>;
  abort(): void;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Calls a tool as a hook does, by one POST, over node:http: fetch would cost this process more than the server. */
export function callTool(
  server: { url: string },
  apiKey: string,
  tool: string,
  args: Record<string, unknown>,
): ToolCall {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: args },
  });
  const request = http.request(mcpUrl(server.url), {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${apiKey}`,
      'content-length': Buffer.byteLength(body),
    },
  });
  const reply = new Promise<ToolReply>((settle, fail) => {
    request.on('error', fail);
    request.on('response', (response) => {
      let text = '';
      let arrivedAt = 0;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (arrivedAt === 0 && chunk.includes('data:')) arrivedAt = performance.now();
      });
      response.on('error', fail);
      response.on('end', () => {
        try {
          settle({ arrivedAt, structured: resultIn(response.statusCode, text) });
        } catch (error) {
          fail(error);
        }
      });
    });
  });
  request.end(body);
  return { reply, abort: () => void request.destroy() };
}

function resultIn(status: number | undefined, text: string): Record<string, unknown> {
  const result = messagesIn(text).at(-1)?.result;
  if (status !== 200 || !result?.structuredContent) throw new Error(`The tool call gave ${status}: ${text}`);
  return result.structuredContent as Record<string, unknown>;
}

/** A tool call that does nothing: the way in, the key and the way out, without a question. */
export async function callNothing(server: { url: string }, apiKey: string): Promise<void> {
  await callTool(server, apiKey, 'cancel_question', { correlationId: 'nothing' }).reply;
}

/** Asks without waiting. Throws when the question was not stored. */
export async function askOnly(server: { url: string }, apiKey: string): Promise<void> {
  const { structured } = await callTool(server, apiKey, 'ask_user', { ...question, wait: false }).reply;
  if (structured.status !== 'pending') throw new Error(`The ask was ${JSON.stringify(structured)}`);
}

/** What an agent asks before it runs a command. */
export const question = {
  type: 'confirm',
  question: 'Run the database migration on staging?',
  context: 'The table orders gets a column. Nothing is dropped, and the deploy waits for it.',
  intent: 'Add the column orders.status',
  action: 'npm run migrate -- --env staging',
  agentName: 'Claude Code - shop',
};
