import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { failFrom, failFromStatus, sentenceOf } from './call';
import { type Credentials, machineId, saveCredentials } from './config';
import { getJson, HttpError, postJson } from './http';
import { fail, say } from './output';

interface Pairing {
  code: string;
  verifyUrl: string;
  expiresInSeconds: number;
  secret: string;
}

interface PairingState {
  status: 'pending' | 'approved' | 'declined' | 'expired' | 'used';
  apiKey?: string;
  workspace?: string;
}

const waitSeconds = 25;
const startAgain = 'Run the command again for a new code.';

/**
 * Signs this machine in: shows a code that a signed-in person approves in a browser, waits for that, and stores the key. `agents` are
 * named to the person. Ends the command when they refuse, or nobody approves in time.
 */
export async function pair(server: string, agents: string[] = []): Promise<Credentials & { workspace: string }> {
  const pairing = await begin(server, agents);
  say(await invitation(pairing));
  const { apiKey, workspace } = await whenApproved(server, pairing);
  const credentials = { server, apiKey, machineId: machineId(), savedAt: new Date().toISOString() };
  saveCredentials(credentials);
  return { ...credentials, workspace };
}

async function begin(server: string, agents: string[]): Promise<Pairing> {
  const machine = hostname().slice(0, 100);
  try {
    const body = { machine, name: machine, agents };
    const { status, value } = await postJson({ server, path: '/api/v1/pair', body, timeoutMs: 15_000 });
    if (status !== 200) failFromStatus(status, sentenceOf(value), server);
    return value as Pairing;
  } catch (error) {
    return failFrom(error, server);
  }
}

/** The code and where to approve it; with a picture of the address where a phone can open it. */
async function invitation({ code, verifyUrl, expiresInSeconds }: Pairing): Promise<string> {
  const { hostname: host } = new URL(verifyUrl);
  const isOnlyHere = /^(localhost|127\.|\[::1\])/.test(host);
  const picture = isOnlyHere ? '' : `\n${(await import('uqr')).renderUnicodeCompact(verifyUrl, { border: 2 })}\n`;
  return `${picture}
Open this page where you are signed in, and approve the code ${code}:

  ${verifyUrl}

Waiting for you, ${Math.round(expiresInSeconds / 60)} minutes at most …`;
}

async function whenApproved(
  server: string,
  { code, secret, expiresInSeconds }: Pairing,
): Promise<{ apiKey: string; workspace: string }> {
  const giveUpAt = performance.now() + expiresInSeconds * 1000;
  while (performance.now() < giveUpAt) {
    const { status, apiKey, workspace } = await look(server, code, secret);
    if (status === 'approved' && apiKey) return { apiKey, workspace: workspace ?? '' };
    if (status === 'declined') fail('The code was refused. Nothing was stored.');
    if (status === 'used') fail(`The key was handed out already and got lost on its way. ${startAgain}`);
    if (status === 'expired') break;
  }
  return fail(`Nobody approved the code in time. ${startAgain}`, 'no_answer');
}

async function look(server: string, code: string, secret: string): Promise<PairingState> {
  try {
    const { status, value } = await getJson({
      server,
      path: `/api/v1/pair/${code}?wait=${waitSeconds}`,
      headers: { authorization: `Bearer ${secret}` },
      timeoutMs: (waitSeconds + 10) * 1000,
    });
    if (status === 404) return { status: 'expired' };
    // A server that is busy or restarts is asked again; the code stays good meanwhile.
    if (status === 429 || status >= 500) return await later();
    if (status !== 200) failFromStatus(status, sentenceOf(value), server);
    return value as PairingState;
  } catch (error) {
    if (error instanceof HttpError) return later();
    throw error;
  }
}

async function later(): Promise<PairingState> {
  await pause(2000);
  return { status: 'pending' };
}
