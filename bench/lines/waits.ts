import { setTimeout as pause } from 'node:timers/promises';
import { type PersonSession, signIn } from '@/e2e/server/person';
import { openBlockedCalls } from '../agent/blocked-calls';
import { openEventStreams } from '../agent/event-streams';
import { askOnly } from '../agent/tool-call';
import type { Measurement, Scale } from '../measurement';
import { type BenchServer, startBenchServer } from '../server/bench-server';
import { makeProbe, type Probe } from '../server/probe';
import { cpuSeconds } from '../server/resources';
import { makeTenants, openPerWorkspace } from '../server/tenants';
import { inMegabytes } from '../statistics';

/** PostgreSQL counts the transactions of a connection that has become idle up to 10 s late. */
const countersSettleMs = 13_000;
const windowMs = 10_000;
const goals = { memory: 1.3, cpuShare: 0.1, queriesPerWait: 0.05 };

/** What blocked calls cost, beside as many bare event streams of another server of the same build. */
export async function measureWaits({ quick }: Scale): Promise<Measurement[]> {
  const count = quick ? 300 : 2000;
  const probes = [makeProbe(), makeProbe()] as const;
  const [asked, bare] = await Promise.all([startBenchServer(probes[0].env), startBenchServer(probes[1].env)]);
  const keys = await makeTenants(asked, Math.ceil(count / openPerWorkspace));
  const session = await warmUp([asked, bare]);
  const before = { asked: await memoryOf(asked, probes[0]), bare: await memoryOf(bare, probes[1]) };

  await openBlockedCalls(asked, keys, count);
  await pause(countersSettleMs);
  const [idle, waiting] = await Promise.all([watch(bare), watch(asked)]);
  const waits = (await memoryOf(asked, probes[0])) - before.asked;
  await asked.kill9();

  await openEventStreams(bare, session, count);
  await pause(countersSettleMs);
  const streaming = await watch(bare);
  const streams = (await memoryOf(bare, probes[1])) - before.bare;
  await Promise.all([asked.pool.end(), bare.kill9().then(() => bare.pool.end())]);

  return [
    memoryMeasurement(count, waits + before.asked, streams + before.bare),
    growthMeasurement(count, waits, streams),
    cpuMeasurement(count, waiting.cpuShare, streaming.cpuShare),
    queryMeasurement(count, waiting.queries, idle.queries),
  ];
}

/** Both servers have done everything once; gives a session of the second. */
async function warmUp([asked, bare]: [BenchServer, BenchServer]): Promise<PersonSession> {
  for (const server of [asked, bare]) {
    for (let ask = 0; ask < 100; ask++) await askOnly(server, server.agentKey);
    const session = await signIn(server);
    (await openEventStreams(server, session, 20)).end();
  }
  return signIn(bare);
}

const memoryOf = async (server: BenchServer, probe: Probe): Promise<number> =>
  (await probe.read(server.pid)).residentBytes;

/** Share of one core that the server and its database use during ten seconds, and the queries they run. */
async function watch(server: BenchServer): Promise<{ cpuShare: number; queries: number }> {
  const countQueries = async (): Promise<number> => {
    const { rows } = await server.pool.query<{ count: string }>(
      'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]?.count);
  };
  const queriesBefore = await countQueries();
  const cpuBefore = cpuSeconds(server.pid, server.dataDirectory);
  await pause(windowMs);
  const cpuShare = (cpuSeconds(server.pid, server.dataDirectory) - cpuBefore) / (windowMs / 1000);
  return { cpuShare, queries: (await countQueries()) - queriesBefore };
}

function memoryMeasurement(count: number, waitBytes: number, streamBytes: number): Measurement {
  const ratio = waitBytes / streamBytes;
  return {
    what: `${count} blocked calls: memory of the server`,
    measured: inMegabytes(waitBytes),
    floor: `${inMegabytes(streamBytes)} (${count} bare event streams)`,
    ratio,
    goal: `≤ ${goals.memory}×`,
    ok: ratio <= goals.memory,
    values: { waitBytes, streamBytes },
  };
}

function growthMeasurement(count: number, waitBytes: number, streamBytes: number): Measurement {
  return {
    what: 'the same, for each alone',
    measured: `${Math.round(waitBytes / count / 1000)} kB`,
    floor: `${Math.round(streamBytes / count / 1000)} kB`,
    ratio: waitBytes / streamBytes,
    goal: '',
    values: { bytesPerWait: waitBytes / count, bytesPerStream: streamBytes / count },
  };
}

function cpuMeasurement(count: number, waitShare: number, streamShare: number): Measurement {
  const percent = (share: number) => `${(share * 100).toFixed(1)} % of a core`;
  return {
    what: `${count} blocked calls: processor, database included`,
    measured: percent(waitShare),
    floor: `${percent(streamShare)} (bare event streams)`,
    ratio: waitShare / streamShare,
    goal: `≤ ${goals.cpuShare * 100} %`,
    ok: waitShare <= goals.cpuShare,
    values: { waitShare, streamShare },
  };
}

function queryMeasurement(count: number, queries: number, idleQueries: number): Measurement {
  return {
    what: `${count} blocked calls: database transactions in 10 s`,
    measured: String(queries),
    floor: `${idleQueries} (nobody waits)`,
    goal: 'none per call',
    ok: queries - idleQueries <= count * goals.queriesPerWait,
    values: { queries, idleQueries },
  };
}
