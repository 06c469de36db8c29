import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { readArguments, secondsOf } from '@/cli/arguments';
import { callNod, requireSignedIn } from '@/cli/call';
import { fail, finish, warn } from '@/cli/output';
import { concludeAnswer, waitUntilAnswered } from './await-answer';

const types = ['confirm', 'select', 'input'];
/** How long one call waits, in milliseconds; then it is asked again. */
const askBlocksMs = 50_000;

/** Asks the person and prints the answer. */
export async function ask(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    command: 'ask',
    words: ['QUESTION'],
    options: {
      type: { type: 'string' },
      option: { type: 'string', multiple: true },
      context: { type: 'string' },
      timeout: { type: 'string', default: '55' },
      'no-wait': { type: 'boolean' },
    },
  });
  const options = values.option;
  const type = values.type ?? (options ? 'select' : 'confirm');
  if (!types.includes(type)) fail(`--type must be confirm, select or input, and it is "${type}".`, 'usage');
  if (type === 'select' && !options) fail('--type select needs 2 to 6 times --option.', 'usage');
  if (type !== 'select' && options) fail(`--option is for --type select, and the type is ${type}.`, 'usage');
  const waitsMs = secondsOf('--timeout', values.timeout) * 1000;
  const signedIn = requireSignedIn(values);
  const endsAt = performance.now() + waitsMs;
  const blocksMs = Math.min(waitsMs, askBlocksMs);
  const asked = await callNod(
    signedIn,
    'ask_user',
    {
      question: positionals[0],
      type,
      ...(options ? { options } : {}),
      ...(values.context ? { context: values.context } : {}),
      agentName: `Terminal - ${basename(process.cwd()) || '/'}`,
      requestId: randomUUID(),
      ...(values['no-wait'] ? { wait: false } : { wait: true, timeoutMs: blocksMs }),
    },
    blocksMs + 15_000,
  );
  if (typeof asked.warning === 'string') warn(asked.warning);
  if (values['no-wait']) finish(asked, String(asked.correlationId));
  else concludeAnswer({ ...asked, ...(await waitUntilAnswered(signedIn, asked, endsAt)) });
}
