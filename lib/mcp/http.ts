import { type AuthInfo, createMcpHandler, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { withMcpAuth } from 'mcp-handler';
import { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import { env } from '@/lib/env';
import { AppError, isDatabaseUnavailable } from '@/lib/errors';
import { errorResponse } from '@/lib/http/errors';
import { isAllowedOrigin } from '@/lib/http/origin';
import { countCall, enforceRate, keyRate } from '@/lib/http/rate-limit';
import { readJson } from '@/lib/http/read-body';
import { newId } from '@/lib/ids';
import { authenticateKey, bearerOf } from '@/lib/keys/authenticate';
import { log } from '@/lib/log';
import { cancelCall, cancellable } from '@/lib/mcp/cancellations';
import { createServer, type RequestFacts } from '@/lib/mcp/server';
import { clientNameIn, newSessionId } from '@/lib/mcp/session-id';
import { bus } from '@/lib/wake/bus';

const maxBodyBytes = 262_144;
const sessionHeader = 'mcp-session-id';

/** The parts of a message that the route itself acts on. */
const Message = z.object({
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  id: z.union([z.string(), z.number()]).optional(),
});
type Message = z.infer<typeof Message>;

const messagesOf = (body: unknown): Message[] =>
  (Array.isArray(body) ? body : [body])
    .map((message) => Message.safeParse(message))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));

interface Checked {
  actor?: KeyActor;
  keyUnchecked?: boolean;
}

const authInfoOf = (checked: Checked): AuthInfo => ({
  token: '',
  clientId: checked.actor?.keyId ?? '',
  scopes: [],
  extra: { ...checked },
});

/** Who a request is; throws the OAuth error that becomes a 401 with its challenge. No key is fine here: the tools decide. */
async function verify(request: Request, bearer: string | undefined): Promise<AuthInfo | undefined> {
  const url = new URL(request.url);
  const inUrl = env().allowKeyInUrl ? url.searchParams.get('api_key') : null;
  const presented = bearer ?? bearerOf(request.headers.get('authorization')) ?? inUrl ?? undefined;
  if (presented === undefined) return undefined;
  try {
    const actor = await authenticateKey(presented);
    if (!actor) throw new OAuthError(OAuthErrorCode.InvalidToken, 'This API key is not valid.');
    return authInfoOf({ actor });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log.error('a key could not be checked', { error });
    return authInfoOf({ keyUnchecked: true });
  }
}

/** Serves one MCP request over Streamable HTTP, statelessly; the response's first byte leaves at once, so that no proxy cuts a long wait. */
export async function handleMcp(request: Request): Promise<Response> {
  const receivedAt = performance.now();
  const requestId = newId();
  try {
    if (!isAllowedOrigin(request)) throw new AppError('forbidden', 'This origin may not call Nod.');
    if (request.method !== 'POST') return await serve(request, undefined, undefined, receivedAt, requestId);
    const body = await readJson(request, maxBodyBytes);
    if (body === undefined) throw new AppError('invalid_request', 'The body is empty: send one JSON-RPC message.');
    const messages = messagesOf(body);
    for (const { method, params } of messages) {
      if (method === 'notifications/cancelled') cancelCall(request.headers.get(sessionHeader), params?.requestId);
    }
    const callsTool = messages.some(({ method }) => method === 'tools/call');
    const authorised = withMcpAuth((checked) => serve(checked, body, messages, receivedAt, requestId), verify, {
      required: callsTool,
      // Never from a header: a spoofed host would end up in the challenge.
      resourceUrl: env().url,
    });
    return withHeaders(await authorised(request), requestId);
  } catch (error) {
    return withHeaders(errorResponse(error, requestId), requestId);
  }
}

/** Calls without a good key are counted together, generously: they learn nothing and store nothing. */
const strangers = { limit: 6000, windowMs: 60_000 };

/** Every response says where its limit stands and how it is called in the log; also those that the library made. */
function withHeaders(response: Response, requestId: string): Response {
  if (response.headers.has('x-ratelimit-limit') && response.headers.has('x-request-id')) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries({
    ...countCall('strangers', strangers).headers,
    'x-request-id': requestId,
  })) {
    if (!headers.has(name)) headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/** withMcpAuth leaves what verify() found on the request. */
const checkedOf = (request: Request): Checked =>
  ((request as Request & { auth?: AuthInfo }).auth?.extra as Checked | undefined) ?? {};

async function serve(
  request: Request,
  body: unknown,
  messages: Message[] | undefined,
  receivedAt: number,
  requestId: string,
): Promise<Response> {
  const { actor, keyUnchecked = false } = checkedOf(request);
  // A batch is as many calls as it holds.
  const rate = actor ? enforceKeyRate(actor, messages?.length ?? 1) : {};
  const sessionId = request.headers.get(sessionHeader);
  const calls: (() => void)[] = [bus().enter()];
  const facts: RequestFacts = {
    actor,
    keyUnchecked,
    receivedAt,
    requestId,
    clientName: await clientNameIn(sessionId).catch(() => undefined),
    testTraffic: request.headers.get('x-pushary-env') === 'test',
    cancelled: (id) => {
      const { signal, done } = cancellable(sessionId, id);
      calls.push(done);
      return signal;
    },
  };
  const finish = () => {
    for (const done of calls) done();
  };
  try {
    const response = await respond(request, body, facts, finish);
    const hello = messages?.find(({ method }) => method === 'initialize');
    if (hello && response.ok) await giveSessionId(response, nameInHello(hello));
    for (const [name, value] of Object.entries({ ...rate, 'x-request-id': requestId }))
      response.headers.set(name, value);
    return response;
  } catch (error) {
    finish();
    throw error;
  }
}

async function respond(request: Request, body: unknown, facts: RequestFacts, finish: () => void): Promise<Response> {
  const handler = createMcpHandler((context) => createServer(facts, context), {
    responseMode: 'sse',
    keepAliveMs: 10_000,
    onerror: (error) => log.debug('an MCP request was refused', { requestId: facts.requestId, error }),
  });
  const response = await handler.fetch(request, body === undefined ? undefined : { parsedBody: body });
  // The client may be gone by now: then nobody will read this stream, nor cancel it.
  if (request.signal.aborted) finish();
  return new Response(withFirstByte(response, finish), {
    status: response.status,
    headers: new Headers(response.headers),
  });
}

/** Without a session id the client is only nameless: no reason to refuse it while the database is down. */
async function giveSessionId(response: Response, clientName: string): Promise<void> {
  const sessionId = await newSessionId(clientName).catch(() => undefined);
  if (sessionId) response.headers.set(sessionHeader, sessionId);
}

function enforceKeyRate(actor: KeyActor, calls: number): Record<string, string> {
  return enforceRate(`key ${actor.keyId}`, keyRate(), Math.max(1, calls)).headers;
}

function nameInHello(hello: Message): string {
  const client = z.object({ name: z.string() }).safeParse(hello.params?.clientInfo);
  return client.success ? client.data.name : '';
}

/** A stream gets a comment as its first byte: Next sends no headers before the first chunk (measured: 34 s without). */
function withFirstByte(response: Response, ended: () => void): ReadableStream<Uint8Array> | null {
  if (!response.body) {
    ended();
    return null;
  }
  const isStream = response.headers.get('content-type')?.includes('text/event-stream');
  const reader = response.body.getReader();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (isStream) controller.enqueue(new TextEncoder().encode(': ok\n\n'));
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          ended();
          controller.close();
        } else controller.enqueue(value);
      } catch (error) {
        ended();
        controller.error(error);
      }
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
}
