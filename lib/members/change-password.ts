import type { MemberActor } from '@/lib/actor';
import { ChangePassword } from '@/lib/contract/member';
import { prisma, query } from '@/lib/db/client';
import { AppError } from '@/lib/errors';
import { hashPassword, passwordFits } from '@/lib/members/passwords';
import { parseOrThrow } from '@/lib/parse';

/**
 * Changes the person's password and signs every other browser of theirs out, as one statement. Throws AppError `unauthorized` when the
 * old password does not fit, `changed` when it was changed elsewhere meanwhile, `invalid_request` naming the field.
 */
export async function changePassword(actor: MemberActor, input: unknown): Promise<void> {
  const { current, next } = parseOrThrow(ChangePassword, input);
  const person = await prisma().person.findUnique({ where: { id: actor.personId } });
  if (!person?.passwordHash || !(await passwordFits(person.passwordHash, current)))
    throw new AppError('unauthorized', 'The old password does not fit.');
  const rows = await query(
    `WITH changed AS (
       UPDATE person SET password_hash = $4 WHERE id = $1 AND password_hash = $3 RETURNING id
     ), ended AS (
       UPDATE web_session SET revoked_at = nod_now(), open_until = NULL, foreground_until = NULL FROM changed
        WHERE person_id = changed.id AND web_session.id <> $2 AND revoked_at IS NULL RETURNING web_session.id
     ), silenced AS (
       UPDATE device SET status = 'unsubscribed', status_reason = 'signed out' FROM ended WHERE web_session_id = ended.id AND status = 'active'
     ), voided AS (
       DELETE FROM one_time_token USING changed WHERE kind = 'phone' AND used_at IS NULL
          AND payload->>'memberId' IN (SELECT member.id::text FROM member WHERE person_id = changed.id)
     ) SELECT id FROM changed`,
    [actor.personId, actor.webSessionId, person.passwordHash, await hashPassword(next)],
  );
  if (rows.length === 0) throw new AppError('changed', 'The password was changed elsewhere a moment ago.');
}
