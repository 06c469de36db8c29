import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { ruleProblems } from '@/app/(app)/policies/rule-problems';
import { PresetChoice } from '@/components/policies/preset-choice';
import { RuleList } from '@/components/policies/rule-list';
import { SuggestionList } from '@/components/policies/suggestion-list';
import { TryCommand } from '@/components/policies/try-command';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { ToastOnce } from '@/components/ui/toast';
import { mayAnswer } from '@/lib/actor';
import { policiesPage } from '@/lib/policies/rules-page';

export const metadata: Metadata = { title: 'Policies' };

const confirmations: Record<string, string> = {
  made: 'The rule holds from now on.',
  changed: 'The rule is changed.',
  removed: 'Removed.',
  preset: 'Changed. It holds from now on.',
  declined: 'It goes on asking.',
};

/** What agents may do without asking: the preset, a place to try it, what could be a rule, and the rules. */
export default async function PoliciesPage({ searchParams }: PageProps<'/policies'>) {
  const asked = await searchParams;
  const actor = await requireMember('/policies');
  const { preset, rules, suggestions, repositories, tried } = await policiesPage(actor, asked);
  const problem = ruleProblems({ code: asked.code }, new URLSearchParams()).page;
  const mayChange = mayAnswer(actor);
  const done = typeof asked.done === 'string' && Object.hasOwn(confirmations, asked.done) && confirmations[asked.done];
  return (
    <Frame actor={actor} current="policies">
      <PageBody>
        <PageHead
          title="Policies"
          detail="What agents may do without asking you"
          action={
            mayChange && (
              <ButtonLink href="/policies/new" size="small">
                <Icon name="plus" size="small" />
                New rule
              </ButtonLink>
            )
          }
        />
        {problem && <Notice tone="red" title="That did not work" detail={problem} announce />}
        <PresetChoice preset={preset} mayChange={mayChange} />
        <TryCommand tried={tried} repositories={repositories} />
        <SuggestionList suggestions={suggestions} mayChange={mayChange} />
        {rules.length > 0 ? (
          <RuleList rules={rules} />
        ) : (
          <EmptyState title="No rule yet">
            Until there is one, the preset above decides. “Always allow” on a question makes the first.
          </EmptyState>
        )}
        {done && !problem && <ToastOnce message={done} />}
      </PageBody>
    </Frame>
  );
}
