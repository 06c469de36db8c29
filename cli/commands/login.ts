import { readArguments } from '@/cli/arguments';
import { credentialsFile, serverToSignInTo } from '@/cli/config';
import { fail, finish } from '@/cli/output';
import { pair } from '@/cli/pair';

/** Signs this machine in by a code. */
export async function login(args: string[]): Promise<void> {
  const { values } = readArguments(args, { command: 'login' });
  const server = serverToSignInTo(values.server);
  if (!server) return fail('Which Nod? Run: nod login --server ADDRESS', 'usage');
  const { workspace, machineId, savedAt } = await pair(server);
  finish(
    { server, workspace, machineId, savedAt },
    `Signed in to ${workspace} at ${server}. The key is in ${credentialsFile()}.`,
  );
}
