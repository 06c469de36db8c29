import {
  connection,
  credentialsFile,
  machineId,
  readCredentials,
  saveCredentials,
  serverToSignInTo,
} from '@/cli/config';
import { fail, say } from '@/cli/output';
import { pair } from '@/cli/pair';
import { readSite } from '@/cli/site';

export interface Key {
  server: string;
  apiKey: string;
}

/** What stands for the key in a dry run on a machine that is not signed in: nothing is paired then. */
const placeholder = 'pk_00000000.KEY-FROM-SIGNING-IN';

/**
 * The key that the agents get: the one given, the one of NOD_API_KEY, the stored one, else a new one that the person approves. It is stored,
 * because hooks run without the environment of this command.
 */
export async function keyForAgents(
  given: { server?: string | undefined; key?: string | undefined; dryRun: boolean },
  agents: string[],
): Promise<Key> {
  const found = connection(given);
  // The server that handed out this program comes before one that was signed in to earlier.
  const server = serverToSignInTo(given.server);
  if (!server) return fail('Which Nod? Run: nod setup --server ADDRESS', 'usage');
  if (given.key !== undefined && !/^pk_[0-9a-f]+\.[0-9a-f]+$/.test(given.key))
    return fail('--key must be a key of Nod: pk_, then two groups of digits with a dot between.', 'usage');
  const apiKey = given.key ?? (found.server === server ? found.apiKey : undefined);
  if (given.dryRun) return { server, apiKey: apiKey ?? placeholder };
  if (!apiKey) return pair(server, agents);
  await keep({ server, apiKey });
  return { server, apiKey };
}

async function keep({ server, apiKey }: Key): Promise<void> {
  const stored = readCredentials();
  if (stored?.server === server && stored.apiKey === apiKey) return;
  const { workspace } = await readSite({ server, apiKey, machineId: machineId() });
  saveCredentials({ server, apiKey, machineId: machineId(), savedAt: new Date().toISOString() });
  say(`Signed in to ${workspace.name} at ${server}. The key is in ${credentialsFile()}.`);
}
