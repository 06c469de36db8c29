import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { postgresPid } from '../server/home';
import { whenListening } from '../server/listeners';
import { rawCall } from '../server/mcp';
import { answer, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, openPage, raiseLimits } from '../server/workspace';

let owner: NodServer;
/** Uses the database by DATABASE_URL, so it cannot start it again. */
let guest: NodServer;
const call = (server: NodServer, tool: string, args: Record<string, unknown>) =>
  rawCall(server.url, tool, args, { key: owner.apiKey }).then(({ structured }) => structured);
const statusOf = async (server: NodServer, address: string) => (await fetch(server.url + address)).status;
const blockedOn = async (server: NodServer, sessionId: string) => {
  const reply = call(server, 'ask_user', { question: 'Can you wait?', sessionId, timeoutMs: 50_000 });
  return { id: await whenListening(owner.query, sessionId), reply };
};
const unavailable = { status: 'unavailable', answered: false, handoffAction: 'stop' };

test.beforeAll(async () => {
  owner = await startServer();
  guest = await startServer({ databaseUrl: owner.databaseUrl });
  await openPage(owner.query, await firstWorkspace(owner.query));
  await raiseLimits(owner.query);
});
test.afterAll(stopEverything);

test('its own PostgreSQL killed: the server starts it again, and a call that waited gets its answer', async () => {
  const waiting = await blockedOn(owner, 'killed');
  const before = pidOfPostgres();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => postgresPid(owner.dataDirectory) ?? before, { timeout: 10_000 }).not.toBe(before);
  await expect.poll(() => statusOf(owner, '/readyz'), { timeout: 10_000 }).toBe(200);
  await answer(owner, await signIn(owner), waiting.id, 'yes');
  expect(await waiting.reply).toMatchObject({ answered: true, value: 'yes' });
});

test('database gone: every call says unavailable and stop; when it is back, waiters get what was answered', async () => {
  const waiting = await blockedOn(guest, 'gone');
  await owner.kill9();
  process.kill(pidOfPostgres(), 'SIGKILL');
  await expect.poll(() => statusOf(guest, '/readyz')).toBe(503);
  expect(await statusOf(guest, '/healthz')).toBe(200);
  const asked = await call(guest, 'ask_user', { question: 'Anybody?', timeoutMs: 5000 });
  expect(asked).toMatchObject({ ...unavailable, question: 'Anybody?' });
  expect(asked.correlationId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await call(guest, 'wait_for_answer', { correlationId: waiting.id })).toMatchObject(unavailable);
  expect(await call(guest, 'cancel_question', { correlationId: waiting.id })).toMatchObject({
    cancelled: false,
    status: 'unavailable',
    handoffAction: 'stop',
  });
  expect(await call(guest, 'send_notification', { title: 'Done', body: 'All.' })).toMatchObject({
    code: 'unavailable',
  });

  owner = await startServer({ dataDirectory: owner.dataDirectory });
  // Recorded at the other process before this one listens again, or after: it must not matter.
  await answer(owner, await signIn(owner), waiting.id, 'no', 'too late today');
  expect(await waiting.reply).toMatchObject({ answered: true, value: 'no', note: 'too late today' });
  await expect.poll(() => statusOf(guest, '/readyz')).toBe(200);
});

test('database silent: calls end with unavailable and stop instead of hanging; it recovers by itself', async () => {
  test.setTimeout(90_000);
  const waiting = await blockedOn(guest, 'silent');
  const processes = postgresProcesses();
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  const since = performance.now();
  try {
    const replies = await Promise.all([
      call(guest, 'ask_user', { question: 'Anybody?', timeoutMs: 1000 }),
      call(guest, 'wait_for_answer', { correlationId: waiting.id, timeoutMs: 1000 }),
    ]);
    console.log(`database silent: calls ended after ${((performance.now() - since) / 1000).toFixed(1)} s`);
    for (const reply of replies) expect(reply).toMatchObject(unavailable);
  } finally {
    for (const pid of processes) goOn(pid);
  }
  await answer(owner, await signIn(owner), waiting.id, 'yes');
  expect(await waiting.reply).toMatchObject({ answered: true, value: 'yes' });
});

/** A backend whose connection was about to end may be gone by now. */
function goOn(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function pidOfPostgres(): number {
  const pid = postgresPid(owner.dataDirectory);
  if (pid === undefined) throw new Error('PostgreSQL does not run.');
  return pid;
}

/** PostgreSQL's first process and every one it has made. */
function postgresProcesses(): number[] {
  const pid = pidOfPostgres();
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).map(Number);
  return [pid, ...children];
}
