import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { namedIn, type WireClient, wireClient } from './client';
import { openDecision, raiseDecisionLimits } from './decisions';
import { hmac, type Receiver, startReceiver } from './receiver';

let server: NodServer;
let wire: WireClient;
let receiver: Receiver;

test.beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer({ env: { NOD_ALLOW_PRIVATE_CALLBACKS: '1' } });
  wire = wireClient(server);
  await raiseDecisionLimits(server.query);
});
test.afterAll(async () => {
  await stopEverything();
  receiver.close();
});

/** Put together here, so that nobody takes it for a real one. */
const secretLike = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');

const contexts: Record<string, string> = {
  emoji: 'family 👩‍👩‍👧‍👦 flag 🏳️‍🌈 skin 👍🏽',
  'CRLF, tabs and line feeds': 'one\r\ntwo\n\tthree\r',
  'bidi marks': 'invoice \u202egnp.exe\u202c and \u2066isolated\u2069',
  'spaces at both ends': '  kept  \n',
  'what looks like secrets': `token=${secretLike} password: hunter2 Bearer abcdefghijklmnop AKIAIOSFODNN7EXAMPLE`,
  'JSON in it': JSON.stringify({ run: 'r_1', nested: { a: [1, 2, '"'] }, html: '</script><b>&amp;' }),
  'decomposed and composed': 'e\u0301 \u00e9 \u1100\u1161 \uac00 \u212b',
  'invisible characters': 'zero\u200bwidth\ufeff\u00ad\u2028\u2029end',
  'control characters': 'bell\u0007 escape\u001b[31m delete\u007f',
  '2000 units': `${'🙂'.repeat(999)}ab`,
  'one space': ' ',
};

for (const [what, context] of Object.entries(contexts)) {
  test(`context comes back to the byte in GET, list and webhook: ${what}`, async () => {
    const id = await openDecision(wire, { context, callbackUrl: `${receiver.url}/hook` });
    const same = (got: unknown, where: string) =>
      expect(Buffer.from(String(got)).toString('hex'), where).toBe(Buffer.from(context).toString('hex'));
    same((await wire.get(`/decisions/${id}`)).body.context, 'GET');
    const { decisions } = (await wire.get('/decisions', { limit: '1' })).body as {
      decisions: Record<string, unknown>[];
    };
    expect(decisions[0]?.decisionId).toBe(id);
    same(decisions[0]?.context, 'list');
    expect((await wire.post(`/decisions/${id}`, { answer: 'yes' })).status).toBe(200);
    same((await receiver.callbackOf(id)).body.context, 'webhook');
    same((await wire.get(`/decisions/${id}`)).body.context, 'GET after the answer');
  });
}

test('context of 2001 UTF-16 units is refused by name, also when it has fewer characters', async () => {
  for (const context of ['x'.repeat(2001), `${'🙂'.repeat(1000)}x`]) {
    const reply = await wire.post('/decisions', { question: 'Too long?', context });
    expect(reply.status).toBe(400);
    expect(namedIn(reply)).toEqual(['context']);
  }
});

test('question, options and externalId come back as they were sent too: clients compare them', async () => {
  const sent = {
    question: ` Refund ${secretLike}?\r\n\te\u0301 🙂  `,
    type: 'select',
    options: [' Yes, e\u0301 🙂', `No ${secretLike} `],
    externalId: 'user:Ada Lovelace+e\u0301/🙂?#%20',
  };
  const created = await wire.post('/decisions', sent);
  expect([200, 201], created.text).toContain(created.status);
  expect(created.body.question).toBe(sent.question);
  const read = (await wire.get(`/decisions/${created.body.decisionId}`)).body;
  expect(read).toMatchObject(sent);
  const listed = (await wire.get('/decisions', { externalId: sent.externalId })).body.decisions;
  expect(listed).toEqual([expect.objectContaining(sent)]);
});

test('an option is answered by its exact text', async () => {
  const options = [' Yes, e\u0301 🙂', 'No'];
  const id = await openDecision(wire, { type: 'select', options, callbackUrl: `${receiver.url}/hook` });
  expect((await wire.post(`/decisions/${id}`, { answer: options[0] })).body.value).toBe(options[0]);
  expect((await receiver.callbackOf(id)).body).toMatchObject({ answer: options[0], value: options[0] });
});

test('what was not given reads null, not missing, and is no field of the webhook', async () => {
  const id = await openDecision(wire, { callbackUrl: `${receiver.url}/hook` });
  expect((await wire.get(`/decisions/${id}`)).body).toMatchObject({
    context: null,
    externalId: null,
    options: null,
    value: null,
    answeredAt: null,
  });
  await wire.post(`/decisions/${id}`, { answer: 'no' });
  const { body } = await receiver.callbackOf(id);
  expect(Object.keys(body).sort()).toEqual(['answer', 'answeredAt', 'correlationId', 'event', 'value']);
});

test('the webhook: the URL untouched, the agreed body, both signatures over the exact bytes', async () => {
  const target = '/hook/é%20x?b=2&a=1&a=%2B&oid=eyJ&sig=a%3D%3D&empty=';
  const id = await openDecision(wire, { context: 'ü\r\n', callbackUrl: `${receiver.url}${target}` });
  const answered = (await wire.post(`/decisions/${id}`, { answer: 'yes' })).body;
  expect(answered).toMatchObject({ status: 'answered', answered: true, value: 'yes' });
  const { target: called, headers, raw, body } = await receiver.callbackOf(id);
  expect(called).toBe(target.replace('é', '%C3%A9'));
  const { answeredAt } = (await wire.get(`/decisions/${id}`)).body;
  expect(body).toEqual({
    event: 'decision.answered',
    correlationId: id,
    answer: 'yes',
    value: 'yes',
    answeredAt,
    context: 'ü\r\n',
  });
  expect(headers['content-type']).toMatch(/^application\/json/);
  const secret = String((await wire.get('/webhook-secret')).body.webhookSecret);
  expect(headers['x-pushary-signature']).toBe(hmac(secret, raw));
  const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['nod-signature'])) ?? [];
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  expect(signature).toBe(hmac(secret, Buffer.concat([Buffer.from(`${at}.`), raw])));
});

test('after rotation callbacks are signed with the new secret at once', async () => {
  const before = String((await wire.get('/webhook-secret')).body.webhookSecret);
  const after = String((await wire.post('/webhook-secret')).body.webhookSecret);
  expect(after).not.toBe(before);
  expect((await wire.get('/webhook-secret')).body).toEqual({ webhookSecret: after });
  const id = await openDecision(wire, { callbackUrl: `${receiver.url}/hook` });
  await wire.post(`/decisions/${id}`, { answer: 'yes' });
  const { headers, raw } = await receiver.callbackOf(id);
  expect(headers['x-pushary-signature']).toBe(hmac(after, raw));
});

test('cancelled and expired decisions call nobody', async () => {
  const before = receiver.received.length;
  const cancelled = await openDecision(wire, { callbackUrl: `${receiver.url}/hook` });
  await wire.delete(`/decisions/${cancelled}`);
  const last = await openDecision(wire, { callbackUrl: `${receiver.url}/hook` });
  await wire.post(`/decisions/${last}`, { answer: 'yes' });
  await receiver.callbackOf(last);
  expect(receiver.received.slice(before).map(({ body }) => body.correlationId)).toEqual([last]);
  const owed = await server.query('SELECT 1 FROM outbox_message WHERE question_id = $1', [cancelled]);
  expect(owed).toEqual([]);
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
