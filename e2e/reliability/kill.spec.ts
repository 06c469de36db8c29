import { expect, test } from '@playwright/test';
import { postgresPid } from '../server/home';
import { whenListening } from '../server/listeners';
import { rawCall } from '../server/mcp';
import { answer, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, openPage, raiseLimits } from '../server/workspace';

let server: NodServer;
const restart = async () => {
  server = await startServer({ dataDirectory: server.dataDirectory });
};
const call = (tool: string, args: Record<string, unknown>) =>
  rawCall(server.url, tool, args, { key: server.apiKey }).then(({ structured }) => structured);

test.beforeAll(async () => {
  server = await startServer();
  await openPage(server.query, await firstWorkspace(server.query));
  await raiseLimits(server.query);
});
test.afterAll(stopEverything);

test('an answer given after a kill -9 and a restart reaches the agent that waits again', async () => {
  const blocked = call('ask_user', { question: 'May I go on?', sessionId: 'killed', timeoutMs: 50_000 });
  const cutOff = expect(blocked).rejects.toThrow();
  const id = await whenListening(server.query, 'killed');
  await server.kill9();
  await cutOff;
  await restart();
  const waiting = call('wait_for_answer', { correlationId: id, timeoutMs: 20_000 });
  await answer(server, await signIn(server), id, 'yes', 'go on');
  expect(await waiting).toMatchObject({ status: 'answered', answered: true, value: 'yes', note: 'go on' });
});

test('an answer recorded right before a kill -9 is still there', async () => {
  const { correlationId } = await call('ask_user', { question: 'Keep it?', wait: false });
  const id = String(correlationId);
  await answer(server, await signIn(server), id, 'no');
  await server.kill9();
  await restart();
  expect(await call('wait_for_answer', { correlationId: id, timeoutMs: 0 })).toMatchObject({
    status: 'answered',
    value: 'no',
  });
});

test('a restart joins the PostgreSQL that a kill -9 left running, and recovers when that is killed too', async () => {
  const { correlationId } = await call('ask_user', { question: 'Still here?', wait: false });
  const running = postgresPid(server.dataDirectory);
  await server.kill9();
  await restart();
  expect(postgresPid(server.dataDirectory)).toBe(running);
  await server.kill9();
  process.kill(running ?? Number.NaN, 'SIGKILL');
  await restart();
  expect(postgresPid(server.dataDirectory)).not.toBe(running);
  expect(await call('wait_for_answer', { correlationId, timeoutMs: 0 })).toMatchObject({ status: 'pending' });
});

test('ten times kill -9 during asks: nothing acknowledged is lost, and no retry asks twice', async () => {
  test.setTimeout(120_000);
  const acknowledged = new Map<string, unknown>();
  const cutOff: string[] = [];
  for (let round = 0; round < 10; round++) {
    const asking = Array.from({ length: 4 }, (_, lane) => askUntilCutOff(`${round}-${lane}`, acknowledged, cutOff));
    // In the middle of the asks: some are answered, others on their way.
    const enough = acknowledged.size + 6 + round;
    await expect.poll(() => acknowledged.size, { intervals: [5], timeout: 20_000 }).toBeGreaterThanOrEqual(enough);
    await server.kill9();
    await Promise.all(asking);
    await restart();
  }
  const stored = await server.query<{ id: string; idempotency_key: string }>(
    `SELECT id, idempotency_key FROM question WHERE session_id = 'loop'`,
  );
  const byKey = new Map(stored.map((row) => [row.idempotency_key, row.id]));
  console.log(
    `kill -9 × 10: ${acknowledged.size} asks acknowledged, ${cutOff.length} cut off, ${stored.length} stored in all`,
  );
  expect(cutOff).toHaveLength(40);
  for (const [requestId, id] of acknowledged) expect(byKey.get(`request:${requestId}`), requestId).toBe(id);
  for (const requestId of cutOff) {
    const again = await ask(requestId);
    const known = byKey.get(`request:${requestId}`);
    if (known) expect(again.correlationId, requestId).toBe(known);
  }
});

const ask = (requestId: string) =>
  call('ask_user', { question: `Go on with ${requestId}?`, sessionId: 'loop', requestId, wait: false });

async function askUntilCutOff(lane: string, acknowledged: Map<string, unknown>, cutOff: string[]): Promise<void> {
  for (let number = 0; ; number++) {
    const requestId = `${lane}-${number}`;
    try {
      const { correlationId, status } = await ask(requestId);
      if (status !== 'pending') throw new Error(`An ask got ${status}.`);
      acknowledged.set(requestId, correlationId);
    } catch {
      cutOff.push(requestId);
      return;
    }
  }
}
