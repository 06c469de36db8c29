import { randomUUID } from 'node:crypto';
import { askOnly, callNothing, question } from '../agent/tool-call';
import type { Measurement, Scale } from '../measurement';
import { type BenchServer, clearQuestions, startBenchServer, stopBenchServer } from '../server/bench-server';
import { makeTenants } from '../server/tenants';
import { median, perSecond, secondsFor } from '../statistics';

const goal = 0.5;
const concurrency = 16;
const workspaces = 20;
/** What a workspace has open at most is about this much, so a round is not longer. */
const perRound = 50;

/** Questions stored per second by calls that do not wait. */
export async function measureAsks({ quick }: Scale): Promise<Measurement[]> {
  const server = await startBenchServer();
  await server.pool.query(
    'CREATE TABLE bench_insert (id uuid PRIMARY KEY, workspace_id uuid, at timestamptz, question jsonb NOT NULL)',
  );
  const rounds = quick ? 5 : 25;
  const alone = await measureRounds(server, [server.agentKey], rounds);
  const together = await measureRounds(server, await makeTenants(server, workspaces), rounds);
  await stopBenchServer(server);
  return [asMeasurement('one workspace', alone), asMeasurement(`${workspaces} workspaces`, together)];
}

interface Rounds {
  asksPerSecond: number;
  floorPerSecond: number;
}

/** Rounds of asks and of the floor by turns: for each ask a tool call that does nothing, and one bare insert from here. */
async function measureRounds(server: BenchServer, keys: string[], rounds: number): Promise<Rounds> {
  const keyOf = (index: number): string => keys[index % keys.length] ?? server.agentKey;
  const ask = (index: number) => askOnly(server, keyOf(index));
  const insert = async (index: number) => {
    await callNothing(server, keyOf(index));
    await server.pool.query({
      name: 'bench-insert',
      text: 'INSERT INTO bench_insert VALUES ($1, $2, nod_now(), $3)',
      values: [randomUUID(), server.workspace.workspaceId, JSON.stringify(question)],
    });
  };
  const measured: number[] = [];
  const floor: number[] = [];
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const floorSeconds = await secondsFor(perRound, concurrency, insert);
    const askSeconds = await secondsFor(perRound, concurrency, ask);
    await clearQuestions(server);
    if (round === 0) continue;
    floor.push(perRound / floorSeconds);
    measured.push(perRound / askSeconds);
  }
  return { asksPerSecond: median(measured), floorPerSecond: median(floor) };
}

function asMeasurement(where: string, { asksPerSecond, floorPerSecond }: Rounds): Measurement {
  const ratio = asksPerSecond / floorPerSecond;
  return {
    what: `asks (wait: false), ${where}`,
    measured: perSecond(asksPerSecond),
    floor: `${perSecond(floorPerSecond)} (empty call + bare insert)`,
    ratio,
    goal: `≥ ${goal}×`,
    ok: ratio >= goal,
    values: { asksPerSecond, floorPerSecond, concurrency },
  };
}
