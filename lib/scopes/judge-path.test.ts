import { describe, expect, test } from 'vitest';
import { type CallPlace, judgePath, type ScopeInForce } from '@/lib/scopes/judge-path';
import { cpuMsOf } from '@/lib/testing/cpu-time';

const scope: ScopeInForce = {
  id: 'scope',
  cwd: '/work/shop',
  allowedPaths: [
    'src/**',
    'docs',
    'docs/**',
    'README.md',
    'app/[id]/page.tsx',
    'db/*.sql',
    '**/*.test.ts',
    '*.test.ts',
  ],
  offLimitsPaths: ['.env*', 'src/payments/**', 'secrets', 'secrets/**'],
  widened: ['package.json', '/etc/hosts', 'src/payments/added.ts'],
};
const place: CallPlace = { cwd: '/work/shop', projectDir: '/work/shop', repoRoot: '/work/shop' };

type Row = [
  written: string,
  verdict: string,
  more?: { resolved?: string; place?: CallPlace; path?: string; pattern?: string },
];

const rows: Row[] = [
  // The matrix of spec 4.4.
  ['.env', 'off_limits', { pattern: '.env*', path: '.env' }],
  ['a/../.env', 'off_limits', { path: '.env' }],
  ['/work/shop/.env', 'off_limits', { path: '.env' }],
  ['src/settings.ts', 'off_limits', { resolved: '/work/shop/.env', path: '.env' }],
  ['.ENV', 'off_limits'],
  ['.envrc', 'off_limits'],
  // Inside.
  ['src/orders/refund.ts', 'inside', { pattern: 'src/**', path: 'src/orders/refund.ts' }],
  ['src', 'inside'],
  ['src/', 'inside'],
  ['./src/./orders//a.ts', 'inside', { path: 'src/orders/a.ts' }],
  ['/work/shop/src/a.ts', 'inside', { path: 'src/a.ts' }],
  ['docs/api.md', 'inside'],
  ['docs', 'inside'],
  ['README.md', 'inside'],
  ['app/[id]/page.tsx', 'inside'],
  ['db/0042.sql', 'inside'],
  ['a.test.ts', 'inside'],
  ['packages/a/b.test.ts', 'inside'],
  ['src/../docs/x.md', 'inside', { path: 'docs/x.md' }],
  // Outside of every pattern.
  ['srcs/a.ts', 'outside', { path: 'srcs/a.ts' }],
  ['src.ts', 'outside'],
  ['packages/a/README.md', 'outside'],
  ['db/old/0001.sql', 'outside'],
  ['src/../lib/a.ts', 'outside', { path: 'lib/a.ts' }],
  ['.', 'outside', { path: '.' }],
  ['SRC/a.ts', 'outside'],
  ['SRC/a.ts', 'inside', { place: { ...place, caseSensitive: false } }],
  ['readme.md', 'outside'],
  // Leaving the repository.
  ['../other/src/a.ts', 'outside', { path: '/work/other/src/a.ts' }],
  ['/tmp/src/a.ts', 'outside', { path: '/tmp/src/a.ts' }],
  ['/work/shop-two/src/a.ts', 'outside'],
  ['src/../../../../../../etc/passwd', 'outside', { path: '/etc/passwd' }],
  ['~/src/a.ts', 'outside', { path: '~/src/a.ts' }],
  ['/tmp/x.test.ts', 'outside'],
  ['src/a.ts', 'outside', { resolved: '/tmp/a.ts', path: '/tmp/a.ts' }],
  ['/tmp/link', 'outside', { resolved: '/work/shop/src/a.ts', path: '/tmp/link' }],
  ['src/a.ts', 'inside', { resolved: '/work/shop/src/a.ts' }],
  // Off limits, also where nothing is allowed, and below what is named.
  ['packages/a/.env', 'off_limits'],
  ['../other/.env.local', 'off_limits'],
  ['/home/me/.env', 'off_limits'],
  ['.env.d/local/a', 'off_limits'],
  ['src/payments', 'off_limits', { pattern: 'src/payments/**' }],
  ['src/payments/charge.ts', 'off_limits'],
  ['SRC/Payments/charge.ts', 'off_limits'],
  ['/Work/Shop/src/payments/a.ts', 'off_limits'],
  ['src/Payments/a.ts', 'inside', { place: { ...place, caseSensitive: true } }],
  ['.ENV', 'outside', { place: { ...place, caseSensitive: true } }],
  ['.env. ', 'off_limits'],
  ['.e\u200cnv', 'off_limits'],
  ['secrets:stream', 'off_limits', { pattern: 'secrets' }],
  ['secrets./a', 'off_limits'],
  ['src/secrets/key', 'off_limits'],
  // Added by an answer: exactly that path.
  ['package.json', 'inside'],
  ['/work/shop/package.json', 'inside'],
  ['package.json5', 'outside'],
  ['package.json/x', 'outside'],
  ['/etc/hosts', 'inside'],
  ['/etc/hosts.allow', 'outside'],
  ['src/payments/added.ts', 'off_limits'],
  // Addresses, backslashes and drives.
  ['file:///work/shop/src/a.ts', 'inside', { path: 'src/a.ts' }],
  ['FILE://localhost/work/shop/src/a%20b.ts', 'inside', { path: 'src/a b.ts' }],
  ['file:///work/shop/src/%2e%2e/%2eenv', 'off_limits', { path: '.env' }],
  ['file:///work/shop/src/..%2f..%2fother', 'outside', { path: '/work/other' }],
  ['file://host/share/src/a.ts', 'outside'],
  ['file:///work/shop/src/a.ts#x', 'inside'],
  ['src\\orders\\a.ts', 'inside', { path: 'src/orders/a.ts' }],
  ['src\\..\\.env', 'off_limits'],
  ['C:\\work\\src\\a.ts', 'outside'],
  ['/private/work/shop/src/a.ts', 'outside'],
  // Malformed.
  ['', 'malformed'],
  ['   ', 'malformed'],
  ['src/a\u0000.ts', 'malformed'],
  ['src/a\n.ts', 'malformed'],
  ['src/\u202ea.ts', 'malformed'],
  ['file:///work/shop/src/%zz', 'malformed'],
  ['file:///work/shop/src/%00', 'malformed'],
  ['file:src/a.ts', 'malformed'],
  ['https://example.test/src/a.ts', 'malformed'],
  ['C:src\\a.ts', 'malformed'],
  [`src/${'a'.repeat(5000)}`, 'malformed'],
  [`lib/${'a'.repeat(2000)}`, 'malformed'],
  ['src/a.ts', 'malformed', { resolved: '' }],
];

describe('what a scope says of a path', () => {
  test.each(rows.map(([written, ...rest]) => ({ name: written.slice(0, 40), written, rest })))(
    '$name is $rest.0',
    ({ written, rest: [verdict, { resolved, place: other, ...finding } = {}] }) => {
      const path = resolved === undefined ? { written } : { written, resolved };
      expect(judgePath(scope, path, other ?? place)).toMatchObject({ verdict, ...finding });
    },
  );
});

describe('on Windows', () => {
  const there: ScopeInForce = { ...scope, cwd: 'C:\\work\\shop', widened: ['D:/notes.txt'] };
  const windows: CallPlace = { cwd: 'C:\\work\\shop', caseSensitive: false };
  test.each([
    ['C:\\work\\shop\\src\\a.ts', 'inside', 'src/a.ts'],
    ['c:\\Work\\Shop\\SRC\\a.ts', 'inside', 'SRC/a.ts'],
    ['c:/work/shop/.env', 'off_limits', '.env'],
    ['\\work\\shop\\src\\a.ts', 'inside', 'src/a.ts'],
    ['D:\\work\\shop\\src\\a.ts', 'outside', 'D:/work/shop/src/a.ts'],
    ['\\\\server\\share\\src\\a.ts', 'outside', '//server/share/src/a.ts'],
    ['\\\\?\\C:\\work\\shop\\src\\a.ts', 'inside', 'src/a.ts'],
    ['file:///C:/work/shop/src/a.ts', 'inside', 'src/a.ts'],
    ['file:///c%3A/work/shop/src/a.ts', 'inside', 'src/a.ts'],
    ['d:\\NOTES.TXT', 'inside', 'D:/NOTES.TXT'],
    ['.env::$DATA', 'off_limits', '.env::$DATA'],
  ])('%j is %s', (written, verdict, path) => {
    expect(judgePath(there, { written }, windows)).toMatchObject({ verdict, path });
  });
});

describe('what patterns are relative to', () => {
  const unplaced = { ...scope, cwd: null };
  test.each([
    ['where the session worked', scope, { cwd: '/work/shop/packages/a' }, '/work/shop/src/a.ts', 'inside'],
    ['a path from the folder of the call', scope, { cwd: '/work/shop/packages' }, '../src/a.ts', 'inside'],
    [
      'a path from the folder of the call, not of the scope',
      scope,
      { cwd: '/work/shop/packages' },
      'src/a.ts',
      'outside',
    ],
    [
      'the folder of the project',
      unplaced,
      { projectDir: '/work/shop', cwd: '/work/shop/lib' },
      '/work/shop/src/a.ts',
      'inside',
    ],
    ['the folder of the call', unplaced, { cwd: '/work/shop' }, '/work/shop/src/a.ts', 'inside'],
    ['no folder at all', unplaced, {}, 'src/a.ts', 'inside'],
    ['no folder at all, upwards', unplaced, {}, '../src/a.ts', 'outside'],
    ['no folder at all, from the root', unplaced, {}, '/src/a.ts', 'outside'],
    [
      'a repository that the scope is not in',
      scope,
      { cwd: '/elsewhere', repoRoot: '/elsewhere' },
      '/work/shop/src/a.ts',
      'inside',
    ],
    ['another repository', scope, { cwd: '/elsewhere', repoRoot: '/elsewhere' }, 'src/a.ts', 'outside'],
    [
      'a folder whose name macOS tells in two ways',
      { ...scope, cwd: '/tmp/shop' },
      {},
      '/private/tmp/shop/src/a.ts',
      'inside',
    ],
  ])('%s', (_what, judged, where, written, verdict) => {
    expect(judgePath(judged as ScopeInForce, { written }, where as CallPlace)).toMatchObject({ verdict });
  });

  test('a pattern from the root allows only what is in the repository', () => {
    const absolute = { ...scope, allowedPaths: ['/work/shop/lib/**', '/tmp/**'] };
    const verdict = (written: string) => judgePath(absolute, { written }, place).verdict;
    expect([verdict('lib/a.ts'), verdict('/tmp/a.ts'), verdict('src/a.ts')]).toEqual(['inside', 'outside', 'outside']);
  });

  test('off limits may be named from the root of the system or of the project', () => {
    const judged = { ...scope, offLimitsPaths: ['/work/keys/**', '/build'] };
    const verdict = (written: string) => judgePath(judged, { written }, place).verdict;
    expect([verdict('../keys/a'), verdict('build/a'), verdict('src/build/a')]).toEqual([
      'off_limits',
      'off_limits',
      'inside',
    ]);
  });
});

test('a scope without paths objects to nothing; one that only names what is off limits not to the rest of the repository', () => {
  const nothing = { ...scope, allowedPaths: [], offLimitsPaths: [] };
  expect(judgePath(nothing, { written: '/etc/passwd' }, place).verdict).toBe('inside');
  const offLimits = { ...scope, allowedPaths: [] };
  const verdict = (written: string) => judgePath(offLimits, { written }, place).verdict;
  expect([verdict('lib/a.ts'), verdict('.env'), verdict('../a.ts')]).toEqual(['inside', 'off_limits', 'outside']);
});

test('a path whose links the hook could not follow is never inside, and off limits still wins', () => {
  const verdict = (written: string, judged = scope) =>
    judgePath(judged, { written, unresolvable: true }, place).verdict;
  expect([verdict('src/a.ts'), verdict('package.json'), verdict('lib/a.ts'), verdict('.env')]).toEqual([
    'malformed',
    'malformed',
    'malformed',
    'off_limits',
  ]);
  expect(verdict('lib/a.ts', { ...scope, allowedPaths: [] })).toBe('malformed');
  // One that names nothing has nothing to compare with.
  expect(verdict('src/a.ts', { ...scope, allowedPaths: [], offLimitsPaths: [] })).toBe('inside');
});

test('off limits are looked for in the project, not among the folders that it lies in', () => {
  const judged = { ...scope, cwd: '/home/secrets/shop', offLimitsPaths: ['**/secrets/**', 'secrets'] };
  const verdict = (written: string) => judgePath(judged, { written }, { cwd: '/home/secrets/shop' }).verdict;
  expect([verdict('src/a.ts'), verdict('a/secrets/b'), verdict('../secrets/b')]).toEqual([
    'inside',
    'off_limits',
    'off_limits',
  ]);
});

test('a project that lies behind a link is known by both names, when the hook tells them', () => {
  const judged = (resolved: string, where: CallPlace = {}) =>
    judgePath(scope, { written: 'src/a.ts', resolved }, { ...place, ...where }).verdict;
  expect(judged('/data/shop/src/a.ts')).toBe('outside');
  expect(judged('/data/shop/src/a.ts', { resolvedCwd: '/data/shop' })).toBe('inside');
  expect(judged('/data/shop/.env', { resolvedCwd: '/data/shop' })).toBe('off_limits');
  expect(judged('/data/shop/../src/a.ts', { resolvedCwd: '/data/shop' })).toBe('outside');
  // A link within the project does not make its target the project.
  expect(judged('/data/src/a.ts', { cwd: '/work/shop/lib', resolvedCwd: '/data' })).toBe('outside');
});

test('a scope made to explode is malformed within a moment, and never inside', () => {
  const heavy = [
    '*a'.repeat(250),
    `${'**/'.repeat(160)}x`,
    '{a,b}'.repeat(100),
    `${'{a*,'.repeat(120)}x${'}'.repeat(120)}`,
  ];
  const patterns = Array.from({ length: 100 }, (_, index) => heavy[index % heavy.length] ?? '');
  const hostile = {
    ...scope,
    allowedPaths: [...patterns, '**'],
    offLimitsPaths: patterns.map((pattern) => `a/${pattern}zz`),
  };
  const written = `${'a/'.repeat(10)}${'a'.repeat(4000)}`;
  let verdict: string | undefined;
  const cpuMs = cpuMsOf(() => {
    verdict = judgePath(hostile, { written }, place).verdict;
  });
  expect(verdict).toBe('malformed');
  expect(cpuMs).toBeLessThan(300);
});

test('no text breaks it: random paths and patterns always get one of four verdicts, quickly', () => {
  const alphabet = [
    'a',
    '.',
    '..',
    '/',
    '\\',
    '*',
    '**',
    '?',
    '[',
    ']',
    '{',
    '}',
    ',',
    '!',
    '%2e',
    '%',
    ':',
    'C:',
    'file://',
    '~',
    ' ',
    'é',
    '\ud83d',
    '\0',
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const text = () => Array.from({ length: random(14) }, () => alphabet[random(alphabet.length)]).join('');
  for (let count = 0; count < 1500; count++) {
    const judged = {
      id: 's',
      cwd: random(2) ? text() : null,
      allowedPaths: [text()],
      offLimitsPaths: [text()],
      widened: [text()],
    };
    const { verdict, path } = judgePath(
      judged,
      { written: text(), ...(random(2) ? { resolved: text() } : {}) },
      { cwd: text() },
    );
    expect(['off_limits', 'outside', 'inside', 'malformed']).toContain(verdict);
    expect(path.length).toBeLessThanOrEqual(1024);
  }
});
