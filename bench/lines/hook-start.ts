import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '@/e2e/server/repository';
import type { Measurement, Scale } from '../measurement';
import { inMs, median } from '../statistics';

const goalRatio = 1.5;
const bundle = path.join(repositoryRoot, 'cli/dist/nod.cjs');

/** What agents wait for before every tool call: from starting the hook to the first byte that it sends. */
export async function measureHookStart({ quick }: Scale): Promise<Measurement[]> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'nod-bench-'));
  const floorMs: number[] = [];
  const hookMs: number[] = [];
  try {
    // The first round reads both from the disk. Alternating, so that what else the machine does slows both.
    for (let round = 0; round <= (quick ? 5 : 30); round++) {
      const floor = await startNothing();
      const hook = await startHook(home);
      if (round === 0) continue;
      floorMs.push(floor);
      hookMs.push(hook);
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  const [floor, hook] = [median(floorMs), median(hookMs)];
  return [
    {
      what: 'hook, cold start to first byte sent',
      measured: inMs(hook),
      floor: `${inMs(floor)} (node -e 0)`,
      ratio: hook / floor,
      goal: `≤ ${goalRatio}×`,
      ok: hook / floor <= goalRatio,
      values: { hookMs: hook, floorMs: floor },
    },
  ];
}

async function startNothing(): Promise<number> {
  const since = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - since;
}

const before = {
  session_id: 'bench',
  cwd: repositoryRoot,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm install left-pad && npm test', description: 'Install' },
  tool_use_id: 'toolu_bench',
};

/** Any server will do: it counts when the first byte arrives, and then hangs up. */
async function startHook(home: string): Promise<number> {
  let since = 0;
  let firstByteMs = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      firstByteMs ||= performance.now() - since;
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(path.join(home, 'credentials.json'), JSON.stringify({ server: address, apiKey: 'pk_00.11' }));
  since = performance.now();
  const hook = spawn(process.execPath, [bundle, 'hook', 'claude-code'], {
    env: { NODE_ENV: 'production', NOD_CONFIG_DIR: home },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  hook.stdin.end(JSON.stringify(before));
  await once(hook, 'exit');
  server.close();
  if (firstByteMs === 0) throw new Error('The hook sent nothing. Is the CLI built (npm run build)?');
  return firstByteMs;
}
