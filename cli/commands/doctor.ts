import { readArguments } from '@/cli/arguments';
import { requireSignedIn, type SignedIn } from '@/cli/call';
import { type Check, checkAgents, checkDevice, checkRoundTrip, checkVersion } from '@/cli/doctor/checks';
import { finish } from '@/cli/output';
import { readSite, type Site } from '@/cli/site';

/** Checks everything between an agent on this machine and the person's phone; exit code 1 when something does not work. */
export async function doctor(args: string[]): Promise<void> {
  const { values } = readArguments(args, { command: 'doctor' });
  const checks = [...(await checkServer(values)), ...(await checkAgents())];
  const ok = checks.every((check) => check.ok);
  if (!ok) process.exitCode = 1;
  const verdict = ok
    ? 'Everything works.'
    : 'Not everything works: do what stands behind the arrows, then run it again.';
  finish({ ok, checks }, `${checks.map(line).join('\n')}\n\n${verdict}`);
}

/** What needs the server; when it does not answer, nothing after that can be told. */
async function checkServer(given: { server?: string | undefined }): Promise<Check[]> {
  let signedIn: SignedIn;
  let site: Site;
  try {
    signedIn = requireSignedIn(given);
    site = await readSite(signedIn);
  } catch (error) {
    return [{ name: 'Sign-in', ok: false, detail: (error as Error).message }];
  }
  const { key, workspace } = site;
  return [
    { name: 'Sign-in', ok: true, detail: `${key.name} in ${workspace.name} at ${signedIn.server}` },
    checkVersion(site, signedIn.server),
    checkDevice(site, signedIn.server),
    await checkRoundTrip(signedIn),
  ];
}

const line = ({ name, ok, detail, next }: Check): string =>
  `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)} ${detail}${next ? `\n      ${' '.repeat(12)} → ${next}` : ''}`;
