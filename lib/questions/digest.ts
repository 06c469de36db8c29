import type { RichQuestion } from '@/lib/contract/question';
import { isKeyedDigestOf, keyedDigest } from '@/lib/secrets/keyed-digest';

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

function textOf(content: DigestedContent): string {
  const { question, type, options, rich, toolName, toolTarget, actionBody } = content;
  return JSON.stringify([question, type, options, rich, toolName, toolTarget, actionBody]);
}

/** The keyed digest that a question is stored with. */
export const digestContent = (content: DigestedContent): Promise<string> => keyedDigest(textOf(content));

/** Whether a stored digest is of this content; false when the secret that made it is gone. */
export const isDigestOf = (stored: string, content: DigestedContent): Promise<boolean> =>
  isKeyedDigestOf(stored, textOf(content));
