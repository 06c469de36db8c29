import { type ClientRequest, type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';

/**
 * Why a call to the server gave nothing. `unreachable`: no connection, so the server never saw it. `timed_out`: connected, no whole reply
 * in time. `broken`: the connection or the reply was. In the last two, the server may have done what was asked.
 */
export type HttpFailure = 'unreachable' | 'timed_out' | 'broken';

export class HttpError extends Error {
  constructor(
    readonly code: HttpFailure,
    message: string,
  ) {
    super(message);
    this.name = 'HttpError';
  }
}

export interface HttpCall {
  /** The address of Nod, with a path or without. */
  server: string;
  path: string;
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** From the call to the last byte of the reply. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface HttpReply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const longestReply = 4_194_304;

/** POSTs JSON and reads the JSON of the reply, whatever its status; undefined when an error reply has none. Throws {@link HttpError}. */
export async function postJson(call: HttpCall & { body?: unknown }): Promise<{ status: number; value: unknown }> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...call.headers };
  const { body = {}, ...rest } = call;
  return asJson(await sendRequest({ ...rest, headers, method: 'POST', text: JSON.stringify(body) }));
}

/** GETs JSON; see {@link postJson}. */
export async function getJson(call: HttpCall): Promise<{ status: number; value: unknown }> {
  const headers = { accept: 'application/json', ...call.headers };
  return asJson(await sendRequest({ ...call, headers, method: 'GET' }));
}

function asJson({ status, text }: HttpReply): { status: number; value: unknown } {
  try {
    return { status, value: JSON.parse(text) };
  } catch {
    // A proxy in between answers in HTML: its status says enough.
    if (status >= 400) return { status, value: undefined };
    throw new HttpError('broken', 'The server answered with something that is no JSON.');
  }
}

/** One request of node:http or node:https: `fetch` takes longer to load than the whole call. Throws {@link HttpError}. */
export async function sendRequest(call: HttpCall & { method: 'GET' | 'POST'; text?: string }): Promise<HttpReply> {
  const url = addressOf(call.server, call.path);
  // Loading TLS takes longer than everything else here.
  const request = url.protocol === 'https:' ? (await import('node:https')).request : overHttp;
  const body = call.text === undefined ? undefined : Buffer.from(call.text);
  const options: RequestOptions = {
    method: call.method,
    headers: {
      ...call.headers,
      ...(call.apiKey ? { authorization: `Bearer ${call.apiKey}` } : {}),
      ...(body ? { 'content-length': body.length } : {}),
    },
  };
  if (call.signal?.aborted) throw new HttpError('unreachable', 'The call was given up.');
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
    let connected = false;
    const fail = (code: HttpFailure, message: string) => {
      finish();
      reject(new HttpError(code, message));
      sent.destroy();
    };
    const timer = setTimeout(() => {
      if (connected) fail('timed_out', `The server did not answer within ${call.timeoutMs} ms.`);
      else fail('unreachable', `No connection within ${call.timeoutMs} ms.`);
    }, call.timeoutMs);
    const giveUp = () => fail('broken', 'The call was given up.');
    const finish = () => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', giveUp);
    };
    call.signal?.addEventListener('abort', giveUp, { once: true });
    whenConnected(sent, url.protocol, () => {
      connected = true;
    });
    sent.on('error', (error) => fail(connected ? 'broken' : 'unreachable', wordsOf(error)));
    sent.on('response', (response) =>
      readReply(response, fail, (reply) => {
        finish();
        resolve(reply);
      }),
    );
    sent.end(body);
  });
}

function addressOf(server: string, path: string): URL {
  const address = `${server.replace(/\/+$/, '')}${path}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new HttpError('unreachable', `"${server}" is no http or https address.`);
}

function whenConnected(request: ClientRequest, protocol: string, then: () => void): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) then();
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', then);
  });
}

function readReply(
  response: IncomingMessage,
  fail: (code: HttpFailure, message: string) => void,
  done: (reply: HttpReply) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > longestReply) fail('broken', 'The reply of the server is too long.');
    else chunks.push(chunk);
  });
  response.on('error', (error) => fail('broken', wordsOf(error)));
  response.on('end', () => {
    if (!response.complete) return fail('broken', 'The reply of the server broke off.');
    done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') });
  });
}

/** An error that collects those of several addresses has no message of its own, only a code. */
const wordsOf = (error: NodeJS.ErrnoException): string => error.message || error.code || 'The connection failed.';
