import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { compactJson } from '@/lib/openapi/compact-json';
import { curlOf } from '@/lib/openapi/curl';

const url = 'https://nod.example.com';

/** What a shell makes of commands: the arguments that curl would get for each. */
function argumentsOf(commands: string[]): string[][] {
  const script = ['NOD_KEY=pk_1.2', `curl() { printf '%s\\0' "$@"; printf '\\1'; }`, ...commands].join('\n');
  const out = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  return out
    .split('\u0001')
    .slice(0, -1)
    .map((one) => one.split('\0').slice(0, -1));
}

const toFillIn = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replace(/\{([a-z]\w*)\}/g, (_, name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase()),
  );

test('a shell hands to curl exactly what an example means', () => {
  const calls = operations.flatMap((operation) =>
    (operation.examples ?? []).map((example) => ({ operation, example, command: curlOf(operation, example, url) })),
  );
  const given = argumentsOf(calls.map(({ command }) => command));
  expect(given.length).toBe(calls.length);
  for (const [at, { operation, example }] of calls.entries()) {
    const words = given[at] ?? [];
    const verb = words[0] === '-X' ? words.splice(0, 2)[1] : words.includes('-d') ? 'POST' : 'GET';
    expect(verb).toBe(operation.method);
    expect(words[0]).toMatch(/^https:\/\/nod\.example\.com\/[\w\-./?=&%+:,]+$/);
    expect(words.includes('Authorization: Bearer pk_1.2')).toBe(operation.keys !== 'anybody');
    if (example.body === undefined) expect(words).not.toContain('-d');
    else expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(toFillIn(example.body));
  }
});

test('an apostrophe in an example does not end the text that the shell reads', () => {
  const [operation] = operations;
  if (!operation) throw new Error('There are no operations.');
  const body = { question: "May I? It's $HOME \\ `now` \n 👍" };
  expect(JSON.parse(argumentsOf([curlOf(operation, { summary: 'x', body }, url)])[0]?.at(-1) ?? '')).toEqual(body);
});

test('JSON for people is JSON, and its lines are no longer than they must be', () => {
  const value = { a: [1, 'two', null], b: {}, c: { long: 'x'.repeat(60), more: [{ deep: true }, []] }, d: 'ä"\\' };
  expect(JSON.parse(compactJson(value))).toEqual(value);
  expect(compactJson({ a: 1, b: ['c'] })).toBe('{ "a": 1, "b": ["c"] }');
  for (const line of compactJson(value).split('\n')) expect(line.length).toBeLessThan(90);
});
