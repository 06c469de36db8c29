import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '@/e2e/push/wait-until';
import { repositoryRoot } from '@/e2e/server/repository';

/** What bench/loop-probe.mjs saw in the server since it was last asked. */
export interface ProbeReading {
  p99Ms: number;
  maxMs: number;
  meanMs: number;
  residentBytes: number;
  heapBytes: number;
}

export interface Probe {
  /** What to add to the server's environment. */
  env: Record<string, string>;
  /** Asks the server with this process id, and starts a new period. */
  read(pid: number): Promise<ProbeReading>;
}

/** A probe for one server. */
export function makeProbe(): Probe {
  const file = path.join(os.tmpdir(), `nod-bench-probe-${randomUUID()}.json`);
  return {
    env: {
      NODE_OPTIONS: `--import ${JSON.stringify(path.join(repositoryRoot, 'bench', 'loop-probe.mjs'))}`,
      NOD_BENCH_PROBE: file,
    },
    read: async (pid) => {
      await rm(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      const text = await waitUntil('the probe in the server', () => readFile(file, 'utf8').catch(() => undefined));
      await rm(file, { force: true });
      return JSON.parse(text) as ProbeReading;
    },
  };
}
