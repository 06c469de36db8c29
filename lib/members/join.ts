import { JoinByInvite } from '@/lib/contract/member';
import { prisma } from '@/lib/db/client';
import { AppError } from '@/lib/errors';
import { newId, sha256 } from '@/lib/ids';
import { readInvite } from '@/lib/members/invites';
import { joinWorkspace } from '@/lib/members/one-time-links.sql';
import { hashPassword, passwordFits } from '@/lib/members/passwords';
import { type OpenedSession, sessionDays } from '@/lib/members/web-sessions';
import { parseOrThrow } from '@/lib/parse';

const notOpen = () => new AppError('not_found', 'This invite has been used, taken back, or is too old.');

/**
 * Joins a workspace by an invite and opens a web session there. Somebody who has an account gives its password. Throws AppError
 * `not_found` when the invite is not open, `unauthorized` when the password does not fit, `invalid_request` naming the field.
 */
export async function joinByInvite(input: unknown, userAgent: string): Promise<OpenedSession> {
  const given = parseOrThrow(JoinByInvite, input);
  // Before the slow hash: strangers without a link cost nothing.
  if (!(await readInvite(given.token))) throw notOpen();
  try {
    return await join(given, userAgent);
  } catch (error) {
    // Somebody with this e-mail came in between: now they have an account.
    if (isDuplicate(error)) return join(given, userAgent);
    throw error;
  }
}

async function join({ token, email, password, name }: JoinByInvite, userAgent: string): Promise<OpenedSession> {
  const known = await prisma().person.findUnique({ where: { email } });
  if (known && !(await passwordFits(known.passwordHash, password)))
    throw new AppError('unauthorized', 'That e-mail and password do not fit together.');
  const personId = known?.id ?? newId();
  const webSessionId = newId();
  const joined = await joinWorkspace({
    tokenHash: sha256(token),
    person: { id: personId, email, name: name.trim(), passwordHash: known ? null : await hashPassword(password) },
    memberId: newId(),
    webSessionId,
    userAgent: userAgent.slice(0, 300),
    sessionDays,
  });
  if (!joined) throw notOpen();
  return { personId, webSessionId };
}

const isDuplicate = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';
