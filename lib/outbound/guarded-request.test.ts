import type dns from 'node:dns';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import {
  checkOutboundUrl,
  type GuardedRequest,
  guardedRequest,
  isPublicAddress,
  requestTarget,
} from '@/lib/outbound/guarded-request';
import { type Receiver, startReceiver } from '@/lib/testing/webhook-receiver';

// A public name whose owner lets it lead home.
vi.mock('node:dns', async (original) => {
  const actual = await original<typeof dns>();
  const lookup = (name: string, options: dns.LookupAllOptions, callback: (...answer: unknown[]) => void) =>
    name === 'rebound.example.test'
      ? callback(null, [{ address: '127.0.0.1', family: 4 }])
      : actual.lookup(name, options, callback);
  return { ...actual, lookup, default: { ...actual, lookup } };
});

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  closing.push(started.close);
  return started;
}

const post = (address: string, rules: Partial<GuardedRequest> = {}) =>
  guardedRequest(address, {
    method: 'POST',
    headers: {},
    body: Buffer.from('{}'),
    timeoutMs: 5000,
    allowedHosts: [],
    allowHttp: true,
    allowPrivate: true,
    ...rules,
  });

test('an address is asked for exactly as it was given: what a URL object would write otherwise stays', async () => {
  const { url, received } = await receiver();
  const targets = [
    '/',
    '/hook?a=b%20c+d&&x=%7e&oid=eyJhIjoiYiJ9==',
    "/hook?q='quoted'&r=%27",
    '/a/../b/./c',
    '//twice?',
    '/%e4%bD?sig=%2F/',
    '/hook?a[]={1|2}^`"<>',
  ];
  for (const target of targets) await post(url + target);
  expect(received.map(({ path }) => path)).toEqual(targets);
});

test.each([
  ['http://example.test', '/'],
  ['http://example.test?a=1', '/?a=1'],
  ['http://example.test/a#part?x', '/a'],
  ['http://example.test/a b?ü=1', '/a%20b?%C3%BC=1'],
  ['http://example.test\\a?b', '/a?b'],
  ['http:/example.test/a', '/a'],
  ['http://example.test/\r\nx: y', '/x:%20y'],
])('what HTTP cannot carry is written as a URL is: %j', (address, target) => {
  expect(requestTarget(address, new URL(address))).toBe(target);
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fd00::1]/',
  'http://localhost:80/',
  'http://printer.local/',
  'http://intranet/',
  'http://１２７.0.0.1/',
])('a private address is refused however it is written: %s', (address) => {
  expect(() => checkOutboundUrl(address, [], true)).toThrow(/Private addresses/);
});

test('a name is checked again when it is resolved, and nothing reaches the private address behind it', async () => {
  const { url, received } = await receiver();
  const rebound = url.replace('127.0.0.1', 'rebound.example.test');
  await expect(post(rebound, { allowPrivate: false })).rejects.toThrow(
    'rebound.example.test has a private address: refused',
  );
  expect(received).toEqual([]);
});

test('a redirect is an answer, and nobody follows it', async () => {
  const target = await receiver();
  const { url } = await receiver((response) => response.writeHead(301, { location: target.url }).end());
  expect(await post(url)).toMatchObject({ status: 301 });
  expect(target.received).toEqual([]);
});

test('headers that do not come in time are no answer', async () => {
  const { url } = await receiver(() => {});
  await expect(post(url, { timeoutMs: 100 })).rejects.toThrow('no answer within 0.1 s');
});

test('a body that never ends takes nothing from the status that came before it', async () => {
  const { url } = await receiver((response) => response.writeHead(200).write('thanks'));
  const expected = { status: 200, body: 'thanks' };
  expect(await post(url, { bodyTimeoutMs: 50 })).toMatchObject(expected);
  expect(await post(url, { timeoutMs: 200 })).toMatchObject(expected);
});

test('a body that is cut off takes nothing from the status that came before it', async () => {
  const { url } = await receiver((response) => {
    response.writeHead(201, { 'content-length': 1000 });
    response.write('thanks', () => response.destroy());
  });
  expect(await post(url)).toMatchObject({ status: 201, body: 'thanks' });
});

test('no more of a body is read than allowed', async () => {
  let isOpen = true;
  const { url } = await receiver((response) => {
    response.writeHead(200).on('close', () => (isOpen = false));
    const pour = () => isOpen && response.write('x'.repeat(10_000), pour);
    pour();
  });
  expect((await post(url, { maxResponseBytes: 65_536 })).body).toHaveLength(65_536);
  await expect.poll(() => isOpen).toBe(false);
});

test('an answer that is no response ends the request too', async () => {
  const server = http.createServer().on('upgrade', () => {});
  server.on('connection', (socket) => {
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve()) && server.closeAllConnections()));
  await expect(post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).rejects.toThrow(
    /without an answer|hang up/,
  );
});

test.each([
  ['1.1.1.1', true],
  ['2606:4700:4700::1111', true],
  ['::127.0.0.1', false],
  ['::7f00:1', false],
  ['::1.1.1.1', false],
  ['0:0:0:0:0:0:1.1.1.1', false],
  ['::ffff:1.1.1.1', true],
  ['2606:4700::1%eth0', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::101:101', false],
  ['64:ff9b:1::1', false],
  ['100::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['4000::1', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['0177.0.0.1', false],
  ['no address', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('a receiver that floods with interim answers is left after a few', async () => {
  let sent = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    const more = () => {
      while (!socket.destroyed && sent < 1_000_000 && socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')) sent++;
    };
    socket.once('data', more).on('drain', more);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(post(url)).rejects.toThrow('too many interim answers');
  // It did not read to the end of what was offered.
  expect(sent).toBeLessThan(1_000_000);
});
