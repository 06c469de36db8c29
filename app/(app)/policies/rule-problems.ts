import { formProblem } from '@/components/ui/form-problem';
import { ruleFieldNames, ruleOfForm } from '@/lib/http/rule-form';
import { ruleProblem } from '@/lib/policies/rule-problem';
import { mostRules } from '@/lib/policies/save-rule';

const own = {
  limit_reached: `${mostRules} rules are the most. Remove one first.`,
  not_found: 'That rule is gone already.',
  forbidden: 'Viewers see rules but change none.',
};

/** What a form of a rule got wrong: at its field where that is known, else for the page. */
export function ruleProblems(
  { code, field }: Record<string, string | string[] | undefined>,
  typed: URLSearchParams,
  standing: Record<string, string> = {},
): { page?: string; at: (field: string) => string | undefined } {
  const known = ruleFieldNames.find((name) => name === field);
  if (code !== 'invalid_request' || known === undefined) return { page: formProblem(code, own), at: () => undefined };
  const words = ruleProblem(known, { ...ruleOfForm(typed), ...standing });
  return { at: (name) => (name === known ? words : undefined) };
}
