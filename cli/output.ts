/** How a command can end; the numbers are documented in docs/agents.md and in `nod help`. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  not_signed_in: 3,
  key_refused: 3,
  unreachable: 4,
  answered_no: 5,
  no_answer: 6,
} as const;

export type FailureCode = keyof typeof exitCodes;

/** A command that ends here, with a sentence for the person. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly code: FailureCode,
    /** More of it for `--json`. */
    readonly detail: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

/** Ends the command: throws {@link CommandError}, which cli/commands/run-command.ts prints. */
export function fail(message: string, code: FailureCode = 'failed', detail?: Record<string, unknown>): never {
  throw new CommandError(message, code, detail);
}

let asJson = false;

/** From now on stdout gets one JSON document and nothing else; what is said along the way goes to stderr. */
export function answerInJson(): void {
  asJson = true;
}

export const isAnsweringInJson = (): boolean => asJson;

/** Says something along the way. */
export function say(text: string): void {
  (asJson ? process.stderr : process.stdout).write(`${text}\n`);
}

/** Says something that is not part of the result, on stderr. */
export function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The result of the command: `value` as JSON, or its words. Call it once. */
export function finish(value: Record<string, unknown>, words: string): void {
  if (asJson) process.stdout.write(`${JSON.stringify(value)}\n`);
  else if (words) process.stdout.write(`${words}\n`);
}

/** Tells what went wrong, and sets the exit code. */
export function reportError(error: unknown): void {
  const known = error instanceof CommandError;
  const message = error instanceof Error ? error.message : String(error);
  const code: FailureCode = known ? error.code : 'failed';
  if (asJson)
    process.stdout.write(`${JSON.stringify({ ...(known ? error.detail : {}), error: message, message, code })}\n`);
  else process.stderr.write(`${message}\n`);
  process.exitCode = exitCodes[code];
}
