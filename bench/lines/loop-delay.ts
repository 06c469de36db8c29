import { askOnly, callNothing } from '../agent/tool-call';
import type { Measurement, Scale } from '../measurement';
import { clearQuestions, startBenchServer, stopBenchServer } from '../server/bench-server';
import { makeProbe } from '../server/probe';
import { inMs, median, secondsFor } from '../statistics';

const goalMs = 50;
const burst = 500;
const rounds = 3;

/** How long the server's event loop is held up while 500 asks come at once. */
export async function measureLoopDelay({ quick }: Scale): Promise<Measurement[]> {
  const probe = makeProbe();
  const server = await startBenchServer(probe.env);
  const asks = { p99Ms: [] as number[], maxMs: [] as number[], seconds: [] as number[] };
  const nothing = { p99Ms: [] as number[], maxMs: [] as number[] };
  await secondsFor(200, 16, () => askOnly(server, server.agentKey));
  await atOnce(() => callNothing(server, server.agentKey));
  for (let round = 0; round < (quick ? 1 : rounds); round++) {
    await clearQuestions(server);
    await probe.read(server.pid);
    asks.seconds.push(await atOnce(() => askOnly(server, server.agentKey)));
    const seen = await probe.read(server.pid);
    asks.p99Ms.push(seen.p99Ms);
    asks.maxMs.push(seen.maxMs);
    await atOnce(() => callNothing(server, server.agentKey));
    const idle = await probe.read(server.pid);
    nothing.p99Ms.push(idle.p99Ms);
    nothing.maxMs.push(idle.maxMs);
  }
  await stopBenchServer(server);
  return [
    {
      what: `event-loop delay p99, ${burst} asks at once`,
      measured: `${inMs(median(asks.p99Ms))} (longest ${inMs(median(asks.maxMs))})`,
      floor: `${inMs(median(nothing.p99Ms))} (${burst} empty calls; longest ${inMs(median(nothing.maxMs))})`,
      ratio: median(asks.p99Ms) / median(nothing.p99Ms),
      goal: `≤ ${goalMs} ms`,
      ok: median(asks.p99Ms) <= goalMs,
      values: {
        p99Ms: median(asks.p99Ms),
        maxMs: median(asks.maxMs),
        floorP99Ms: median(nothing.p99Ms),
        burstSeconds: median(asks.seconds),
      },
    },
  ];
}

const atOnce = (work: () => Promise<unknown>): Promise<number> => secondsFor(burst, burst, work);
