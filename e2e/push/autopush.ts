import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PushMessage, PushService } from './push-service';
import { keepUndelivered } from './undelivered';

/** The connection over which Firefox subscribes and gets its pushes (Mozilla's push WebSocket protocol). */
export interface Autopush {
  url: string;
  /** Cuts every connection; Firefox comes back soon and then gets what it missed. */
  disconnect(): void;
  /** Forgets every browser: Firefox drops its subscriptions and fires `pushsubscriptionchange`. */
  forgetAll(): void;
  close(): Promise<void>;
}

type ChannelMessage = PushMessage & { channelId: string };

/** One Firefox, over all of its connections. */
interface UserAgent {
  socket?: WebSocket;
  tokens: Map<string, string>; // by channel, which is Firefox's name for one subscription
  unacknowledged: ChannelMessage[];
}

interface ClientMessage {
  messageType?: string;
  uaid?: string;
  channelID?: string;
  key?: string;
  updates?: { version: string }[];
}

/** Starts it on a free port; the endpoints that it gives out are on the push service. */
export async function startAutopush(service: PushService): Promise<Autopush> {
  const userAgents = new Map<string, UserAgent>();
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'push-notification' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    let userAgent: UserAgent | undefined;
    socket.on('message', (data) => {
      const message: ClientMessage = JSON.parse(data.toString());
      if (message.messageType === 'hello') userAgent = greet(userAgents, message, socket);
      else if (userAgent) handle(service, userAgent, message, socket);
    });
    socket.on('close', () => {
      if (userAgent?.socket === socket) userAgent.socket = undefined;
    });
  });
  const disconnect = () => {
    for (const socket of server.clients) socket.terminate();
  };
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    disconnect,
    forgetAll: () => {
      for (const { tokens } of userAgents.values()) for (const token of tokens.values()) service.expire(token);
      userAgents.clear();
      disconnect();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        disconnect();
      }),
  };
}

function greet(userAgents: Map<string, UserAgent>, { uaid }: ClientMessage, socket: WebSocket): UserAgent {
  const known = uaid ? userAgents.get(uaid) : undefined;
  const userAgent: UserAgent = known ?? { tokens: new Map(), unacknowledged: [] };
  const id = known && uaid ? uaid : randomUUID().replaceAll('-', '');
  userAgents.set(id, userAgent);
  userAgent.socket = socket;
  send(socket, { messageType: 'hello', uaid: id, status: 200, use_webpush: true, broadcasts: {} });
  for (const message of userAgent.unacknowledged) sendNotification(socket, message);
  return userAgent;
}

function handle(service: PushService, userAgent: UserAgent, message: ClientMessage, socket: WebSocket): void {
  const { messageType, channelID = '' } = message;
  if (messageType === 'register') {
    const pushEndpoint = subscribe(service, userAgent, channelID, message.key);
    send(socket, { messageType, channelID, status: 200, pushEndpoint });
  } else if (messageType === 'unregister') {
    service.expire(userAgent.tokens.get(channelID) ?? '');
    send(socket, { messageType, channelID, status: 200 });
  } else if (messageType === 'ack') {
    const done = new Set(message.updates?.map(({ version }) => version));
    userAgent.unacknowledged = userAgent.unacknowledged.filter(({ id }) => !done.has(id));
  } else if (messageType === undefined || messageType === 'ping') {
    send(socket, {}); // The keep-alive of this protocol is an empty object, both ways.
  }
}

function subscribe(service: PushService, userAgent: UserAgent, channelId: string, key?: string): string {
  const token = randomBytes(32).toString('base64url');
  userAgent.tokens.set(channelId, token);
  return service.register(token, {
    applicationServerKey: key?.replace(/=+$/, ''),
    deliver: (message) => {
      const addressed = { ...message, channelId };
      userAgent.unacknowledged = keepUndelivered(userAgent.unacknowledged, addressed);
      if (userAgent.socket) sendNotification(userAgent.socket, addressed);
    },
  });
}

function sendNotification(socket: WebSocket, { id, body, ttlSeconds, topic, channelId }: ChannelMessage): void {
  const content = body.length > 0 ? { data: body.toString('base64url'), headers: { encoding: 'aes128gcm' } } : {};
  send(socket, { messageType: 'notification', channelID: channelId, version: id, ttl: ttlSeconds, topic, ...content });
}

function send(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message));
}
