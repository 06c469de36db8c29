import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { saveCredentials } from '@/cli/config';
import { setUp } from './setup';
import { runUninstall } from './uninstall';

export const testKey = `pk_${'ab'.repeat(8)}.${'cd'.repeat(24)}`;
export const testServer = 'https://nod.example.test';

/** A home folder of its own for a test, on a machine that is signed in. */
export class TestHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'nod-home-'));
  readonly settings = join(this.folder, '.config', 'nod');
  readonly bundle = join(mkdtempSync(join(tmpdir(), 'nod-bundle-')), 'nod.cjs');
  output = '';

  constructor() {
    vi.stubEnv('HOME', this.folder);
    for (const name of [
      'NOD_URL',
      'NOD_API_KEY',
      'NOD_CONFIG_DIR',
      'XDG_CONFIG_HOME',
      'CLAUDE_CONFIG_DIR',
      'CODEX_HOME',
    ])
      vi.stubEnv(name, '');
    vi.stubEnv('PATH', '');
    const hear = (text: string | Uint8Array) => {
      this.output += text;
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(hear);
    vi.spyOn(process.stderr, 'write').mockImplementation(hear);
    writeFileSync(this.bundle, 'console.log("nod")');
    this.signIn(testKey);
  }

  /** Removes it, and puts the environment back. */
  remove(): void {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    for (const folder of [this.folder, dirname(this.bundle)]) rmSync(folder, { recursive: true, force: true });
  }

  signIn(apiKey: string): void {
    saveCredentials({ server: testServer, apiKey, machineId: '00000000', savedAt: '' });
  }

  path = (name: string): string => join(this.folder, name);

  write(name: string, text: string, mode = 0o644): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    chmodSync(this.path(name), mode);
  }

  read = (name: string): string => readFileSync(this.path(name), 'utf8');
  has = (name: string): boolean => existsSync(this.path(name));

  /** Every file of the home folder but Nod's own, with its bytes. */
  everything(): Record<string, string> {
    const names = readdirSync(this.folder, { recursive: true, encoding: 'utf8' });
    const others = names.filter((name) => !this.path(name).startsWith(this.settings)).sort();
    return Object.fromEntries(others.map((name) => [name, this.#describe(this.path(name))]));
  }

  #describe(path: string): string {
    const there = lstatSync(path);
    if (there.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
    return there.isDirectory() ? 'folder' : `${(there.mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`;
  }

  /** What a person sees who runs `nod setup --yes`; the exit code comes with it. */
  setup = (agents: string[], options: { dryRun?: boolean; server?: string } = {}) =>
    this.#run(() => setUp({ agents, yes: true, dryRun: false, bundle: this.bundle, ...options }));

  uninstall = (...args: string[]) => this.#run(() => runUninstall(['--yes', ...args]));

  async #run(command: () => Promise<void>): Promise<{ output: string; exitCode: number }> {
    this.output = '';
    process.exitCode = 0;
    await command();
    const exitCode = Number(process.exitCode);
    process.exitCode = 0;
    return { output: this.output, exitCode };
  }
}
