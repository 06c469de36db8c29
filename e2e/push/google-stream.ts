import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { Certificate } from './certificates';
import { bytesField, decodeMessage, encodeVarint, type Fields, readVarint, textOf, varintField } from './protobuf';
import type { PushMessage } from './push-service';
import { keepUndelivered } from './undelivered';

const PROTOCOL_VERSION = 41;
const TAG = { heartbeatPing: 0, heartbeatAck: 1, loginRequest: 2, loginResponse: 3, dataMessage: 8 } as const;

/** Which of the browser's subscriptions a message is for, in the words of its registration. */
export interface Recipient {
  deviceId: string;
  sender: string;
  application: string;
  subtype: string;
}

type AddressedMessage = PushMessage & { recipient: Recipient };

/** The long-lived connection over which Chromium gets its pushes (Google calls the protocol MCS). */
export interface GoogleStream {
  port: number;
  send(recipient: Recipient, message: PushMessage): void;
  /** Cuts every connection. Chromium takes up to half a minute to come back, and then gets what it missed. */
  disconnect(): void;
  close(): Promise<void>;
}

/** Starts the stream on a free port. */
export async function startGoogleStream(certificate: Certificate): Promise<GoogleStream> {
  const connections = new Map<string, Connection>();
  const sockets = new Set<Socket>();
  let undelivered: AddressedMessage[] = [];

  const onLogin = (deviceId: string, connection: Connection) => {
    connections.set(deviceId, connection);
    const missed = undelivered.filter(({ recipient }) => recipient.deviceId === deviceId);
    undelivered = undelivered.filter((message) => !missed.includes(message));
    for (const message of missed) connection.write(TAG.dataMessage, encodeDataMessage(message));
  };
  const server = createServer({ key: certificate.key, cert: certificate.certificate }, (socket) => {
    sockets.add(socket);
    const connection = acceptConnection(socket, onLogin);
    socket.on('close', () => {
      sockets.delete(socket);
      for (const [deviceId, known] of connections) if (known === connection) connections.delete(deviceId);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    disconnect,
    send: (recipient, message) => {
      const addressed = { ...message, recipient };
      const connection = connections.get(recipient.deviceId);
      if (connection) connection.write(TAG.dataMessage, encodeDataMessage(addressed));
      else undelivered = keepUndelivered(undelivered, addressed);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        disconnect();
      }),
  };
}

interface Connection {
  write(tag: number, body: Buffer): void;
}

function acceptConnection(socket: Socket, onLogin: (deviceId: string, connection: Connection) => void): Connection {
  let received = Buffer.alloc(0);
  let versionRead = false;
  let messageCount = 0;
  const connection: Connection = {
    write: (tag, body) => {
      socket.write(Buffer.concat([Buffer.from([tag]), encodeVarint(body.length), body]));
    },
  };
  const handle = (tag: number, fields: Fields) => {
    messageCount++;
    if (tag === TAG.heartbeatPing) connection.write(TAG.heartbeatAck, varintField(2, messageCount));
    if (tag !== TAG.loginRequest) return; // Acknowledgements need no answer.
    connection.write(TAG.loginResponse, encodeLoginResponse(textOf(fields, 1), messageCount));
    onLogin(textOf(fields, 3), connection);
  };
  socket.write(Buffer.from([PROTOCOL_VERSION]));
  socket.on('error', () => socket.destroy()); // The browser was closed, or the test cut the line.
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (!versionRead) received = received.subarray(1);
    versionRead = true;
    for (let frame = readFrame(received); frame; frame = readFrame(received)) {
      received = received.subarray(frame.end);
      handle(frame.tag, decodeMessage(frame.body));
    }
  });
  return connection;
}

function readFrame(bytes: Buffer): { tag: number; body: Buffer; end: number } | undefined {
  const length = readVarint(bytes, 1);
  if (!length) return undefined;
  const end = length.end + Number(length.value);
  return bytes.length < end ? undefined : { tag: bytes[0] as number, body: bytes.subarray(length.end, end), end };
}

function encodeLoginResponse(requestId: string, messageCount: number): Buffer {
  return Buffer.concat([bytesField(1, requestId), varintField(6, messageCount), varintField(8, Date.now())]);
}

function encodeDataMessage({ id, body, ttlSeconds, recipient }: AddressedMessage): Buffer {
  const attribute = (name: string, value: string) =>
    bytesField(7, Buffer.concat([bytesField(1, name), bytesField(2, value)]));
  const hasBody = body.length > 0;
  return Buffer.concat([
    bytesField(2, id),
    bytesField(3, recipient.sender),
    bytesField(5, recipient.application),
    attribute('subtype', recipient.subtype),
    ...(hasBody ? [attribute('content-encoding', 'aes128gcm')] : []),
    bytesField(9, id),
    varintField(17, ttlSeconds),
    varintField(18, Date.now()),
    ...(hasBody ? [bytesField(21, body)] : []),
  ]);
}
