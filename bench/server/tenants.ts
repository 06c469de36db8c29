import { makeKey, makeWorkspace, openPage, raiseLimits } from '@/e2e/server/workspace';
import type { BenchServer } from './bench-server';

/** How many open questions a workspace may have unless its owner raises it; more at once are measured over more workspaces. */
export const openPerWorkspace = 25;

/** Makes so many more workspaces, each with a page open; gives a key of kind agent for each. */
export async function makeTenants(server: BenchServer, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const workspace = await makeWorkspace(server.query, 'bench');
    await openPage(server.query, workspace);
    keys.push(await makeKey(server.query, workspace, 'agent'));
  }
  await raiseLimits(server.query);
  return keys;
}
