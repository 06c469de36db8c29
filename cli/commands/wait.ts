import { readArguments, secondsOf } from '@/cli/arguments';
import { requireSignedIn } from '@/cli/call';
import { concludeAnswer, waitUntilAnswered } from './await-answer';

/** Waits for the answer to a question that was asked before. */
export async function wait(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    command: 'wait',
    words: ['ID'],
    options: { timeout: { type: 'string', default: '55' } },
  });
  const [correlationId] = positionals;
  // At least one look, also with --timeout 0.
  const endsAt = performance.now() + Math.max(1, secondsOf('--timeout', values.timeout) * 1000);
  const signedIn = requireSignedIn(values);
  const reply = await waitUntilAnswered(signedIn, { correlationId, status: 'pending' }, endsAt);
  concludeAnswer({ correlationId, ...reply });
}
