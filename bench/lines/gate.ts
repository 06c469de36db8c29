import http from 'node:http';
import { callTool, question } from '../agent/tool-call';
import type { Measurement, Scale } from '../measurement';
import { type BenchServer, clearQuestions, startBenchServer, stopBenchServer } from '../server/bench-server';
import { inMs, median, percentile, perSecond, secondsFor } from '../statistics';

const goal = { ratio: 0.6, p99Ms: 50 };
const concurrency = 16;
const perRound = 200;
const asksPerSecond = 100;
/** Some dozens of agents at work. */
const gatesPerSecond = 50;
/** About what a person gathers: some everywhere, some of one repository. */
const rules = 40;

const agent = new http.Agent({ keepAlive: true });

/** What hooks ask while a hundred questions a second are asked beside it. */
export async function measureGate({ quick }: Scale): Promise<Measurement[]> {
  const server = await startBenchServer();
  await makeRules(server);
  const asking = askAllTheTime(server);
  const verdicts: number[] = [];
  const floor: number[] = [];
  // The first round warms both up.
  for (let round = 0; round <= (quick ? 4 : 25); round++) {
    const floorSeconds = await secondsFor(perRound, concurrency, () => post(server, '/api/agent/command/ack', {}));
    const gateSeconds = await secondsFor(perRound, concurrency, (index) => askGate(server, index));
    if (round === 0) continue;
    floor.push(perRound / floorSeconds);
    verdicts.push(perRound / gateSeconds);
  }
  const timesMs = await timesAtAnEvenPace(server, quick ? 100 : 1000);
  await asking.stop();
  await stopBenchServer(server);
  return asMeasurements(median(verdicts), median(floor), percentile(timesMs, 0.99));
}

const askGate = (server: BenchServer, index: number) => post(server, '/api/agent/gate', callOf(index));

/** How long verdicts take when hooks ask as agents do, not as fast as the server can: in milliseconds each. */
async function timesAtAnEvenPace(server: BenchServer, count: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (let index = 0; index < count; index++) {
    const since = performance.now();
    times.push(askGate(server, index).then(() => performance.now() - since));
    await new Promise((resolve) => setTimeout(resolve, 1000 / gatesPerSecond));
  }
  return Promise.all(times);
}

async function makeRules({ pool, workspace }: BenchServer): Promise<void> {
  await pool.query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect, repo_key)
     SELECT gen_random_uuid(), $1, 'Bash(tool' || n || ' run:*)', CASE WHEN n % 3 = 0 THEN 'deny' ELSE 'allow' END, CASE WHEN n % 2 = 0 THEN 'github.com/acme/shop' END
       FROM generate_series(1, $2::int) n`,
    [workspace.workspaceId, rules],
  );
}

const commands = [
  'git status',
  'rg -n "pending" lib | head -20',
  'tool1 run --all && git diff --stat',
  'npm install left-pad',
  'cd packages/api && tool2 run "a b" > /tmp/out.log 2>&1',
];

/** What the hook of one of ten sessions asks. */
const callOf = (index: number) => ({
  v: 1,
  source: 'claude-code',
  toolName: 'Bash',
  toolInputs: [{ command: commands[index % commands.length] }],
  cwd: '/home/user/shop',
  repoKey: 'github.com/acme/shop',
  sessionId: `session ${index % 10}`,
  machineId: '0a1b2c3d',
});

/** Questions at an even pace until it is told to stop; those that are open are settled now and then, as people do. */
function askAllTheTime(server: BenchServer): { stop(): Promise<void> } {
  const open = new Set<Promise<unknown>>();
  let asked = 0;
  const timer = setInterval(() => {
    // Some are settled before their reply is made: they count as asked all the same.
    const { reply } = callTool(server, server.agentKey, 'ask_user', { ...question, wait: false });
    const ask = reply.finally(() => open.delete(ask));
    open.add(ask);
    if (++asked % asksPerSecond === 0) void clearQuestions(server);
  }, 1000 / asksPerSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

function post(server: { url: string; agentKey: string }, path: string, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  return new Promise((settle, fail) => {
    const request = http.request(`${server.url}${path}`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${server.agentKey}`,
        'content-length': Buffer.byteLength(text),
      },
    });
    request.on('error', fail);
    request.on('response', (response) => {
      response.resume();
      response.on('error', fail);
      response.on('end', () =>
        response.statusCode === 200 ? settle() : fail(new Error(`${path} gave ${response.statusCode}`)),
      );
    });
    request.end(text);
  });
}

function asMeasurements(verdictsPerSecond: number, floorPerSecond: number, p99Ms: number): Measurement[] {
  const ratio = verdictsPerSecond / floorPerSecond;
  return [
    {
      what: `gate verdicts, ${rules} rules, beside ${asksPerSecond} asks/s`,
      measured: perSecond(verdictsPerSecond),
      floor: `${perSecond(floorPerSecond)} (authenticated route that does nothing)`,
      ratio,
      goal: `≥ ${goal.ratio}×`,
      ok: ratio >= goal.ratio,
      values: { verdictsPerSecond, floorPerSecond, concurrency, rules },
    },
    {
      what: `gate verdict, p99, at ${gatesPerSecond}/s beside ${asksPerSecond} asks/s`,
      measured: inMs(p99Ms),
      floor: '–',
      goal: `< ${goal.p99Ms} ms`,
      ok: p99Ms < goal.p99Ms,
      values: { p99Ms },
    },
  ];
}
