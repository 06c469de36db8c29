import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from './repository';

const startTimeoutMs = 30_000;
const next = path.join(repositoryRoot, 'node_modules/next/dist/bin/next');

export interface NodProcess {
  pid: number;
  logs(): string;
  /** Sends a signal and waits for the end; gives how long that took, in milliseconds. */
  end(signal: NodeJS.Signals): Promise<number>;
  hasEnded(): boolean;
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** Starts the built server on a port and waits until it is ready. Throws with its log when it does not get there. */
export async function spawnServer(port: number, env: Record<string, string | undefined>): Promise<NodProcess> {
  if (!existsSync(path.join(repositoryRoot, '.next', 'BUILD_ID')))
    throw new Error('There is no build to test: run npm run build first.');
  // Not by npx or npm: those leave the server alive when they are killed.
  const child = spawn(process.execPath, [next, 'start', '-p', String(port), '--keepAliveTimeout', '75000'], {
    cwd: repositoryRoot,
    env: { ...inherited(), ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started = asNodProcess(child);
  try {
    await ready(`http://127.0.0.1:${port}/readyz`, started);
  } catch (error) {
    await started.end('SIGKILL');
    throw error;
  }
  return started;
}

/** What a server gets of the environment of the tests: nothing that would configure it. */
function inherited(): Record<string, string | undefined> {
  const unwanted = /^(NOD_|DATABASE_URL$|PORT$|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !unwanted.test(name)));
}

function asNodProcess(child: ChildProcess): NodProcess {
  let log = '';
  const keep = (chunk: Buffer) => {
    log += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const dieWithTheTests = () => child.kill('SIGKILL');
  process.on('exit', dieWithTheTests);
  child.once('exit', () => process.off('exit', dieWithTheTests));
  if (child.pid === undefined) throw new Error('The server process could not be spawned.');
  return {
    pid: child.pid,
    logs: () => log,
    hasEnded,
    end: async (signal) => {
      const since = performance.now();
      if (!hasEnded()) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return performance.now() - since;
    },
  };
}

async function ready(address: string, server: NodProcess): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs;
  for (;;) {
    const status = await fetch(address).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 200) return;
    if (server.hasEnded()) throw new Error(`The server ended while it started:\n${server.logs()}`);
    if (Date.now() > giveUpAt) throw new Error(`The server is not ready after ${startTimeoutMs} ms:\n${server.logs()}`);
    await pause(50);
  }
}
