import { CreateOwner } from '@/lib/contract/member';
import { prisma, query } from '@/lib/db/client';
import { AppError } from '@/lib/errors';
import { newId, newSecret, sha256 } from '@/lib/ids';
import { hashPassword } from '@/lib/members/passwords';
import { parseOrThrow } from '@/lib/parse';

/** Whether anybody has an account: then /setup is gone for good. */
export async function isSetUp(): Promise<boolean> {
  return (await prisma().person.count({ take: 1 })) > 0;
}

/** Makes the one-time link's token, good for a day; several may be open (each process prints one), and the first that is used ends them all. */
export async function newSetupToken(): Promise<string> {
  const token = newSecret();
  await query(
    `WITH old AS (DELETE FROM one_time_token WHERE kind = 'setup' AND used_at IS NULL AND created_at < nod_now() - interval '1 day')
     INSERT INTO one_time_token (id, kind, token_hash, expires_at) VALUES ($1, 'setup', $2, nod_now() + interval '1 day')`,
    [newId(), sha256(token)],
  );
  return token;
}

/** Whether this token opens /setup now. */
export async function isSetupToken(token: string): Promise<boolean> {
  const rows = await query(
    `SELECT 1 FROM one_time_token WHERE kind = 'setup' AND token_hash = $1 AND used_at IS NULL AND expires_at > nod_now() AND NOT EXISTS (SELECT 1 FROM person)`,
    [sha256(token)],
  );
  return rows.length > 0;
}

export interface Owner {
  personId: string;
  memberId: string;
  workspaceId: string;
}

/** Makes the owner by the one-time link. Throws AppError `invalid_request` naming the field, or `not_found` when the link is used or late. */
export async function createOwnerByLink(input: unknown): Promise<Owner> {
  const owner = parseOrThrow(CreateOwner, input);
  if (!(await isSetupToken(owner.token)))
    throw new AppError('not_found', 'This link has been used or is too old. Restart Nod to get a new one.');
  const made = await insertOwner({ ...owner, tokenHash: sha256(owner.token) });
  if (!made) throw new AppError('not_found', 'This link has been used.');
  return made;
}

interface NewOwner {
  email: string;
  password: string;
  name?: string;
  workspace?: string;
  tokenHash?: Buffer;
}

/**
 * Makes the first person, workspace and membership in one statement, if there is nobody yet; undefined when somebody was faster.
 * The lock comes before the statement, so two at once see each other.
 */
export async function insertOwner({
  email,
  password,
  name,
  workspace,
  tokenHash,
}: NewOwner): Promise<Owner | undefined> {
  const passwordHash = await hashPassword(password);
  const [personId, workspaceId, memberId] = [newId(), newId(), newId()];
  return prisma().$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('nod.setup', 0))::text`;
    if ((await transaction.person.count()) > 0) return undefined;
    if (tokenHash) {
      await transaction.oneTimeToken.updateMany({
        where: { tokenHash: new Uint8Array(tokenHash) },
        data: { usedAt: new Date() },
      });
    }
    await transaction.person.create({ data: { id: personId, email, name: name ?? '', passwordHash } });
    await transaction.workspace.create({ data: { id: workspaceId, name: workspace?.trim() || 'Home' } });
    await transaction.member.create({ data: { id: memberId, personId, workspaceId, role: 'owner' } });
    return { personId, memberId, workspaceId };
  });
}
