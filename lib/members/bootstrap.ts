import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { prisma } from '@/lib/db/client';
import { env } from '@/lib/env';
import { insertKey, newApiKey } from '@/lib/keys/create';
import { log } from '@/lib/log';
import { insertOwner, type Owner } from '@/lib/members/first-run';

/**
 * Starts without a person at the keyboard: NOD_OWNER_EMAIL and NOD_OWNER_PASSWORD make the owner, NOD_BOOTSTRAP_FILE gets
 * `{url, email, apiKey}` with a full key. Both happen once, at the first start; later starts change nothing.
 */
export async function bootstrap(): Promise<void> {
  const { ownerEmail, ownerPassword, bootstrapFile } = env();
  if (!ownerEmail || !ownerPassword) return;
  const owner = await insertOwner({ email: ownerEmail, password: ownerPassword });
  if (owner) log.info('the owner account was made from NOD_OWNER_EMAIL', { email: ownerEmail });
  if (bootstrapFile) await writeBootstrapFile(bootstrapFile, ownerEmail, owner ?? (await ownerOf(ownerEmail)));
}

async function ownerOf(email: string): Promise<Owner | undefined> {
  const member = await prisma().member.findFirst({ where: { role: 'owner', person: { email } } });
  return member ? { personId: member.personId, memberId: member.id, workspaceId: member.workspaceId } : undefined;
}

const Bootstrap = z.object({ apiKey: z.string().regex(/^pk_[0-9a-f]{16}\.[0-9a-f]{48}$/) });
const bootstrapKeyName = 'Made at first start';

/**
 * The file comes first and complete (written aside, then linked, which fails when there is one); the key is stored after it. A process
 * that dies in between finds the file at its next start and stores the key that it names.
 */
async function writeBootstrapFile(path: string, email: string, owner: Owner | undefined): Promise<void> {
  if (!owner) return;
  const { memberId, workspaceId } = owner;
  if ((await prisma().apiKey.count({ where: { workspaceId, name: bootstrapKeyName } })) > 0) return;
  await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, `${JSON.stringify({ url: env().url, email, apiKey: newApiKey() }, null, 2)}\n`, {
    mode: 0o600,
  });
  try {
    await link(aside, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(aside);
  }
  const written = Bootstrap.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!written.success)
    throw new Error(`NOD_BOOTSTRAP_FILE ${path} exists and is not one of Nod's: remove it or name another file.`);
  await insertKey({ memberId, workspaceId, name: bootstrapKeyName, kind: 'full' }, written.data.apiKey);
}
