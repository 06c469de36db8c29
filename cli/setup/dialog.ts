import { createInterface } from 'node:readline/promises';
import { isAnsweringInJson } from '@/cli/output';

/** Whether a person can be asked at this terminal. */
export const isInteractive = (): boolean =>
  !isAnsweringInJson() && Boolean(process.stdin.isTTY) && Boolean(process.stdout.isTTY);

/** Asks the person at the terminal; only y or yes is a yes. */
export async function confirm(question: string): Promise<boolean> {
  const dialog = createInterface({ input: process.stdin, output: process.stdout });
  try {
    // A closed terminal (Ctrl-D) is a no.
    const closed = new Promise<string>((resolve) => dialog.once('close', () => resolve('')));
    const answer = await Promise.race([dialog.question(`${question} [y/N] `), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    dialog.close();
  }
}
