import type { MemberActor } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { isId, newId, newSecret, sha256 } from '@/lib/ids';
import {
  insertPhoneCode,
  openSessionByCode,
  selectOpenPhoneCode,
  selectPhoneCode,
} from '@/lib/members/one-time-links.sql';
import { type OpenedSession, sessionDays } from '@/lib/members/web-sessions';

/** How long a code for a phone works, in minutes. */
export const phoneCodeMinutes = 10;

/** Makes a code that signs a phone in as this member, once; only its hash stays, and an earlier code ends. */
export async function createPhoneCode({ workspaceId, memberId }: MemberActor): Promise<{ id: string; code: string }> {
  const [id, code] = [newId(), newSecret()];
  await insertPhoneCode({ id, workspaceId, memberId, tokenHash: sha256(code), minutes: phoneCodeMinutes });
  return { id, code };
}

/** How a code that this member made stands; undefined when another one took its place. */
export async function phoneCodeState(
  actor: MemberActor,
  id: string,
): Promise<{ state: 'open' | 'used' | 'late'; expiresAt: string } | undefined> {
  const row = isId(id) ? await selectPhoneCode(actor.memberId, id) : undefined;
  return row && { state: row.state, expiresAt: row.expires_at.toISOString() };
}

export interface PhoneSignIn {
  memberId: string;
  /** The person's name, or their e-mail. */
  as: string;
  workspaceName: string;
}

/** Whom a code would sign in; undefined when it was used, is late or never was. Looking uses nothing up. */
export async function readPhoneCode(code: string): Promise<PhoneSignIn | undefined> {
  const row = await selectOpenPhoneCode(sha256(code));
  return row && { memberId: row.member_id, as: row.name || row.email, workspaceName: row.workspace_name };
}

/** Uses a code up and opens a web session for its member. Throws AppError `not_found` when the code is not open. */
export async function signInPhone(code: string, userAgent: string): Promise<OpenedSession> {
  const webSessionId = newId();
  const personId = await openSessionByCode({
    tokenHash: sha256(code),
    webSessionId,
    userAgent: userAgent.slice(0, 300),
    sessionDays,
  });
  if (!personId) throw new AppError('not_found', 'This code has been used, or is more than ten minutes old.');
  return { personId, webSessionId };
}
