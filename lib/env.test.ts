import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEnv } from '@/lib/env';

describe('settings', () => {
  test('nothing has to be set', () => {
    expect(parseEnv({})).toMatchObject({
      isProduction: true,
      port: 3000,
      url: 'http://localhost:3000',
      dataDirectory: path.resolve('data'),
      databaseUrl: undefined,
      keyRatePerMinute: 300,
      logLevel: 'info',
      pushAllowedHosts: [],
      trustedProxy: false,
    });
  });

  test('an empty line in an env file counts as not set', () => {
    const names = [
      'PORT',
      'NOD_URL',
      'NOD_DATA_DIR',
      'DATABASE_URL',
      'NOD_DATABASE_POOL',
      'NOD_OWNER_EMAIL',
      'NOD_OWNER_PASSWORD',
      'NOD_CONTACT',
      'NOD_PUSH_ALLOWED_HOSTS',
      'NOD_TRUSTED_PROXY',
      'NOD_KEY_RATE',
      'NOD_LOG',
    ];
    expect(parseEnv(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(parseEnv({}));
  });

  test('values are read as what they mean', () => {
    const variables = {
      PORT: '8080',
      NOD_URL: 'https://nod.example.test/',
      NOD_OWNER_EMAIL: 'Owner@Example.test',
      NOD_PUSH_ALLOWED_HOSTS: ' a.test , b.test:8443,, ',
      NOD_TRUSTED_PROXY: '1',
      NOD_ALLOW_KEY_IN_URL: 'false',
    };
    expect(parseEnv(variables)).toMatchObject({
      port: 8080,
      url: 'https://nod.example.test',
      ownerEmail: 'owner@example.test',
      pushAllowedHosts: ['a.test', 'b.test:8443'],
      trustedProxy: true,
      allowKeyInUrl: false,
    });
  });

  test('without NOD_URL, the address follows the port', () => {
    expect(parseEnv({ PORT: '4000' }).url).toBe('http://localhost:4000');
  });

  test.each([
    ['PORT', ['0', '65536', 'http', '80.5', '-1']],
    ['NOD_URL', ['nod.example.test', 'ftp://nod.example.test', 'localhost:3000', '/']],
    ['DATABASE_URL', ['mysql://x', 'host=localhost', 'http://x']],
    ['NOD_DATABASE_POOL', ['1', '501', 'many', '2.5']],
    ['NOD_OWNER_EMAIL', ['owner', 'owner@', '@example.test']],
    ['NOD_OWNER_PASSWORD', ['short', '123456789']],
    ['NOD_CONTACT', ['mailto:a@b.test', 'nobody']],
    ['NOD_ALLOW_PRIVATE_CALLBACKS', ['yes', 'TRUE', '2']],
    ['NOD_ALLOW_KEY_IN_URL', ['on']],
    ['NOD_TRUSTED_PROXY', ['127.0.0.1']],
    ['NOD_KEY_RATE', ['0', '-1', 'fast']],
    ['NOD_LOG', ['verbose', 'INFO']],
  ])('a bad %s is named', (name, values) => {
    for (const value of values) expect(() => parseEnv({ [name]: value }), value).toThrow(`${name}: `);
  });

  test('several bad ones are all named in one error, and no value is repeated', () => {
    const parse = () => parseEnv({ PORT: 'x', NOD_LOG: 'y', NOD_OWNER_PASSWORD: 'hunter2' });
    expect(parse).toThrow(/PORT: [\s\S]*NOD_OWNER_PASSWORD: [\s\S]*NOD_LOG: /);
    expect(parse).not.toThrow(/hunter2/);
  });
});

describe('the environment', () => {
  const root = path.resolve('.');
  const skipped = new Set(['node_modules', '.next', '.git', 'data', 'tmp', 'docs', 'lib/db/generated', 'cli/dist']);
  // The command line runs on other machines and has a place of its own. Scripts and harnesses run before or beside the server; Next reads its own variable in the only place where it can.
  const allowed = [
    /^lib\/env\.ts$/,
    /^cli\/environment\.ts$/,
    /^instrumentation\.ts$/,
    /^[^/]+\.config\.(ts|mjs|js)$/,
    /^(scripts|e2e|bench|lib\/testing)\//,
    /\.test\.tsx?$/,
  ];

  function* sources(directory = ''): Generator<string> {
    for (const entry of readdirSync(path.join(root, directory), { withFileTypes: true })) {
      const name = path.posix.join(directory, entry.name);
      if (skipped.has(name) || skipped.has(entry.name)) continue;
      if (entry.isDirectory()) yield* sources(name);
      else if (/\.(ts|tsx|js|mjs|cjs)$/.test(entry.name)) yield name;
    }
  }

  test('is read in lib/env.ts and nowhere else in the server', () => {
    const names = [...sources()];
    expect(names.length).toBeGreaterThan(80);
    const readers = names.filter((name) =>
      /\bprocess\s*\??\.\s*env\b|\bprocess\[['"`]env|\bimport\.meta\.env\b/.test(
        readFileSync(path.join(root, name), 'utf8'),
      ),
    );
    expect(readers).toContain('lib/env.ts');
    expect(readers.filter((name) => !allowed.some((pattern) => pattern.test(name)))).toEqual([]);
  });

  test('instrumentation.ts reads only what Next sets', () => {
    const text = readFileSync(path.join(root, 'instrumentation.ts'), 'utf8');
    expect(new Set(text.match(/process\.env\.\w+/g))).toEqual(new Set(['process.env.NEXT_RUNTIME']));
  });
});
