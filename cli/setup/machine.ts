import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { AgentConfig, Machine } from '@/cli/agents/config';
import { environmentVariable } from '@/cli/environment';

/** The machine that this runs on. */
export const thisMachine = (): Machine => ({
  home: homedir(),
  platform: process.platform,
  variable: environmentVariable,
});

/** Whether an agent is on the machine: its program is on the PATH, or its folder is there because it ran before. */
export function isOnMachine(agent: AgentConfig, machine: Machine): boolean {
  return existsSync(agent.folder(machine)) || agent.programs.some((program) => programPath(program, machine));
}

/** Where a program is on the PATH; undefined when it is not. */
export function programPath(program: string, { platform, variable }: Machine): string | undefined {
  const names = platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  const folders = (variable('PATH') ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
