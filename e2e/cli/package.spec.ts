import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { bundle, type Machine, makeMachine, start } from './run-nod';

// The server hands out its own command (spec 4.5): npm runs it in an empty home folder, and it knows its server.

let server: NodServer;
let machine: Machine;

test.beforeAll(async () => {
  server = await startServer();
  machine = await makeMachine();
});

test.afterAll(async () => {
  await machine?.remove();
  await stopEverything();
});

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

test('npx runs the command that the server hands out, in its version, and it knows its server', async () => {
  test.setTimeout(120_000);
  const npx = (...args: string[]) =>
    start(machine, ['npx', '--yes', `${server.url}/nod.tgz`, ...args], { env: { PATH: process.env.PATH ?? '' } });
  expect(await npx('version').ended).toMatchObject({ code: 0, stdout: `${version}\n` });
  const login = npx('login');
  await expect.poll(login.said, { timeout: 30_000 }).toContain(`${server.url}/pair/`);
  login.kill();
});

test('the package has a strong tag, which saves fetching it again', async () => {
  const [first, second] = await Promise.all([fetch(`${server.url}/nod.tgz`), fetch(`${server.url}/nod.tgz`)]);
  const bytes = Buffer.from(await first.arrayBuffer());
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toBe(`"${createHash('sha256').update(bytes).digest('base64url')}"`);
  expect(second.headers.get('etag')).toBe(etag);
  const again = await fetch(`${server.url}/nod.tgz`, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(bytes.length).toBeLessThan(readFileSync(bundle).length);
});
