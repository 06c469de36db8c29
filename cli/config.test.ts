import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  configFolder,
  connection,
  credentialsFile,
  machineId,
  readCredentials,
  removeCredentials,
  saveCredentials,
} from './config';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nod-config-'));
  for (const name of ['NOD_URL', 'NOD_API_KEY', 'NOD_CONFIG_DIR', 'XDG_CONFIG_HOME']) vi.stubEnv(name, '');
  vi.stubEnv('NOD_CONFIG_DIR', join(home, 'nod'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const credentials = {
  server: 'https://nod.example.test',
  apiKey: 'pk_1.2',
  machineId: '01234567',
  savedAt: '2026-01-01T00:00:00.000Z',
};
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('the key is readable by its user alone, also in a folder and over a file that were open to others', () => {
  mkdirSync(configFolder(), { mode: 0o755 });
  writeFileSync(credentialsFile(), '{}', { mode: 0o644 });
  saveCredentials(credentials);
  expect(modeOf(credentialsFile())).toBe('600');
  expect(modeOf(configFolder())).toBe('700');
  expect(readCredentials()).toEqual(credentials);
  expect(readdirSync(configFolder())).toEqual(['credentials.json']);
});

test('a save that fails leaves the old key whole, and nothing beside it', () => {
  saveCredentials(credentials);
  const before = readFileSync(credentialsFile(), 'utf8');
  const circular = { ...credentials, self: {} };
  circular.self = circular;
  expect(() => saveCredentials(circular)).toThrow();
  // The rename fails: something that cannot be replaced is in its place.
  rmSync(credentialsFile());
  mkdirSync(join(credentialsFile(), 'in the way'), { recursive: true });
  expect(() => saveCredentials(credentials)).toThrow();
  expect(readdirSync(configFolder())).toEqual(['credentials.json']);
  rmSync(credentialsFile(), { recursive: true });
  writeFileSync(credentialsFile(), before);
  expect(readCredentials()).toEqual(credentials);
});

test('a damaged file is named, and does not stop a key of the environment', () => {
  mkdirSync(configFolder());
  for (const text of ['', '{', 'null', '[]', '{"server":1,"apiKey":"x"}']) {
    writeFileSync(credentialsFile(), text);
    expect(readCredentials, text).toThrow(credentialsFile());
  }
  vi.stubEnv('NOD_URL', 'http://other.example.test/');
  vi.stubEnv('NOD_API_KEY', 'pk_3.4');
  expect(connection()).toEqual({ server: 'http://other.example.test', apiKey: 'pk_3.4', machineId: machineId() });
});

test('a stored key goes to its own server only', () => {
  saveCredentials(credentials);
  expect(connection()).toMatchObject({ server: credentials.server, apiKey: credentials.apiKey, machineId: '01234567' });
  expect(connection({ server: `${credentials.server}/` })).toMatchObject({ apiKey: credentials.apiKey });
  expect(connection({ server: 'https://elsewhere.example.test' })).toMatchObject({
    server: 'https://elsewhere.example.test',
    apiKey: undefined,
  });
  vi.stubEnv('NOD_URL', 'https://elsewhere.example.test');
  expect(connection()).toMatchObject({ server: 'https://elsewhere.example.test', apiKey: undefined });
  vi.stubEnv('NOD_API_KEY', 'pk_3.4');
  expect(connection()).toMatchObject({ apiKey: 'pk_3.4' });
  vi.stubEnv('NOD_URL', '');
  expect(connection()).toMatchObject({ server: credentials.server, apiKey: 'pk_3.4' });
});

test('the folder is the person’s own: NOD_CONFIG_DIR, else XDG_CONFIG_HOME, else ~/.config', () => {
  expect(configFolder()).toBe(join(home, 'nod'));
  vi.stubEnv('NOD_CONFIG_DIR', '');
  vi.stubEnv('XDG_CONFIG_HOME', '/x/config');
  expect(configFolder()).toBe('/x/config/nod');
  vi.stubEnv('XDG_CONFIG_HOME', '');
  vi.stubEnv('HOME', '/x/home');
  expect(configFolder()).toBe('/x/home/.config/nod');
});

test('a removed key is gone, and removing twice is no error', () => {
  saveCredentials(credentials);
  expect(removeCredentials()).toBe(true);
  expect(existsSync(credentialsFile())).toBe(false);
  expect(removeCredentials()).toBe(false);
  expect(readCredentials()).toBeUndefined();
});

test('a machine has an id that does not tell its name', () => {
  expect(machineId()).toMatch(/^[0-9a-f]{8}$/);
  expect(machineId()).not.toContain(hostname());
});
