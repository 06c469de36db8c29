import { SaveRule } from '@/lib/contract/policy';
import { AppError } from '@/lib/errors';
import { parseOrThrow } from '@/lib/parse';
import { refusePattern } from '@/lib/policies/save-rule';

const own: Record<string, string> = {
  pattern: 'That pattern cannot be used.',
  forMinutes: 'Another rule for this pattern and place has that time already. Change or remove that one.',
  effect: 'A rule denies this already, in the same place. Remove that one first.',
};

/** Why a field of a rule was refused, found out again from what was typed: a sentence to stand at that field. */
export function ruleProblem(field: string, rule: Record<string, string>): string {
  try {
    const { pattern } = parseOrThrow(SaveRule, rule);
    refusePattern(pattern);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issue = error.issues?.find((one) => one.field === field);
    if (issue) return `It ${issue.message}.`;
  }
  return own[field] ?? 'That cannot be used.';
}
