import { createHmac } from 'node:crypto';
import type { RichQuestion } from '@/lib/contract/question';
import { isId, sameBytes } from '@/lib/ids';
import { currentSecret, type Secret, secretById } from '@/lib/secrets/secrets';

/** What approving a question approves: the raw values, taken before redaction (spec 2.6). */
export interface DigestedContent {
  question: string;
  type: string;
  options: string[];
  rich: RichQuestion | null;
  toolName: string | null;
  toolTarget: string | null;
  actionBody: string | null;
}

function digestWith(secret: Secret, content: DigestedContent): string {
  const { question, type, options, rich, toolName, toolTarget, actionBody } = content;
  const text = JSON.stringify([question, type, options, rich, toolName, toolTarget, actionBody]);
  return `${secret.id}.${createHmac('sha256', secret.value).update(text).digest('hex')}`;
}

/** A keyed digest of the content, led by the id of the secret that made it, so that the secret can be rotated. */
export async function digestContent(content: DigestedContent): Promise<string> {
  return digestWith(await currentSecret('digest'), content);
}

/** Whether a stored digest is of this content; false when the secret that made it is gone. */
export async function isDigestOf(stored: string, content: DigestedContent): Promise<boolean> {
  const id = stored.split('.')[0] ?? '';
  const secret = isId(id) ? await secretById(id) : undefined;
  return secret !== undefined && sameBytes(Buffer.from(stored), Buffer.from(digestWith(secret, content)));
}
