import { type MemberActor, mayAnswer } from '@/lib/actor';
import type { RequestPairing } from '@/lib/contract/pairing';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { newId, newSecret, sameBytes, sha256 } from '@/lib/ids';
import { newApiKey } from '@/lib/keys/create';
import {
  approvePairing as approve,
  declinePairing as decline,
  insertPairing,
  type PairingRow,
  type PairingState,
  selectPairing,
  takePairing,
} from '@/lib/keys/pairing.sql';
import { newPairingCode, readPairingCode, shownPairingCode } from '@/lib/keys/pairing-code';
import { agentTypeName, agentTypeOf } from '@/lib/sessions/agent-type';
import { waitFor } from '@/lib/wake/wait';

/** How long a code of a terminal works, in minutes. */
export const pairingMinutes = 10;

export interface NewPairing {
  /** In two groups, as both screens show it. */
  code: string;
  verifyUrl: string;
  expiresInSeconds: number;
  /** What fetches the key; only its hash stays. */
  secret: string;
}

/** The codes of terminals have hashes of their own, so that none is ever taken for another kind of link. */
const hashOfCode = (code: string): Buffer => sha256(`terminal ${code}`);

/** Begins to pair a machine; whoever asks needs no account, and gets nothing until a member approves it. */
export async function requestPairing(input: RequestPairing): Promise<NewPairing> {
  const machine = input.machine ?? '';
  const described = { name: input.name ?? (machine || 'A terminal'), machine, agents: input.agents };
  for (;;) {
    const [code, secret] = [newPairingCode(), newSecret()];
    const hashes = { codeHash: hashOfCode(code), secretHash: sha256(secret) };
    if (!(await insertPairing({ id: newId(), ...hashes, ...described, minutes: pairingMinutes }))) continue;
    const shown = shownPairingCode(code);
    return { code: shown, verifyUrl: `${env().url}/pair/${shown}`, expiresInSeconds: pairingMinutes * 60, secret };
  }
}

export interface PairingReply {
  status: PairingState;
  apiKey?: string;
  workspace?: string;
}

/**
 * Waits until the person has decided, and gives the key to the first who comes with the secret; `endsAt` is in milliseconds of
 * performance.now(). Throws AppError `not_found` for an unknown code and for a wrong secret alike.
 */
export async function awaitPairing(
  { code, secret }: { code: string; secret: string | undefined },
  until: { endsAt: number; signal?: AbortSignal },
): Promise<PairingReply> {
  const codeHash = hashOfCode(readPairingCode(code) ?? '');
  const row = await selectPairing(codeHash);
  // Compared also when there is no such code, so that both take as long.
  const expected = Buffer.from(row?.secret_hash ?? '0'.repeat(64), 'hex');
  if (!sameBytes(expected, sha256(secret ?? '')) || !row)
    throw new AppError('not_found', 'There is no such pairing, or this is not its secret.');
  const state = await waitFor<PairingRow | undefined>(row.id, {
    read: () => selectPairing(codeHash),
    done: (now) => now?.state !== 'pending',
    lookAgainInMs: (now) => now?.expires_in_ms,
    ...until,
  });
  // A caller who is gone would take the key with them; the next call gets it.
  if (state?.state === 'approved' && !until.signal?.aborted) return takeKey(state.id, codeHash);
  return { status: state?.state ?? 'expired' };
}

async function takeKey(id: string, codeHash: Buffer): Promise<PairingReply> {
  const apiKey = newApiKey();
  const [prefix = '', secret = ''] = apiKey.split('.');
  const workspace = await takePairing(id, { id: newId(), prefix, secretHash: sha256(secret) });
  if (workspace !== undefined) return { status: 'approved', apiKey, workspace };
  const now = await selectPairing(codeHash);
  // Still approved, and yet no key: who approved it may no longer make keys.
  return { status: now?.state === 'approved' ? 'declined' : (now?.state ?? 'expired') };
}

export interface PairingView {
  state: Exclude<PairingState, 'expired'>;
  /** In two groups, as the terminal shows it. */
  code: string;
  machine: string;
  agents: string[];
  askedAt: string;
}

/** What a terminal with this code asks for; undefined when it is too late, never was, or another workspace decided. Looking changes nothing. */
export async function readPairing(actor: MemberActor, code: string): Promise<PairingView | undefined> {
  const known = readPairingCode(code);
  const row = known && (await selectPairing(hashOfCode(known)));
  if (!row || row.state === 'expired') return undefined;
  if (row.state !== 'pending' && row.workspace_id !== actor.workspaceId) return undefined;
  return {
    state: row.state,
    code: shownPairingCode(known),
    machine: row.machine || row.name,
    agents: row.agents.map((agent) => agentTypeName(agentTypeOf(agent)) ?? agent),
    askedAt: row.created_at.toISOString(),
  };
}

/** Gives the terminal with this code a key of this member's. Throws AppError `forbidden` for viewers, `not_found` when the code is not open. */
export const approvePairing = (actor: MemberActor, code: string): Promise<void> => decide(actor, code, approve);

/** Sends the terminal with this code away. Throws as {@link approvePairing}. */
export const declinePairing = (actor: MemberActor, code: string): Promise<void> => decide(actor, code, decline);

async function decide(actor: MemberActor, typed: string, how: typeof approve): Promise<void> {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers cannot make keys.');
  const code = readPairingCode(typed);
  if (!code || !(await how(hashOfCode(code), actor.workspaceId, actor.memberId)))
    throw new AppError('not_found', 'This code has been used, or is more than ten minutes old.');
}
