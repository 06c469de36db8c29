import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../server/repository';
import type { NodServer } from '../server/start-server';
import type { Agent } from './agent';
import { type Program, type ProgramOptions, startProgram } from './program';
import type { Workplace } from './workplace';

const cli = path.join(repositoryRoot, 'cli/dist/nod.cjs');

/** Starts the built CLI in a workplace, as its person would. */
export function startNod(args: string[], options: ProgramOptions): Program {
  if (!existsSync(cli)) throw new Error('There is no CLI to test: run npm run build first.');
  return startProgram(process.execPath, [cli, ...args], options);
}

/** Runs it to its end; gives what it printed. Throws with that unless it ended well. */
export async function runNod(workplace: Workplace, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await startNod(args, { workplace, env }).ended;
  if (code !== 0) throw new Error(`nod ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

/** Connects an agent with a key that the person has already. */
export async function setUp(workplace: Workplace, agent: Agent, server: NodServer, apiKey: string): Promise<void> {
  const env = { NOD_URL: server.url, NOD_API_KEY: apiKey };
  await runNod(workplace, ['setup', '--yes', '--agent', agent.id], env);
  await agent.prepare(workplace);
}
