import { setTimeout as pause } from 'node:timers/promises';
import { askOnly } from '../agent/tool-call';
import type { Measurement, Scale } from '../measurement';
import { type BenchServer, clearQuestions, startBenchServer, stopBenchServer } from '../server/bench-server';
import { postgresBytes, residentBytes } from '../server/resources';
import { inMegabytes, secondsFor } from '../statistics';

/** What a Next 16.4.6 server with an empty app was measured to need (87 MB, 100 MB after a few pages); this build cannot leave ours out. */
const frameworkBytes = 100e6;
const goal = 2;
const perRound = 100;
const settleMs = 3000;

/** Resident memory, PostgreSQL included, as an operator's monitor shows it: nothing is collected for the measurement. */
export async function measureMemory({ quick }: Scale): Promise<Measurement[]> {
  const server = await startBenchServer();
  const asks = quick ? 500 : 3000;
  await pause(settleMs);
  const atStart = memoryOf(server);
  for (let round = 0; round < asks / perRound; round++) {
    await secondsFor(perRound, 8, () => askOnly(server, server.agentKey));
    await clearQuestions(server);
  }
  await pause(settleMs);
  const afterAsks = memoryOf(server);
  await stopBenchServer(server);
  return [asMeasurement('after start', atStart), asMeasurement(`after ${asks} asks`, afterAsks)];
}

interface Memory {
  server: number;
  postgres: number;
}

const memoryOf = ({ pid, dataDirectory }: BenchServer): Memory => ({
  server: residentBytes(pid),
  postgres: postgresBytes(dataDirectory),
});

function asMeasurement(when: string, { server, postgres }: Memory): Measurement {
  const ratio = (server + postgres) / frameworkBytes;
  return {
    what: `resident memory ${when}`,
    measured: `${inMegabytes(server + postgres)} (PostgreSQL ${inMegabytes(postgres)})`,
    floor: `${inMegabytes(frameworkBytes)} (framework alone, a fixed figure)`,
    ratio,
    goal: `≤ ${goal}×`,
    ok: ratio <= goal,
    values: { serverBytes: server, postgresBytes: postgres },
  };
}
