import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { GoogleStream, Recipient } from './google-stream';
import { bytesField, fixed64Field, varintField } from './protobuf';
import type { PushService } from './push-service';

/** What Chromium asks before it can subscribe: a device number (check-in), then a token for each subscription. */
export interface GoogleRegistration {
  port: number;
  close(): Promise<void>;
}

/** Starts it on a free port. A token it gives out is registered with the push service and delivers over the stream. */
export async function startGoogleRegistration(service: PushService, stream: GoogleStream): Promise<GoogleRegistration> {
  const tokens = new Map<string, string>(); // by subtype, which is Chromium's name for one subscription
  const register = (form: URLSearchParams): string => {
    const field = (name: string) => form.get(name) ?? '';
    const subtype = field('X-subtype');
    if (field('delete') === 'true') {
      const token = tokens.get(subtype);
      if (token) service.expire(token);
      return `token=${subtype}`;
    }
    const sender = field('sender');
    const recipient: Recipient = { deviceId: field('device'), application: field('app'), sender, subtype };
    const token = `${randomBytes(12).toString('base64url')}:${randomBytes(60).toString('base64url')}`;
    tokens.set(subtype, token);
    service.register(token, {
      applicationServerKey: sender,
      deliver: (message) => stream.send(recipient, message),
    });
    return `token=${token}`;
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/checkin') response.end(encodeCheckIn());
    else if (request.url === '/register') response.end(register(new URLSearchParams(body)));
    // A page without any work, for a browser's first subscription.
    else if (request.url === '/idle') response.setHeader('content-type', 'text/html').end('<!doctype html>');
    else if (request.url === '/idle.js') response.setHeader('content-type', 'text/javascript').end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function encodeCheckIn(): Buffer {
  const deviceId = 4_000_000_000_000_000_000n + BigInt(randomInt(2 ** 40));
  const securityToken = BigInt(randomInt(1, 2 ** 40));
  return Buffer.concat([
    varintField(1, 1), // "OK"
    varintField(3, Date.now()),
    fixed64Field(7, deviceId),
    fixed64Field(8, securityToken),
    bytesField(11, 'nod'),
  ]);
}
