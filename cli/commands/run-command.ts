import { answerInJson, fail, reportError } from '@/cli/output';
import { type Command, commands } from './commands';
import { printHelp } from './help';
import { printVersion } from './version';

/** Runs one command of `nod`, and sets the exit code of the process. */
export async function runCommand(args: string[]): Promise<void> {
  try {
    await dispatch(args);
  } catch (error) {
    reportError(error);
  }
}

async function dispatch([name = 'help', ...args]: string[]): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return printHelp(args);
  if (['version', '--version', '-v'].includes(name)) return printVersion(args);
  const command = commandNamed(name);
  if (args.some((argument) => argument === '--help' || argument === '-h')) return printHelp([name]);
  if (command) return command.run(args);
  if (args.includes('--json')) answerInJson();
  fail(`There is no command "${name}". See: nod help`, 'usage');
}

const commandNamed = (name: string): Command | undefined =>
  Object.hasOwn(commands, name) ? commands[name] : undefined;
