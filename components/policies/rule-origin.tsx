import Link from 'next/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { RuleRow } from '@/lib/policies/rules.sql';

const origins: Record<RuleRow['origin'], string> = {
  written: 'Written',
  answer: 'Made with an answer',
  suggestion: 'Made from a suggestion',
};

/** Who made a rule, when and how. */
export function RuleOrigin({ rule }: { rule: RuleRow }) {
  return (
    <p className="px-(--gutter) pt-4 text-small text-muted wide:px-1">
      {origins[rule.origin]}
      {rule.byName && ` by ${rule.byName}`}, <RelativeTime at={rule.createdAt.toISOString()} />.
      {rule.questionId && (
        <>
          {' '}
          <Link href={`/q/${rule.questionId}`} className="text-accent underline">
            The question
          </Link>
        </>
      )}
    </p>
  );
}
