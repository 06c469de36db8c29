import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db/client';
import { clientNameIn, newSessionId, readableClientName } from '@/lib/mcp/session-id';

afterAll(() => closeDatabase());

test('a session id carries the name of its client', async () => {
  for (const name of ['claude-code', 'Ünïcode 🙂', '', 'a.b.c'])
    expect(await clientNameIn(await newSessionId(name))).toBe(name);
  expect(await clientNameIn(await newSessionId('x'.repeat(5000)))).toHaveLength(100);
});

test('two sessions of one client have different ids', async () => {
  expect(await newSessionId('codex')).not.toBe(await newSessionId('codex'));
});

test('a session id fits in a header: visible ASCII only', async () => {
  expect(await newSessionId('Ünïcode 🙂')).toMatch(/^[!-~]+$/);
});

test('what was not signed here names nobody, and is no error', async () => {
  const [body = '', signature = ''] = (await newSessionId('codex')).split('.');
  const forged = Buffer.from(JSON.stringify({ id: 'x', client: 'someone else' })).toString('base64url');
  const foreign = [
    null,
    '',
    '.',
    'nonsense',
    body,
    `${body}.`,
    `.${signature}`,
    `${forged}.${signature}`,
    `${body}.${signature.slice(1)}`,
    `${body}.${signature}x`,
    'a.b',
    '\u0000.\u0000',
    `${body}x.${signature}`,
  ];
  for (const id of foreign) expect(await clientNameIn(id), String(id)).toBeUndefined();
});

test('known clients get the name that people know; others keep theirs', () => {
  expect(readableClientName('claude-code')).toBe('Claude Code');
  expect(readableClientName('CODEX')).toBe('Codex');
  expect(readableClientName('my-agent')).toBe('my-agent');
  expect(readableClientName('constructor')).toBe('constructor');
  expect(readableClientName('__proto__')).toBe('__proto__');
});
