import { callNod, type SignedIn } from '@/cli/call';
import { fail, finish, warn } from '@/cli/output';

type Reply = Record<string, unknown>;

/** How long one call waits, in milliseconds; then it is asked again. */
const pieceMs = 50_000;

/** Goes on waiting while the question is open, until `endsAt` (milliseconds of performance.now()); gives the last reply. */
export async function waitUntilAnswered(signedIn: SignedIn, first: Reply, endsAt: number): Promise<Reply> {
  let reply = first;
  while (reply.status === 'pending') {
    const leftMs = Math.ceil(endsAt - performance.now());
    if (leftMs <= 0) break;
    const timeoutMs = Math.min(leftMs, pieceMs);
    const given = { correlationId: first.correlationId, timeoutMs };
    reply = await callNod(signedIn, 'wait_for_answer', given, timeoutMs + 15_000);
  }
  return reply;
}

/** Prints the answer and sets the exit code; without an answer, ends the command with `no_answer`. */
export function concludeAnswer(reply: Reply): void {
  const { correlationId, status, value, note, type } = reply;
  if (reply.answered === true) {
    if (typeof note === 'string') warn(`Note: ${note}`);
    finish(reply, String(value));
    // Only a question of yes or no can be answered with no; an option may have any name.
    if (value === 'no' && (type === undefined || type === 'confirm')) process.exitCode = 5;
    return;
  }
  if (status === 'missing') fail(`There is no question ${correlationId} here.`, 'failed', { correlationId, status });
  const goOn = `The question stays open; to go on waiting: nod wait ${correlationId}`;
  const words = status === 'pending' ? `No answer yet. ${goOn}` : `No answer. ${reply.hint ?? ''}`.trim();
  fail(words, 'no_answer', { correlationId, status });
}
