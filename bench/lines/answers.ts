import { randomUUID } from 'node:crypto';
import { type BlockedCall, endBlockedCalls, openBlockedCalls } from '../agent/blocked-calls';
import { connectDevices, type PersonDevices } from '../agent/person-devices';
import { callNothing } from '../agent/tool-call';
import type { Measurement, Scale } from '../measurement';
import { type BenchServer, clearQuestions, startBenchServer, stopBenchServer } from '../server/bench-server';
import { makeTenants, openPerWorkspace } from '../server/tenants';
import { inMs, percentile } from '../statistics';

const goal = { p50: 2, p99: 2 };
const warmUp = 20;

/** From the tap on a notification's button to the agent's call returning, while so many calls are blocked. */
export async function measureAnswers({ quick }: Scale): Promise<Measurement[]> {
  const server = await startBenchServer();
  await server.pool.query('CREATE TABLE bench_compare_and_set (id uuid PRIMARY KEY, state text NOT NULL)');
  const waitings = quick ? [1, 200] : [1, 500, 2000];
  const keys = await makeTenants(server, Math.ceil(Math.max(...waitings) / openPerWorkspace));
  const devices = await connectDevices(server);
  const measurements: Measurement[] = [];
  for (const waiting of waitings) {
    measurements.push(...(await measureWith(server, keys, devices, waiting, quick ? 60 : 300)));
    await clearQuestions(server);
  }
  await stopBenchServer(server);
  return measurements;
}

/**
 * One answer after another, each beside one sample of the floor, so that both meet the same machine and the same open streams: a tool
 * call that does nothing, then one compare-and-set from here.
 */
async function measureWith(
  server: BenchServer,
  keys: string[],
  devices: PersonDevices,
  waiting: number,
  samples: number,
): Promise<Measurement[]> {
  const blocked = await openBlockedCalls(server, keys, waiting);
  await devices.receive(blocked.map(({ questionId }) => questionId));
  const measured: number[] = [];
  const floor: number[] = [];
  for (let sample = -warmUp; sample < samples; sample++) {
    const floorMs = await sampleFloor(server);
    const answerMs = await sampleAnswer(devices, blocked.pop() as BlockedCall);
    if (sample >= 0) {
      floor.push(floorMs);
      measured.push(answerMs);
    }
    // As many are blocked all the time.
    const next = await openBlockedCalls(server, keys, 1);
    await devices.receive(next.map(({ questionId }) => questionId));
    blocked.unshift(...next);
  }
  await endBlockedCalls(server, blocked);
  return [0.5, 0.99].map((share) => asMeasurement(waiting, share, measured, floor));
}

async function sampleFloor(server: BenchServer): Promise<number> {
  const id = randomUUID();
  await server.pool.query(`INSERT INTO bench_compare_and_set VALUES ($1, 'pending')`, [id]);
  const since = performance.now();
  await callNothing(server, server.agentKey);
  await server.pool.query({
    name: 'bench-compare-and-set',
    text: `UPDATE bench_compare_and_set SET state = 'answered' WHERE id = $1 AND state = 'pending' RETURNING id`,
    values: [id],
  });
  return performance.now() - since;
}

async function sampleAnswer(devices: PersonDevices, call: BlockedCall): Promise<number> {
  const since = performance.now();
  const answered = devices.answer(call.questionId);
  const { arrivedAt, structured } = await call.reply;
  await answered;
  if (structured.value !== 'yes') throw new Error(`The agent got ${JSON.stringify(structured)}`);
  return arrivedAt - since;
}

function asMeasurement(waiting: number, share: number, measured: number[], floor: number[]): Measurement {
  const name = share === 0.5 ? 'p50' : 'p99';
  const measuredMs = percentile(measured, share);
  const floorMs = percentile(floor, share);
  const ratio = measuredMs / floorMs;
  const counts = (share === 0.5 && waiting === 1) || (share === 0.99 && waiting >= 2000);
  return {
    what: `answer → call returns, ${waiting} waiting, ${name}`,
    measured: inMs(measuredMs),
    floor: `${inMs(floorMs)} (empty call + compare-and-set)`,
    ratio,
    goal: counts ? `≤ ${goal[name]}×` : '',
    ok: counts ? ratio <= goal[name] : undefined,
    values: { waiting, measuredMs, floorMs, samples: measured.length },
  };
}
