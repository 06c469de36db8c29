import { readArguments } from '@/cli/arguments';
import { requireSignedIn } from '@/cli/call';
import { finish } from '@/cli/output';
import { readSite } from '@/cli/site';

/** Says which key this machine uses, whose it is, and where. */
export async function whoami(args: string[]): Promise<void> {
  const { values } = readArguments(args, { command: 'whoami' });
  const signedIn = requireSignedIn(values);
  const site = await readSite(signedIn);
  const { key, workspace, member } = site;
  const lines = [
    `Workspace  ${workspace.name}`,
    `Server     ${signedIn.server}`,
    `Key        ${key.name} (${key.kind}, ${key.prefix})`,
    ...(member ? [`Made by    ${member.name}`] : []),
    `Machine    ${signedIn.machineId}`,
  ];
  finish({ server: signedIn.server, machineId: signedIn.machineId, ...site }, lines.join('\n'));
}
