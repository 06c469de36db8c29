import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface HookRun {
  code: number | null;
  stdout: string;
  stderr: string;
  /** What it printed, as JSON. */
  answer: unknown;
  tookMs: number;
}

export interface RunningHook {
  process: ChildProcess;
  ended: Promise<HookRun>;
}

export interface HookSettings {
  /** The bundle, from bundleHook(). */
  file: string;
  configFolder: string;
}

/** A folder with credentials for this server, as `nod login` leaves it. */
export function signedInFolder(server: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'nod-config-'));
  writeFileSync(
    join(folder, 'credentials.json'),
    JSON.stringify({ server, apiKey: 'pk_00.11', machineId: 'ab12cd34' }),
  );
  return folder;
}

/** Starts the hook as an agent does, writes to it and closes its stdin. */
export function startHook({ file, configFolder }: HookSettings, agent: string, stdin: object | string): RunningHook {
  const since = performance.now();
  const child = spawn(process.execPath, [file, agent], {
    // Nothing of the environment of the tests: no key, no server, no home of a person.
    env: { NODE_ENV: 'production', HOME: configFolder, NOD_CONFIG_DIR: configFolder, NOD_DEBUG: '1' },
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    texts.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    texts.stderr += text;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(typeof stdin === 'string' ? stdin : JSON.stringify(stdin));
  const ended = new Promise<HookRun>((resolve) => {
    child.on('close', (code) => {
      const tookMs = performance.now() - since;
      resolve({ code, ...texts, tookMs, answer: texts.stdout === '' ? undefined : JSON.parse(texts.stdout) });
    });
  });
  return { process: child, ended };
}

export const runHook = (settings: HookSettings, agent: string, stdin: object | string): Promise<HookRun> =>
  startHook(settings, agent, stdin).ended;
