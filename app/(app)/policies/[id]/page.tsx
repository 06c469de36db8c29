import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Frame, requireMember } from '@/app/(app)/frame';
import { ruleProblems } from '@/app/(app)/policies/rule-problems';
import { effectNames, effectTones } from '@/components/policies/policy-words';
import { RuleForm } from '@/components/policies/rule-form';
import { RuleFacts } from '@/components/policies/rule-list';
import { RuleOrigin } from '@/components/policies/rule-origin';
import { PageBody, PageHead, TopBar } from '@/components/shell/page-head';
import { AgentText } from '@/components/ui/agent-text';
import { AskFirst } from '@/components/ui/ask-first';
import { Badge } from '@/components/ui/badge';
import { KeepTyped } from '@/components/ui/keep-typed';
import { Notice } from '@/components/ui/notice';
import { mayAnswer } from '@/lib/actor';
import { keptFields } from '@/lib/http/kept-fields';
import { ruleOf } from '@/lib/policies/rules-page';

export const metadata: Metadata = { title: 'Rule' };

/** One rule: where it comes from, its form, and the way to remove it. */
export default async function RulePage({ params, searchParams }: PageProps<'/policies/[id]'>) {
  const [{ id }, asked] = await Promise.all([params, searchParams]);
  const actor = await requireMember(`/policies/${id}`);
  const [rule, typed] = await Promise.all([ruleOf(actor, id), keptFields(asked.code)]);
  if (!rule) notFound();
  const problems = ruleProblems(asked, typed, { pattern: rule.pattern });
  const form = (typedFields?: URLSearchParams) => (
    <RuleForm
      action={`/policies/${rule.id}/edit`}
      rule={rule}
      typed={typedFields}
      repositories={[]}
      problemAt={problems.at}
    />
  );
  return (
    <Frame actor={actor} current="policies">
      <PageBody>
        <TopBar href={`/policies#rule-${rule.id}`} label="Policies">
          <Badge tone={effectTones[rule.effect]}>{effectNames[rule.effect]}</Badge>
        </TopBar>
        <PageHead
          title={
            <span className="font-mono text-title">
              <AgentText text={rule.pattern} />
            </span>
          }
          detail={<RuleFacts rule={rule} />}
          afterTopBar
        />
        {problems.page && <Notice tone="red" title="That did not work" detail={problems.page} announce />}
        {mayAnswer(actor) && <KeepTyped typed={typed.size > 0 && form(typed)} fresh={form()} />}
        <RuleOrigin rule={rule} />
        {mayAnswer(actor) && (
          <div className="px-(--gutter) pt-2 wide:px-1">
            <AskFirst
              action={`/policies/${rule.id}/remove`}
              words="Remove rule"
              title={`Remove ${rule.pattern}?`}
              description="What it decided is decided by the other rules and the preset from then on."
              danger
            />
          </div>
        )}
      </PageBody>
    </Frame>
  );
}
