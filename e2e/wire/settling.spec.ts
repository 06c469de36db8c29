import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace } from '../server/workspace';
import { namedIn, type WireClient, wireClient } from './client';
import { openDecision, raiseDecisionLimits } from './decisions';

let server: NodServer;
let wire: WireClient;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  await raiseDecisionLimits(server.query);
});
test.afterAll(stopEverything);

for (const answer of ['yes', 'no']) {
  test(`a confirm is answered ${answer}, and reads so everywhere`, async () => {
    const id = await openDecision(wire);
    const answered = await wire.post(`/decisions/${id}`, { answer });
    expect(answered.status).toBe(200);
    expect(answered.body).toEqual({ decisionId: id, status: 'answered', answered: true, value: answer });
    const read = (await wire.get(`/decisions/${id}`)).body;
    expect(read).toMatchObject({ decisionId: id, status: 'answered', answered: true, value: answer });
    expect(Date.parse(String(read.answeredAt))).toBeGreaterThanOrEqual(Date.parse(String(read.createdAt)));
  });
}

test('what is no answer to the question is 400 and names answer', async () => {
  const confirm = await openDecision(wire);
  const select = await openDecision(wire, { type: 'select', options: ['Refund', 'Keep'] });
  const input = await openDecision(wire, { type: 'input' });
  const bad: [string, unknown][] = [
    ...['Yes', 'y', 'true', 'maybe', ' yes', '', true, 1, null, ['yes'], undefined].map((answer): [string, unknown] => [
      confirm,
      answer,
    ]),
    ...['refund', 'Refund ', 'yes', '', 'Refund, Keep', 0].map((answer): [string, unknown] => [select, answer]),
    ...['', '  ', 'x'.repeat(4001), 'a\u0000b', 7].map((answer): [string, unknown] => [input, answer]),
  ];
  for (const [id, answer] of bad) {
    const reply = await wire.post(`/decisions/${id}`, { answer });
    expect(reply.status, `${JSON.stringify(answer)?.slice(0, 30)} ${reply.text.slice(0, 200)}`).toBe(400);
    expect(namedIn(reply)).toEqual(['answer']);
  }
  for (const id of [confirm, select, input])
    expect((await wire.get(`/decisions/${id}`)).body).toMatchObject({ status: 'pending', answered: false });
});

test('an input takes any text, as it is', async () => {
  const id = await openDecision(wire, { type: 'input' });
  const answer = 'Zwölf Boxkämpfer\r\n\t🙂 e\u0301';
  expect((await wire.post(`/decisions/${id}`, { answer })).body.value).toBe(answer);
  expect((await wire.get(`/decisions/${id}`)).body.value).toBe(answer);
});

test('the same answer twice is fine; another one is 409 refused and changes nothing', async () => {
  const id = await openDecision(wire);
  const first = await wire.post(`/decisions/${id}`, { answer: 'yes' });
  const again = await wire.post(`/decisions/${id}`, { answer: 'yes' });
  expect(again.status).toBe(200);
  expect(again.body).toEqual(first.body);
  const { answeredAt } = (await wire.get(`/decisions/${id}`)).body;
  const other = await wire.post(`/decisions/${id}`, { answer: 'no' });
  expect(other.status).toBe(409);
  expect(other.body).toMatchObject({ code: 'refused', hint: expect.any(String) });
  expect((await wire.get(`/decisions/${id}`)).body).toMatchObject({ value: 'yes', answeredAt });
});

test('of 40 contradicting answers at once exactly one counts', async () => {
  const id = await openDecision(wire);
  const answers = Array.from({ length: 40 }, (_, index) => (index % 2 ? 'yes' : 'no'));
  const replies = await Promise.all(
    answers.map(async (answer) => ({ answer, reply: await wire.post(`/decisions/${id}`, { answer }) })),
  );
  const { value } = (await wire.get(`/decisions/${id}`)).body;
  for (const { answer, reply } of replies) expect(reply.status).toBe(answer === value ? 200 : 409);
  const told = await server.query<{ event: string }>('SELECT event FROM ledger_entry WHERE subject_id = $1', [id]);
  expect(told).toHaveLength(2);
});

test('cancelling twice: the second finds it cancelled, with 200', async () => {
  const id = await openDecision(wire);
  expect((await wire.delete(`/decisions/${id}`)).body).toEqual({
    decisionId: id,
    cancelled: true,
    status: 'cancelled',
  });
  const again = await wire.delete(`/decisions/${id}`);
  expect(again.status).toBe(200);
  expect(again.body).toEqual({ decisionId: id, cancelled: false, status: 'cancelled' });
});

test('what is answered cannot be cancelled, and what is cancelled cannot be answered', async () => {
  const answered = await openDecision(wire);
  await wire.post(`/decisions/${answered}`, { answer: 'no' });
  const late = await wire.delete(`/decisions/${answered}`);
  expect(late.status).toBe(200);
  expect(late.body).toEqual({ decisionId: answered, cancelled: false, status: 'answered' });
  expect((await wire.get(`/decisions/${answered}`)).body).toMatchObject({ status: 'answered', value: 'no' });
  const cancelled = await openDecision(wire);
  await wire.delete(`/decisions/${cancelled}`);
  const refused = await wire.post(`/decisions/${cancelled}`, { answer: 'yes' });
  expect(refused.status).toBe(409);
  expect(refused.body.code).toBe('refused');
  expect((await wire.get(`/decisions/${cancelled}`)).body).toMatchObject({
    status: 'cancelled',
    answered: false,
    value: null,
    answeredAt: null,
  });
});

test('an answer and a cancel at once: one wins, and both are told which', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await openDecision(wire);
    const [answer, cancel] = await Promise.all([
      wire.post(`/decisions/${id}`, { answer: 'yes' }),
      wire.delete(`/decisions/${id}`),
    ]);
    const { status } = (await wire.get(`/decisions/${id}`)).body;
    expect(answer.status).toBe(status === 'answered' ? 200 : 409);
    expect(cancel.body).toEqual({ decisionId: id, cancelled: status === 'cancelled', status });
  }
});

test('a decision is no question of the members: their list, their tools and their ledger of asks do not answer it', async () => {
  const id = await openDecision(wire, { externalId: 'ada' });
  expect((await wire.get(`/ask/${id}`)).status).toBe(404);
  const asked = await wire.post('/ask', { question: 'Operator?', type: 'confirm', wait: false });
  const correlationId = String(asked.body.correlationId);
  expect((await wire.get(`/decisions/${correlationId}`)).status).toBe(404);
  expect((await wire.post(`/decisions/${correlationId}`, { answer: 'yes' })).status).toBe(404);
  expect((await wire.delete(`/decisions/${correlationId}`)).status).toBe(404);
  expect((await wire.get('/decisions', { limit: '500' })).text).not.toContain(correlationId);
});

test('a suspended workspace cannot open, but reads, waits, answers and cancels', async () => {
  const { workspaceId } = await firstWorkspace(server.query);
  const [one, two] = [await openDecision(wire), await openDecision(wire)];
  await server.query('UPDATE workspace SET suspended_at = nod_now() WHERE id = $1', [workspaceId]);
  try {
    const bodies = {
      '/decisions': { question: 'May I?' },
      '/ask': { question: 'May I?', type: 'confirm', wait: false },
      '/send': { title: 'Done', body: 'All of it.' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const reply = await wire.post(path, body);
      expect(reply.status, path).toBe(403);
      expect(reply.body.code, path).toBe('subscription_required');
    }
    expect((await wire.get(`/decisions/${one}`, { wait: '0' })).status).toBe(200);
    expect((await wire.get('/decisions')).status).toBe(200);
    expect((await wire.delete(`/decisions/${two}`)).body).toMatchObject({ cancelled: true });
  } finally {
    await server.query('UPDATE workspace SET suspended_at = NULL WHERE id = $1', [workspaceId]);
  }
});

const oddIds = (id: string): Record<string, string> => ({
  'a slash in it': `${id}%2F`,
  'a path in it': `..%2F..%2Fsite`,
  'more behind it': `${id}x`,
  'a space behind it': `${id}%20`,
  'SQL-looking': `${id}'%20OR%201=1--`,
  'a NUL': `${id}%00`,
  unicode: encodeURIComponent('entscheidung-ä-🙂'),
  'a full-width digit': encodeURIComponent(id.replace(/\d/, '１')),
  CRLF: `${id}%0d%0aset-cookie:a=b`,
  'without dashes': id.replaceAll('-', ''),
  'in braces': `%7B${id}%7D`,
  '10 kB': 'x'.repeat(10_000),
  'a word': 'undefined',
});

test('ids that are none read like ids that never were: never a failure, never another decision', async () => {
  const id = await openDecision(wire);
  for (const [what, odd] of Object.entries(oddIds(id))) {
    for (const [verb, raw] of [
      ['GET', undefined],
      ['POST', '{"answer":"yes"}'],
      ['DELETE', undefined],
    ] as const) {
      const reply = await wire.send(verb, `/decisions/${odd}`, { raw });
      expect([400, 404], `${verb} ${what} → ${reply.status} ${reply.text.slice(0, 200)}`).toContain(reply.status);
      expect(reply.headers.get('set-cookie'), what).toBeNull();
    }
  }
  expect((await wire.get(`/decisions/${id}`)).body.status).toBe('pending');
});

test('an id in capitals is the same decision or none', async () => {
  const id = await openDecision(wire);
  const reply = await wire.get(`/decisions/${id.toUpperCase()}`);
  expect([200, 404]).toContain(reply.status);
  if (reply.status === 200) expect(reply.body.decisionId).toBe(id);
});

test('an escape that cannot be decoded is a JSON 400 or 404', async () => {
  for (const odd of ['%', '%ff', '%c0%af', '%zz']) {
    const reply = await wire.get(`/decisions/${odd}`);
    expect([400, 404], `${odd} ${reply.text.slice(0, 100)}`).toContain(reply.status);
  }
});

test('ids and links are safe in a URL', async () => {
  const { body } = await wire.post('/decisions', { question: 'Safe?', externalId: 'ada', approvalUrl: true });
  expect(String(body.decisionId)).toMatch(/^[\w.~-]+$/);
  for (const name of ['pollUrl', 'decisionPageUrl', 'approvalUrl'])
    if (body[name] !== undefined) expect(new URL(String(body[name])).origin, name).toBe(server.url);
  const polled = await fetch(String(body.pollUrl), { headers: { authorization: `Bearer ${server.apiKey}` } });
  expect(polled.status).toBe(200);
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
