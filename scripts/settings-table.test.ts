import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('docs/operating.md lists every setting, and no other', () => {
  const declared = /const Environment = z\.object\(\{([\s\S]*?)\n\}\);/.exec(readFileSync('lib/env.ts', 'utf8'))?.[1];
  const settings = [...(declared ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  const listed = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
    ([, name]) => name,
  );
  expect(settings.length).toBeGreaterThan(10);
  expect(listed.sort()).toEqual(settings.sort());
});
