import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@/e2e/server/repository';
import { stopEverything } from '@/e2e/server/start-server';
import { measureAnswers } from './lines/answers';
import { measureAsks } from './lines/asks';
import { measureGate } from './lines/gate';
import { measureHookStart } from './lines/hook-start';
import { measureLists } from './lines/lists';
import { measureLoopDelay } from './lines/loop-delay';
import { measureMemory } from './lines/memory';
import { measurePage } from './lines/page';
import { measurePushes } from './lines/pushes';
import { measureStart } from './lines/start';
import { measureWaits } from './lines/waits';
import type { MeasureLine, Measurement } from './measurement';
import { tableOf } from './table';

const lines: Record<string, MeasureLine> = {
  start: measureStart,
  answers: measureAnswers,
  asks: measureAsks,
  gate: measureGate,
  hook: measureHookStart,
  pushes: measurePushes,
  waits: measureWaits,
  loop: measureLoopDelay,
  lists: measureLists,
  memory: measureMemory,
  page: measurePage,
};

const usage = `Usage: npm run bench -- [--only NAME[,NAME]] [--quick]     names: ${Object.keys(lines).join(', ')}`;
/** Whatever hangs, nothing may be left running. */
const giveUpAfterMs = 8 * 60_000;

/** Measures, prints the table and writes bench/results.json; gives the exit code: 1 when a line could not be measured. */
export async function main(args: string[]): Promise<number> {
  const chosen = chosenLines(args);
  if (!chosen) return 2;
  const tooLate = setTimeout(() => void giveUp('The bench took too long.'), giveUpAfterMs);
  process.once('SIGINT', () => void giveUp('Interrupted.'));
  process.once('SIGTERM', () => void giveUp('Interrupted.'));
  const measurements: Measurement[] = [];
  let failed = 0;
  for (const [name, measure] of chosen.lines) {
    console.error(`${name} …`);
    try {
      measurements.push(...(await measure({ quick: chosen.quick })));
    } catch (error) {
      failed++;
      console.error(`${name} could not be measured:`, error);
    } finally {
      await stopEverything();
    }
  }
  clearTimeout(tooLate);
  console.log(`\n${tableOf(measurements)}\n`);
  const missed = measurements.filter(({ ok }) => ok === false).length;
  console.log(`${measurements.length} lines, ${missed} ${missed === 1 ? 'goal' : 'goals'} missed, ${failed} failed.`);
  await writeResults(measurements, chosen.quick);
  return failed > 0 ? 1 : 0;
}

function chosenLines(args: string[]): { lines: [string, MeasureLine][]; quick: boolean } | undefined {
  try {
    const { values } = parseArgs({ args, options: { only: { type: 'string' }, quick: { type: 'boolean' } } });
    const names = values.only?.split(',') ?? Object.keys(lines);
    const found = names.map((name): [string, MeasureLine] => {
      const line = lines[name];
      if (!line) throw new Error(`There is no line "${name}".`);
      return [name, line];
    });
    return { lines: found, quick: values.quick ?? false };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    return undefined;
  }
}

async function giveUp(reason: string): Promise<never> {
  console.error(reason);
  await stopEverything();
  process.exit(1);
}

async function writeResults(measurements: Measurement[], quick: boolean): Promise<void> {
  const machine = {
    cores: os.cpus().length,
    processor: os.cpus()[0]?.model,
    memoryBytes: os.totalmem(),
    node: process.version,
    system: `${os.platform()} ${os.release()}`,
    loadAverage: os.loadavg()[0],
  };
  const results = { date: new Date().toISOString(), quick, machine, measurements };
  await writeFile(path.join(repositoryRoot, 'bench', 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
}
