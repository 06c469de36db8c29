import { expect, test } from '@playwright/test';
import { rawCall } from '../server/mcp';
import { type NodServer, startServer, stopEverything } from '../server/start-server';

let server: NodServer;
const callsAMinute = 20;

test.beforeAll(async () => {
  server = await startServer({ env: { NOD_KEY_RATE: String(callsAMinute) } });
});
test.afterAll(stopEverything);

const report = (index: number) =>
  fetch(`${server.url}/api/agent/event`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'user_prompt', sessionId: `s-${index % 3}`, machineId: 'studio' }),
  });

test('a hook that reports every step never uses up what its agent needs to ask', async () => {
  const statuses = await Promise.all(
    Array.from({ length: callsAMinute * 4 }, (_, index) => report(index).then(({ status }) => status)),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const tooMany = await report(0);
  expect(tooMany.status).toBe(429);
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
  const { structured } = await rawCall(
    server.url,
    'ask_user',
    { question: 'May I?', wait: false },
    { key: server.apiKey },
  );
  expect(structured).toMatchObject({ status: 'pending' });
});
