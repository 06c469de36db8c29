import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { ruleProblems } from '@/app/(app)/policies/rule-problems';
import { RuleForm } from '@/components/policies/rule-form';
import { PageBody, PageHead, TopBar } from '@/components/shell/page-head';
import { KeepTyped } from '@/components/ui/keep-typed';
import { Notice } from '@/components/ui/notice';
import { mayAnswer } from '@/lib/actor';
import { keptFields } from '@/lib/http/kept-fields';
import { repositoriesOf } from '@/lib/policies/rules-page';

export const metadata: Metadata = { title: 'New rule' };

/** The form for a rule. */
export default async function NewRulePage({ searchParams }: PageProps<'/policies/new'>) {
  const asked = await searchParams;
  const actor = await requireMember('/policies/new');
  const [typed, repositories] = await Promise.all([keptFields(asked.code), repositoriesOf(actor)]);
  const problems = ruleProblems(asked, typed);
  const form = (typedFields?: URLSearchParams) => (
    <RuleForm action="/policies/save" typed={typedFields} repositories={repositories} problemAt={problems.at} />
  );
  return (
    <Frame actor={actor} current="policies">
      <PageBody>
        <TopBar href="/policies" label="Policies" />
        <PageHead title="New rule" detail="It holds for every agent of this workspace" afterTopBar />
        {problems.page && <Notice tone="red" title="That did not work" detail={problems.page} announce />}
        {mayAnswer(actor) ? (
          <KeepTyped typed={typed.size > 0 && form(typed)} fresh={form()} />
        ) : (
          <Notice title="Viewers make no rules" detail="Ask an owner or a member." />
        )}
      </PageBody>
    </Frame>
  );
}
