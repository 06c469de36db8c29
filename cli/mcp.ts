import { type HttpCall, HttpError, sendRequest } from './http';

export interface ToolReply {
  /** The tool refused: `value` then holds `error`, `code` and `hint`. */
  isError: boolean;
  value: Record<string, unknown>;
}

/** The server refused the whole call: no key, a rate, an unknown tool, or it failed. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'RefusedError';
  }
}

export const mcpPath = '/api/mcp/mcp';

/**
 * Calls one MCP tool without a handshake, as the server allows (spec 6.1). Throws {@link HttpError} when the call came to nothing, and
 * {@link RefusedError} when the server would not have it.
 */
export async function callTool(
  call: Omit<HttpCall, 'path'> & { name: string; arguments: Record<string, unknown> },
): Promise<ToolReply> {
  const { name, arguments: given, ...http } = call;
  const reply = await sendRequest({
    ...http,
    path: mcpPath,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...http.headers },
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
  const messages = messagesOf(reply.text, reply.headers['content-type'] ?? '');
  const response = messages.find((message) => message.id === 1 && ('result' in message || 'error' in message));
  if (reply.status !== 200 || !response?.result) throw refusal(reply.status, response ?? messages[0]);
  return resultOf(response.result);
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // What cannot be read is as good as not sent; who waits for a reply misses it then.
    return undefined;
  }
}

/** The JSON-RPC messages of a reply, which is either one of them or a stream of events. */
function messagesOf(text: string, contentType: string): Json[] {
  if (!contentType.startsWith('text/event-stream')) return [parsed(text)].filter(isObject);
  return text
    .split(/\r?\n\r?\n/)
    .map((frame) =>
      frame
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n'),
    )
    .map(parsed)
    .filter(isObject);
}

function refusal(status: number, message: Json | undefined): Error {
  const error = isObject(message?.error) ? message.error.message : (message?.error ?? message?.message);
  if (status === 200 && error === undefined) return new HttpError('broken', 'The server answered without a result.');
  return new RefusedError(status, typeof error === 'string' ? error : `The server answered ${status}.`);
}

function resultOf(result: unknown): ToolReply {
  if (!isObject(result)) throw new HttpError('broken', 'The result of the server cannot be read.');
  const isError = result.isError === true;
  if (isObject(result.structuredContent)) return { isError, value: result.structuredContent };
  const [first] = Array.isArray(result.content) ? result.content : [];
  const text = isObject(first) && typeof first.text === 'string' ? first.text : '';
  const value = parsed(text);
  if (value) return { isError, value };
  if (isError) return { isError, value: { error: text } };
  throw new HttpError('broken', 'The result of the server cannot be read.');
}
