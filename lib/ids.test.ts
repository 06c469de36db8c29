import { expect, test } from 'vitest';
import { isId, newId, newSecret, sameBytes, sha256 } from '@/lib/ids';

test('ids are UUIDs of version 7, all different, and sort by the millisecond they were made in', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    ids.push(newId());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(Array.from({ length: 10_000 }, newId)).size).toBe(10_000);
});

test('only what Nod writes itself is an id: nothing else reaches a uuid column', () => {
  expect(isId(newId())).toBe(true);
  const id = newId();
  for (const text of ['', 'x', id.toUpperCase(), `{${id}}`, `${id}\n`, ` ${id}`, id.replaceAll('-', ''), `${id}'--`])
    expect(isId(text), text).toBe(false);
});

test('secrets have 256 bits in characters that need no escaping in an address', () => {
  expect(newSecret()).toMatch(/^[\w-]{43}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('bytes are the same only when all of them are; other lengths are no error', () => {
  expect(sameBytes(sha256('a'), sha256('a'))).toBe(true);
  expect(sameBytes(sha256('a'), sha256('b'))).toBe(false);
  expect(sameBytes(sha256('a'), Buffer.from('a'))).toBe(false);
});
