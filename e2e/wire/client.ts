import type { NodServer } from '../server/start-server';

/** One answer of the REST API, with its body as text and, where it is JSON, as an object. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

export interface Call {
  key?: string;
  query?: Record<string, string>;
  json?: unknown;
  /** Sent as it is, in place of `json`. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export type Verb = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

/** Calls the REST API as the public clients do, and keeps what no answer may be. */
export interface WireClient {
  send(verb: Verb, path: string, call?: Call): Promise<Reply>;
  get(path: string, query?: Record<string, string>, key?: string): Promise<Reply>;
  post(path: string, json?: unknown, key?: string): Promise<Reply>;
  patch(path: string, json: unknown, key?: string): Promise<Reply>;
  delete(path: string, key?: string): Promise<Reply>;
  /** Everything that went against a rule for all answers (spec 6.1), so that each file can assert that there is nothing. */
  troubles: string[];
}

/** A client that sends the server's full key unless it is told another. Paths begin below /api/v1/server. */
export function wireClient(server: Pick<NodServer, 'url' | 'apiKey'>): WireClient {
  const troubles: string[] = [];
  const send = async (verb: Verb, path: string, call: Call = {}): Promise<Reply> => {
    const { key = server.apiKey, query, json, raw, headers, signal } = call;
    const address = new URL(`${server.url}/api/v1/server`);
    const url = `${address.href}${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const response = await fetch(url, {
      method: verb,
      // The clients say so on every method, whether or not there is a body.
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}), ...headers },
      body: raw ?? (json === undefined ? undefined : JSON.stringify(json)),
      redirect: 'manual',
      signal,
    });
    const text = await response.text();
    const reply = { status: response.status, headers: response.headers, text, body: objectIn(text) };
    troubles.push(...wrongWith(reply).map((problem) => `${verb} ${path.slice(0, 80)} → ${reply.status}: ${problem}`));
    return reply;
  };
  return {
    send,
    get: (path, query, key) => send('GET', path, { query, key }),
    post: (path, json, key) => send('POST', path, { json, key }),
    patch: (path, json, key) => send('PATCH', path, { json, key }),
    delete: (path, key) => send('DELETE', path, { key }),
    troubles,
  };
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed !== null && typeof parsed === 'object' ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What spec 6.1 says of every answer, and this one does not keep. */
export function wrongWith({ status, headers, text, body }: Reply): string[] {
  const wrong: string[] = [];
  const isJson = headers.get('content-type')?.startsWith('application/json') && /^\s*\{/.test(text);
  if (!isJson) wrong.push(`no JSON object: ${headers.get('content-type')} ${text.slice(0, 80)}`);
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    if (!/^\d+$/.test(headers.get(name) ?? '')) wrong.push(`${name} is ${headers.get(name)}`);
  if (!headers.get('x-request-id')) wrong.push('no x-request-id');
  if (status >= 300 && status < 400) wrong.push(`leads on to ${headers.get('location')}`);
  if (status >= 500) wrong.push(`failed: ${text.slice(0, 200)}`);
  if (status < 300 && 'error' in body) wrong.push('a success with a field named error');
  if (status >= 400 && isJson) {
    const { error, message, code } = body;
    if (typeof error !== 'string' || error === '' || error !== message) wrong.push(`error is ${error}, not ${message}`);
    if (typeof code !== 'string' || !/^[a-z_]+$/.test(code)) wrong.push(`code is ${code}`);
  }
  return wrong;
}

/** The fields that a refusal names, as in `issues`. */
export const namedIn = ({ body }: Reply): string[] =>
  (Array.isArray(body.issues) ? body.issues : []).map((issue) => String((issue as { field?: unknown }).field));

/** The names of an object's fields, in order of the alphabet. */
export const namesOf = (value: unknown): string[] => Object.keys(value as Record<string, unknown>).sort();
