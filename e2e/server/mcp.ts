import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export const mcpUrl = (serverUrl: string): string => `${serverUrl}/api/mcp/mcp`;

/** The client that most agents embed, connected over Streamable HTTP. Close it when done. */
export async function connect(serverUrl: string, apiKey: string, clientName = 'e2e-client'): Promise<Client> {
  const client = new Client({ name: clientName, version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl(serverUrl)), { requestInit }));
  return client;
}

/** Calls a tool and gives its structured result. Throws with the text of an error result. */
export async function call(
  client: Client,
  tool: string,
  args: Record<string, unknown>,
  options?: RequestOptions,
): Promise<Record<string, unknown>> {
  const result = (await client.callTool({ name: tool, arguments: args }, undefined, options)) as CallToolResult;
  if (result.isError) throw new Error(textOf(result));
  if (!result.structuredContent) throw new Error(`${tool} gave no structured content: ${textOf(result)}`);
  return result.structuredContent;
}

/** A call that a test looks at later. When the test fails before that, its own words count, not that the connection was closed. */
export function quietly<Result>(called: Promise<Result>): Promise<Result> {
  called.catch(() => undefined);
  return called;
}

/** The text of a tool result: the same JSON, for clients that read only that. */
export function textOf(result: CallToolResult): string {
  const first = result.content[0];
  return first?.type === 'text' ? first.text : '';
}

export interface RpcOptions {
  key?: string;
  headers?: Record<string, string>;
  id?: string | number;
  signal?: AbortSignal;
}

export interface RpcMessage {
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface RpcReply {
  status: number;
  headers: Headers;
  /** Every message of the reply, the result last. */
  messages: RpcMessage[];
  result: Record<string, unknown> | undefined;
  text: string;
}

/** One POST as a hook sends it: no initialize, no session. */
export async function rpc(
  serverUrl: string,
  method: string,
  params: Record<string, unknown>,
  options: RpcOptions = {},
): Promise<RpcReply> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: options.id ?? 1, method, params });
  const response = await post(serverUrl, body, options);
  const text = await response.text();
  const messages = messagesIn(text);
  return { status: response.status, headers: response.headers, messages, result: messages.at(-1)?.result, text };
}

/** Any body to the MCP endpoint. */
export function post(serverUrl: string, body: BodyInit, { key, headers, signal }: RpcOptions = {}): Promise<Response> {
  return fetch(mcpUrl(serverUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...headers,
    },
    body,
    signal,
  });
}

/** The messages of a reply, whether it is a stream of events or plain JSON. */
export function messagesIn(text: string): RpcMessage[] {
  const data = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .filter((line) => line !== '');
  const documents = data.length > 0 ? data : [text];
  return documents.flatMap((document) => {
    try {
      return [JSON.parse(document) as RpcMessage];
    } catch {
      return [];
    }
  });
}

/** Calls a tool by a bare POST and gives its result. */
export async function rawCall(
  serverUrl: string,
  tool: string,
  args: Record<string, unknown>,
  options: RpcOptions & { meta?: Record<string, unknown> } = {},
): Promise<RpcReply & { structured: Record<string, unknown>; isError: boolean }> {
  const { meta, ...rest } = options;
  const params = { name: tool, arguments: args, ...(meta ? { _meta: meta } : {}) };
  const reply = await rpc(serverUrl, 'tools/call', params, rest);
  const result = reply.result as CallToolResult | undefined;
  const structured = result?.structuredContent ?? (result?.isError ? errorIn(textOf(result)) : {});
  return { ...reply, structured, isError: result?.isError === true };
}

/** The JSON of an error result; errors of the protocol library are plain text. */
function errorIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { message: text };
  }
}
