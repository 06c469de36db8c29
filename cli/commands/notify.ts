import { hostname } from 'node:os';
import { basename } from 'node:path';
import { readArguments } from '@/cli/arguments';
import { callNod, requireSignedIn } from '@/cli/call';
import { finish, warn } from '@/cli/output';

/** Tells the person something. */
export async function notify(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { command: 'notify', words: ['TITLE', 'BODY?'] });
  const [title, body = `From ${hostname()}`] = positionals;
  const agentName = `Terminal - ${basename(process.cwd()) || '/'}`;
  const result = await callNod(requireSignedIn(values), 'send_notification', { title, body, agentName });
  if (typeof result.warning === 'string') warn(result.warning);
  const sent = Number(result.sent ?? 0);
  finish(result, sent === 1 ? 'Sent to 1 device.' : `Sent to ${sent} devices.`);
}
