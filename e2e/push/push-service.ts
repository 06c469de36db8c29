import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Certificate } from './certificates';
import { checkVapid, PushRefusal, type VapidClaims } from './vapid';
import { waitUntil } from './wait-until';

const LARGEST_BODY_BYTES = 4096;

/** An accepted push, on its way to the browser. */
export interface PushMessage {
  id: string;
  body: Buffer;
  ttlSeconds: number;
  topic?: string;
}

/** The browser's end of one subscription. */
export interface Subscriber {
  /** The VAPID key it was made for; without one, any key may send. */
  applicationServerKey?: string;
  deliver(message: PushMessage): void;
}

/** One request to the push service. `status` is missing while it is unanswered. */
export interface PushRequest {
  receivedAtMs: number;
  host: string;
  path: string;
  token: string;
  ttl?: string;
  urgency?: string;
  topic?: string;
  sizeBytes: number;
  claims?: VapidClaims;
  status?: number;
  reason?: string;
}

type Fault = { status: number; retryAfter?: number | string; body: string } | { delayMs: number } | 'hang';

/**
 * A push service on localhost (the HTTP side: RFC 8030, RFC 8292). It takes a push for every registered token,
 * whatever the host and folder of the endpoint, checks it, and hands it to the subscriber.
 */
export class PushService {
  /** Every request, oldest first. */
  readonly requests: PushRequest[] = [];
  private readonly subscribers = new Map<string, Subscriber>();
  private readonly gone = new Set<string>();
  private readonly faults: Fault[] = [];
  private readonly hanging: (() => void)[] = [];
  private readonly servers: Server[] = [];

  /** Starts listening, on a free port of the loopback addresses. */
  static async start(certificate: Certificate): Promise<PushService> {
    const service = new PushService();
    const listen = async (address: string, port: number) => {
      const server = createServer({ key: certificate.key, cert: certificate.certificate }, (request, response) => {
        void service.handle(request, response);
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, address, resolve);
      });
      service.servers.push(server);
    };
    await listen('127.0.0.1', 0);
    // "localhost" may mean either family; a machine without IPv6 does without.
    await listen('::1', service.port).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error;
    });
    return service;
  }

  get port(): number {
    const address = this.servers[0]?.address() as AddressInfo | undefined;
    if (!address) throw new Error('The push service is not listening');
    return address.port;
  }

  /** Host and port, as an operator would write them into NOD_PUSH_ALLOWED_HOSTS. */
  get host(): string {
    return `localhost:${this.port}`;
  }

  /** Adds a subscription and returns an endpoint for it on this service. */
  register(token: string, subscriber: Subscriber): string {
    this.subscribers.set(token, subscriber);
    return `https://${this.host}/push/${token}`;
  }

  /** Ends a subscription, given by its token or its whole endpoint: from now on a push to it gets 410. */
  expire(tokenOrEndpoint: string): void {
    this.gone.add(lastSegment(tokenOrEndpoint));
  }

  /** The next request (or the next `times`) gets this status instead of being delivered. */
  nextStatus(status: number, { retryAfter, body = 'injected by the test', times = 1 }: StatusOptions = {}): void {
    for (let i = 0; i < times; i++) this.faults.push({ status, retryAfter, body });
  }

  /** The next request is handled normally, but only after `delayMs`. */
  nextDelay(delayMs: number): void {
    this.faults.push({ delayMs });
  }

  /** The next request is not answered: the sender must give up by itself, or wait for `releaseHung`. */
  nextHang(): void {
    this.faults.push('hang');
  }

  /** Answers 503 to every request that hangs. */
  releaseHung(): void {
    for (const answer of this.hanging.splice(0)) answer();
  }

  /** Waits for a request that fits, also one that has already come. */
  waitForRequest(fits: (request: PushRequest, at: number) => boolean, timeoutMs?: number): Promise<PushRequest> {
    return waitUntil('a fitting request to the push service', () => this.requests.find(fits), timeoutMs);
  }

  async close(): Promise<void> {
    const closeOne = (server: Server) =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    await Promise.all(this.servers.map(closeOne));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return; // The sender hung up before it had sent everything.
    const record = recordRequest(request, body);
    this.requests.push(record);
    const fault = this.faults.shift();
    if (fault === 'hang') {
      this.hanging.push(() => reply(response, record, 503, 'hung until the test let go'));
      return;
    }
    if (fault && 'delayMs' in fault) await pause(fault.delayMs);
    if (fault && 'status' in fault) return reply(response, record, fault.status, fault.body, fault.retryAfter);
    try {
      const deliver = this.accept(request, record, body);
      reply(response, record, 201);
      deliver();
    } catch (error) {
      if (!(error instanceof PushRefusal)) throw error;
      reply(response, record, error.status, error.message);
    }
  }

  private accept({ method, headers }: IncomingMessage, record: PushRequest, body: Buffer): () => void {
    const subscriber = this.subscribers.get(record.token);
    if (method !== 'POST' || !subscriber) throw new PushRefusal(404, 'No such subscription');
    if (this.gone.has(record.token)) throw new PushRefusal(410, 'The subscription has ended');
    if (!/^\d+$/.test(record.ttl ?? '')) throw new PushRefusal(400, 'A TTL header is required');
    if (body.length > LARGEST_BODY_BYTES) throw new PushRefusal(413, `More than ${LARGEST_BODY_BYTES} bytes`);
    if (record.topic && !/^[\w-]{1,32}$/.test(record.topic)) throw new PushRefusal(400, 'The Topic is malformed');
    if (body.length > 0 && headers['content-encoding'] !== 'aes128gcm') {
      throw new PushRefusal(400, 'The content encoding must be aes128gcm');
    }
    const { applicationServerKey } = subscriber;
    record.claims = checkVapid(headers.authorization, { audience: `https://${record.host}`, applicationServerKey });
    const message = { id: randomUUID(), body, ttlSeconds: Number(record.ttl), topic: record.topic };
    return () => subscriber.deliver(message);
  }
}

interface StatusOptions {
  /** The Retry-After header: seconds, or an HTTP date. */
  retryAfter?: number | string;
  body?: string;
  times?: number;
}

const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function recordRequest({ url = '', headers }: IncomingMessage, body: Buffer): PushRequest {
  const header = (name: string) => headers[name]?.toString();
  return {
    receivedAtMs: Date.now(),
    host: headers.host ?? '',
    path: url,
    token: lastSegment(url),
    ttl: header('ttl'),
    urgency: header('urgency'),
    topic: header('topic'),
    sizeBytes: body.length,
  };
}

function reply(
  response: ServerResponse,
  record: PushRequest,
  status: number,
  reason = '',
  retryAfter?: number | string,
): void {
  record.status = status;
  record.reason = reason;
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
  response.end(reason);
}
