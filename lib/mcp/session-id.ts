import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { cut, forbiddenCharacter } from '@/lib/contract/text';
import { newId, sameBytes } from '@/lib/ids';
import { currentSecret } from '@/lib/secrets/secrets';

/** A name with characters that no text of Nod may hold names nobody: the database would refuse it. */
const Session = z.object({
  id: z.string(),
  client: z.string().refine((name) => forbiddenCharacter(name) === undefined),
});

const sign = async (body: string): Promise<Buffer> =>
  createHmac('sha256', (await currentSecret('session')).value)
    .update(body)
    .digest();

/**
 * A session id for clients of the older protocol, which name themselves only once: it carries that name, signed. Nothing is stored,
 * so any process can read it, and one that cannot be read (older, foreign) is simply ignored.
 */
export async function newSessionId(clientName: string): Promise<string> {
  const body = Buffer.from(JSON.stringify({ id: newId(), client: cut(clientName, 100) })).toString('base64url');
  return `${body}.${(await sign(body)).toString('base64url')}`;
}

/** The client's name in a session id of ours; undefined for any other. */
export async function clientNameIn(sessionId: string | null): Promise<string | undefined> {
  const [body, signature] = sessionId?.split('.') ?? [];
  if (!body || !signature || !sameBytes(Buffer.from(signature, 'base64url'), await sign(body))) return undefined;
  const parsed = Session.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return parsed.success ? parsed.data.client : undefined;
}

const known = new Map([
  ['claude-code', 'Claude Code'],
  ['claude-ai', 'Claude'],
  ['codex', 'Codex'],
  ['codex-mcp-client', 'Codex'],
  ['gemini-cli-mcp-client', 'Gemini CLI'],
  ['cursor', 'Cursor'],
  ['cursor-vscode', 'Cursor'],
  ['visual-studio-code', 'VS Code'],
]);

/** How a client's own name is written for people. */
export const readableClientName = (name: string): string => known.get(name.toLowerCase()) ?? name;
