import { readArguments } from '@/cli/arguments';
import { fail, finish } from '@/cli/output';
import { commands } from './commands';

/** Prints the list of commands, or the help of one. */
export function printHelp(args: string[]): void {
  const [name] = readArguments(args, { command: 'help', words: ['command?'] }).positionals;
  const help = name === undefined || name === 'help' ? overview() : helpOf(name);
  finish({ help }, help);
}

function helpOf(name: string): string {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command?.help ?? fail(`There is no command "${name}". See: nod help`, 'usage');
}

function overview(): string {
  const names = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `nod – where coding agents stop and ask

${names.join('\n')}
  version    the version of this command
  help       this list, or: nod help COMMAND

For every command:
  --json             one JSON document on stdout; errors are {error, message, code}
  --server ADDRESS   the Nod to use, for example https://nod.example.com

Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 not signed in or key refused,
4 server unreachable, 5 answered no, 6 not answered in time.

NOD_URL and NOD_API_KEY stand in for a sign-in. A stored key is used for its own server only.`;
}
