import { describe, expect, test } from 'vitest';
import { redact, redactDeeply } from '@/lib/redact';
import { cpuMsOf } from '@/lib/testing/cpu-time';

/** Put together here, so that no scanner of this repository takes a sample for the real thing. */
const of = (...parts: string[]): string => parts.join('');
const alphanumeric = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY';
const pem = (kind: string, dashes = '-----') =>
  `${dashes}BEGIN ${kind}${dashes}\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7\n${dashes}END ${kind}${dashes}`;
const jwt = of(
  'eyJhbGciOiJIUzI1NiJ9',
  '.',
  'eyJzdWIiOiIxMjM0NTY3ODkwIn0',
  '.',
  'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
);

/** Each true secret, in the surroundings it is met in; `secret` is what must be gone. */
const secrets: [kind: string, text: (secret: string) => string, secret: string][] = [
  ['a PEM key', (secret) => `key:\n${secret}\ndone`, pem('PRIVATE KEY')],
  ['an RSA key', (secret) => secret, pem('RSA PRIVATE KEY')],
  ['an OpenSSH key', (secret) => `cat id_ed25519\n${secret}`, pem('OPENSSH PRIVATE KEY')],
  ['an encrypted key', (secret) => secret, pem('ENCRYPTED PRIVATE KEY')],
  ['a PGP key', (secret) => secret, pem('PGP PRIVATE KEY BLOCK')],
  ['a key whose end is cut off', (secret) => secret, pem('EC PRIVATE KEY').slice(0, 80)],
  ['a key with escaped line ends', (secret) => `"${secret}"`, pem('PRIVATE KEY').replaceAll('\n', '\\n')],
  ['an sk- key', (secret) => `with ${secret}.`, of('sk-', alphanumeric)],
  ['an sk-proj- key', (secret) => `OPENAI=${secret}`, of('sk-proj-', alphanumeric, '_', alphanumeric)],
  ['an sk-ant- key', (secret) => `(${secret})`, of('sk-ant-api03-', alphanumeric)],
  ['an sk_live key', (secret) => `use ${secret}`, of('sk_', 'live_', alphanumeric)],
  ['an rk_test key', (secret) => `use "${secret}"`, of('rk_', 'test_', alphanumeric)],
  ['a pk_live key', (secret) => `use ${secret}, please`, of('pk_', 'live_', alphanumeric)],
  [
    'a key of Nod',
    (secret) => `claude mcp add ${secret}`,
    of('pk_', '0123456789abcdef', '.', '0123456789abcdef'.repeat(3)),
  ],
  ['a webhook secret', (secret) => `sign with ${secret}`, of('whsec_', alphanumeric)],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map(
    (prefix) =>
      [
        `a ${prefix} token`,
        (secret: string) => `git clone with ${secret}`,
        of(prefix, alphanumeric, '1234'),
      ] as (typeof secrets)[number],
  ),
  ['a fine-grained GitHub token', (secret) => secret, of('github_pat_', '11ABCDEFG0', '_', alphanumeric)],
  ['a GitLab token', (secret) => `glab auth ${secret}`, of('glpat-', 'x1y2z3-w4v5u6_t7s8r9')],
  ...['xoxb-', 'xoxa-', 'xoxp-', 'xoxr-', 'xoxs-'].map(
    (prefix) =>
      [
        `a Slack ${prefix} token`,
        (secret: string) => `slack ${secret}`,
        of(prefix, '1234567890-', alphanumeric),
      ] as (typeof secrets)[number],
  ),
  ['a Google key', (secret) => `?key=${secret}&x=1`, of('AIza', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q')],
  ['an AWS key id', (secret) => `aws ${secret} eu`, of('AKIA', 'IOSFODNN7EXAMPLE')],
  ['an npm token', (secret) => `//registry/:_authToken=${secret}`, of('npm_', alphanumeric, 'abcd')],
  ['a JWT', (secret) => `cookie ${secret};`, jwt],
  ['a bearer token', (secret) => `curl -H "X: Bearer ${secret}"`, 'mF_9.B5f-4.1JqM-long-enough'],
  ['a bearer token in lower case', (secret) => `bearer ${secret}`, 'abcdefghijklmnop1234'],
  ['an Authorization header', (secret) => `Authorization: Basic ${secret}`, 'QWxhZGRpbjpvcGVuc2VzYW1l'],
  ['an Authorization header as JSON', (secret) => `{"authorization": "Token ${secret}"}`, '9944b09199c62bcf9418'],
  ['an Authorization header without a scheme', (secret) => `authorization=${secret}`, 'a1b2c3d4e5f6'],
  ['a password in an address', (secret) => `psql postgres://app:${secret}@db.internal:5432/app`, 'hunter2'],
  ['a password with odd characters in an address', (secret) => `redis://:${secret}@cache/0`, 'p%40ss:w0rd!'],
  ['secret=', (secret) => `secret=${secret}`, 'abc123'],
  ['token:', (secret) => `token: ${secret}`, 'abc123def'],
  ['password in quotes, with spaces', (secret) => `password = "${secret}"`, 'correct horse battery'],
  ['passwd', (secret) => `passwd='${secret}'`, 'tr0ub4dor&3'],
  ['an API key in YAML', (secret) => `api_key: ${secret}\nnext: 1`, 'd41d8cd98f00b204'],
  ['api-key', (secret) => `--api-key=${secret} --verbose`, 'd41d8cd98f00b204'],
  ['apiKey in JSON', (secret) => `{"apiKey":"${secret}","a":1}`, 'd41d8cd98f00b204'],
  ['an access key', (secret) => `AWS_SECRET_ACCESS_KEY=${secret}`, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['access_key', (secret) => `access_key=${secret}`, 'a1b2c3d4e5'],
  ['a client secret', (secret) => `clientSecret: '${secret}'`, 'GOCSPX-abc_def'],
  ['CLIENT_SECRET', (secret) => `export CLIENT_SECRET=${secret} && run`, 'abc_def_123'],
  ['a prefixed variable', (secret) => `DB_PASSWORD=${secret} npm test`, 'hunter2'],
  ['a flag with a space', (secret) => `mysql --password ${secret} -u root`, 'hunter2-hunter2'],
  ['a password in JSON within JSON', (secret) => `{"message":"{\\"password\\":\\"${secret}\\"}"}`, 'hunter2-hunter2'],
  ['a password with an escaped quote', (secret) => `password="${secret}"`, 'hunter\\"2-hunter2'],
  ['a secret in a query', (secret) => `https://example.test/a?access_token=${secret}&b=2`, 'abc123def456'],
];

/** Looks like one of the above and is not: it must come through untouched. */
const survivors: [what: string, text: string][] = [
  ['a git hash', 'git checkout 9fceb02d0ae598e95dc970b74767f19372d61af8'],
  ['a short git hash', 'revert 9fceb02'],
  ['a SHA-256', 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['a UUID', '/q/01a22d2c-b14c-77a0-a2f1-3f629db9fc64'],
  ['a long path', '/home/someone/projects/nod/node_modules/@modelcontextprotocol/server/dist/index.js'],
  ['a Windows path', 'C:\\Users\\someone\\secrets\\readme.txt'],
  ['a type in code', 'function use(token: string, password: string): void'],
  ['an optional type in code', 'interface Options { apiKey?: string; secret: string | undefined; token: Buffer }'],
  ['a call in code', 'const token = readToken(file);'],
  ['an expression in code', 'const password = request.body.password;'],
  ['a lookup in code', 'const apiKey = process.env.API_KEY;'],
  ['a constant in code', 'token = null'],
  ['a comparison in code', 'if (token === undefined) return'],
  ['a shell variable', 'curl -H "Authorization: Bearer $TOKEN" https://example.test'],
  ['a shell variable in braces', `export API_KEY=\${API_KEY}`],
  ['a placeholder', 'Authorization: Bearer <token>'],
  ['prose about a password', 'Please reset the password before Friday.'],
  ['prose about a secret', 'The secret to good tests is patience, and a token of thanks is due.'],
  ['prose about tokens', 'This used 12000 tokens: more than yesterday.'],
  ['a heading about passwords', 'Password reset'],
  ['a file named for secrets', 'rm src/secrets/token.ts'],
  ['an address with a port', 'http://localhost:3000/q/1?x=user@example.test'],
  ['an e-mail address', 'mailto:someone@example.test'],
  ['a git remote', 'git@github.com:someone/nod.git'],
  ['an ssh address with a user', 'ssh://git@example.test:22/nod.git'],
  ['an npm scope', 'npm install @types/node'],
  [
    'a word that begins like a prefix',
    'the task-force, a risk-adjusted desk-top and a disk-usage-analyzer-for-servers',
  ],
  ['a CSS class', 'sk-circle sk-fading-circle'],
  ['a public certificate', pem('CERTIFICATE')],
  ['a public key', pem('PUBLIC KEY')],
  ['an integrity hash', 'integrity="sha512-9n0JZ5/abc"'],
  ['an address with a query', 'http://localhost:3000?from=someone@example.test'],
  ['a manual', 'Pass --token to use another account, --password asks for one.'],
  ['a limit', 'max_tokens=4096'],
  ['a version', 'next-auth@5.0.0-beta.32'],
];

describe('true secrets are removed', () => {
  test.each(secrets)('%s', (_kind, text, secret) => {
    const shown = redact(text(secret));
    expect(shown).not.toContain(secret);
    expect(shown).toContain('[secret removed]');
    // Not one line of it is left either.
    for (const part of secret.split(/\s+|\\n/).filter((line) => line.length > 12)) expect(shown).not.toContain(part);
  });

  test('several in one text, and what stands between them stays', () => {
    const text = `first ${of('ghp_', alphanumeric)} then password=hunter2; last ${jwt} end`;
    expect(redact(text)).toBe('first [secret removed] then password=[secret removed]; last [secret removed] end');
  });

  test('what was redacted already stays as it is', () => {
    for (const [, text, secret] of secrets) expect(redact(redact(text(secret)))).toBe(redact(text(secret)));
  });
});

describe('look-alikes survive', () => {
  test.each(survivors)('%s', (_what, text) => {
    expect(redact(text)).toBe(text);
    expect(redactDeeply(text)).toBe(text);
  });
});

describe('the deeper tier', () => {
  const run = Buffer.from(Array.from({ length: 96 }, (_, index) => (index * 73 + 41) % 256)).toString('base64');

  test('removes a long run of base64, slashes and all, that the first tier lets through', () => {
    expect(redact(run)).toBe(run);
    expect(redactDeeply(`echo ${run} | base64 -d`)).toBe('echo [secret removed] | base64 -d');
  });

  test('keeps long words, hashes and constants', () => {
    const long = [
      'a'.repeat(200),
      '0123456789abcdef'.repeat(8),
      'A_VERY_LONG_CONSTANT_'.repeat(5),
      '-'.repeat(100),
      '='.repeat(100),
    ];
    for (const text of long) expect(redactDeeply(text)).toBe(text);
  });
});

describe('no text can make it slow', () => {
  const size = 200_000;
  const fill = (part: string): string => part.repeat(Math.ceil(size / part.length)).slice(0, size);
  test.each(
    [
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN A A A A A A A A A A A ',
      '-----BEGIN ',
      'eyJaaaaaaaaaa.eyJaaaaaaaa',
      'eyJ',
      'eyJhbGciOi-',
      'eyJhbGciOi.',
      'password=a.',
      'password=this.',
      'password=a(',
      'password="\\\\',
      '--token-',
      '--token 1',
      'token:\\"',
      'a+',
      'a.',
      'a:',
      'a://b:',
      'http://a',
      'ab://a:b:c:d:',
      'authorization: ',
      'authorization:bearer ',
      'bearer ',
      'Bearer a ',
      'password=',
      'password="',
      `password='`,
      'password:   ',
      'secretsecret',
      'sk-',
      'sk-a-',
      'pk_0',
      'github_pat_',
      'xoxb-',
      'AKIA',
      'AIza',
      ' ',
      '\n',
      'A',
      'a1B',
      '/a',
      '"',
      '\\',
      '🙂',
    ].map((part) => [part]),
  )('200 kB of %j', (part) => {
    const text = fill(part);
    expect(cpuMsOf(() => redactDeeply(text) + redactDeeply(`x${text}`))).toBeLessThan(1000);
  });
});
