import { type ParseArgsConfig, parseArgs } from 'node:util';
import { answerInJson, fail } from './output';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What every command understands. */
const common = {
  json: { type: 'boolean' },
  server: { type: 'string' },
} as const satisfies Options;

interface Rules<Own extends Options> {
  command: string;
  options?: Own;
  /** What the words after the command are called, in order; those that end in `?` may be left out. */
  words?: string[];
}

type Values<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own & typeof common; strict: true; allowPositionals: true }>
>['values'];

/** Reads the arguments of a command. Ends it with `usage` and the name of the option or word that is wrong. */
export function readArguments<const Own extends Options>(args: string[], rules: Rules<Own>) {
  // Also when another argument is wrong, whoever asked for JSON gets the error as JSON.
  if (args.includes('--json')) answerInJson();
  const help = `See: nod help ${rules.command}`;
  const options = { ...common, ...rules.options } as Own & typeof common;
  let read: { values: Values<Own>; positionals: string[] };
  try {
    read = parseArgs({ args, options, strict: true, allowPositionals: true }) as typeof read;
  } catch (error) {
    // Node adds advice about positional arguments; its first sentence names the option.
    const [problem = ''] = (error as Error).message.split(/\. (?=To )/);
    return fail(`${problem.replace(/\.$/, '')}. ${help}`, 'usage');
  }
  const words = rules.words ?? [];
  const missing = words[read.positionals.length];
  if (missing && !missing.endsWith('?')) fail(`${missing} is missing. ${help}`, 'usage');
  const surplus = read.positionals[words.length];
  if (surplus !== undefined) fail(`Unexpected argument "${surplus}". ${help}`, 'usage');
  const { server } = read.values as { server?: string };
  if (server !== undefined && !/^https?:\/\/[^/]/.test(server))
    fail('--server must be an address that begins with http:// or https://.', 'usage');
  return read;
}

/** A number of seconds given to an option. */
export function secondsOf(option: string, text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0)
    fail(`${option} must be a number of seconds, and it is "${text}".`, 'usage');
  return seconds;
}
