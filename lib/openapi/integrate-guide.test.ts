import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, test } from 'vitest';
import { errorTable } from '@/lib/errors';
import { openApiDocument } from '@/lib/openapi/document';
import { signatureHeaders } from '@/lib/webhooks/sign';

const guide = readFileSync('docs/integrate.md', 'utf8');
const folder = mkdtempSync(path.join(os.tmpdir(), 'nod-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The one block of a language in the guide. */
function snippet(language: string): string {
  const blocks = [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
  if (blocks.length !== 1 || !blocks[0]) throw new Error(`${blocks.length} blocks of ${language}, not one.`);
  return blocks[0];
}

const sentAt = 1_800_000_000;
const secret = 'whsec_1f3a5c7e';
const oldSecret = 'whsec_before';
const body = Buffer.from('{"event":"decision.answered","context":"ä\\r\\n👍"}');
const headers = signatureHeaders([secret, oldSecret], body, sentAt);
const bare = headers['x-pushary-signature'] ?? '';
const timed = headers['nod-signature'] ?? '';
const changed = Buffer.from(body.toString().replace('answered', 'Answered'));

interface Check {
  what: string;
  which: 'bare' | 'timed';
  body: Buffer;
  signature: string;
  secret: string;
  now: number;
  expected: boolean;
}
const right = { body, secret, now: sentAt + 10 };
const ofBare = { ...right, which: 'bare', signature: bare } as const;
const ofTimed = { ...right, which: 'timed', signature: timed } as const;
const checks: Check[] = [
  { ...ofBare, what: 'as it was sent', expected: true },
  { ...ofBare, what: 'another body', body: changed, expected: false },
  { ...ofBare, what: 'another secret', secret: oldSecret, expected: false },
  { ...ofBare, what: 'no signature', signature: '', expected: false },
  { ...ofBare, what: 'a signature of other letters', signature: 'ä'.repeat(64), expected: false },
  { ...ofBare, what: 'half a signature', signature: bare.slice(0, 32), expected: false },
  { ...ofTimed, what: 'as it was sent', expected: true },
  { ...ofTimed, what: 'the secret before the rotation', secret: oldSecret, expected: true },
  { ...ofTimed, what: 'another secret', secret: 'whsec_other', expected: false },
  { ...ofTimed, what: 'another body', body: changed, expected: false },
  { ...ofTimed, what: 'six minutes late', now: sentAt + 360, expected: false },
  { ...ofTimed, what: 'from the future', now: sentAt - 360, expected: false },
  { ...ofTimed, what: 'another time', signature: timed.replace(String(sentAt), String(sentAt + 1)), expected: false },
  { ...ofTimed, what: 'no time', signature: timed.replace(/^t=\d+,/, ''), expected: false },
  { ...ofTimed, what: 'a time that is none', signature: timed.replace(/^t=\d+/, 't=1e9'), expected: false },
  { ...ofTimed, what: 'no signature', signature: '', expected: false },
  { ...ofTimed, what: 'the bare one', signature: bare, expected: false },
];

describe('a receiver that is written as the guide says', () => {
  test.each(checks)('in TypeScript: $which, $what → $expected', async (check) => {
    const file = path.join(folder, 'verify.mjs');
    const options = { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } };
    writeFileSync(file, ts.transpileModule(snippet('ts'), options).outputText);
    const written = (await import(/* @vite-ignore */ file)) as Record<
      'isFromNod' | 'isFreshFromNod',
      (...given: unknown[]) => boolean
    >;
    const verify = written[check.which === 'bare' ? 'isFromNod' : 'isFreshFromNod'];
    const now = check.which === 'bare' ? [] : [check.now];
    expect(verify(check.body, check.signature, check.secret, ...now)).toBe(check.expected);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  if (!hasPython) console.warn('python3 is not on this machine: the Python of docs/integrate.md was NOT checked.');
  test.skipIf(!hasPython)(`in Python: all ${checks.length} checks${hasPython ? '' : ' (no python3 here)'}`, () => {
    const file = path.join(folder, 'verify.py');
    const driver = `
import base64, json, sys
for one in json.load(sys.stdin):
    body = base64.b64decode(one["body"])
    verdict = is_from_nod(body, one["signature"], one["secret"]) if one["which"] == "bare" else is_fresh_from_nod(body, one["signature"], one["secret"], one["now"])
    print(json.dumps(verdict))
`;
    writeFileSync(file, `${snippet('python')}\n${driver}`);
    const input = JSON.stringify(checks.map((check) => ({ ...check, body: check.body.toString('base64') })));
    const verdicts = execFileSync('python3', [file], { input, encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(verdicts).toEqual(checks.map(({ expected }) => expected));
  });
});

test('the table of errors in the guide is the table of errors', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.*) \|$/gm)].map(([, code = '', status, hint = '']) => [
    code,
    { status: Number(status), hint: hint.replaceAll('`', '"') },
  ]);
  expect(rows).toEqual(Object.entries(errorTable).map(([code, row]) => [code, row]));
});

test('every call that the guide names is one that there is', () => {
  const { paths } = openApiDocument({ url: '', version: '1' });
  const known = new Set(
    Object.entries(paths).flatMap(([address, calls]) =>
      Object.keys(calls).map((verb) => `${verb.toUpperCase()} ${address}`),
    ),
  );
  const named = [...guide.matchAll(/\b(GET|POST|PATCH|DELETE) (\/[\w{}/-]+)/g)].map(
    ([, verb, address]) => `${verb} /api/v1/server${address}`,
  );
  const typed = [...guide.matchAll(/curl "?\$NOD(\/[\w/-]+)/g)].map(
    ([, address = '']) => `/api/v1/server${address.replace('DECISION_ID', '{decisionId}')}`,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(typed.length).toBeGreaterThan(4);
  for (const call of named) expect(known).toContain(call);
  for (const address of typed) expect(Object.keys(paths)).toContain(address);
});
