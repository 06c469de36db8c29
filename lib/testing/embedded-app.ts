import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./embedded-app-process.mjs', import.meta.url));

/** Another process that uses the embedded database, as a second server or a killed one would. */
export type EmbeddedApp = {
  child: ChildProcess;
  /** Starts or joins, and says which. */
  start: () => Promise<string>;
  stop: () => Promise<string>;
  kill: () => Promise<void>;
};

/** Spawns an application process that has loaded everything and waits for `start`, so that two can start at once. */
export async function spawnEmbeddedApp(dataDirectory: string, cwd = process.cwd()): Promise<EmbeddedApp> {
  const child = spawn(process.execPath, [script, dataDirectory], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The application process ended: ${complaints}`);
    return value;
  };
  await nextLine();
  const tell = (): Promise<string> => {
    child.stdin.write('go\n');
    return nextLine();
  };
  return {
    child,
    start: tell,
    stop: tell,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
