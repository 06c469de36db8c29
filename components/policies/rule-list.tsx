import Link from 'next/link';
import { askWords, effectNames, effectTones, kindWords, placeWords } from '@/components/policies/policy-words';
import { AgentText } from '@/components/ui/agent-text';
import { Badge } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { RelativeTime } from '@/components/ui/relative-time';
import { type RowContent, RowParts, Rows, rowClass, Section } from '@/components/ui/rows';
import { clockIn } from '@/components/ui/time-words';
import type { RuleRow } from '@/lib/policies/rules.sql';

/** Every rule in force, in the order in which they are looked at; each row leads to its rule. */
export function RuleList(props: { rules: RuleRow[] }) {
  return (
    <Section
      title="Rules, most specific first"
      id="rules"
      foot="The first that fits decides: of equally specific ones that of a repository, then the longer one, then the stricter one."
    >
      <Rows kind="flat">
        {props.rules.map((rule) => (
          <RuleListRow key={rule.id} rule={rule} />
        ))}
      </Rows>
    </Section>
  );
}

function RuleListRow({ rule }: { rule: RuleRow }) {
  const content: RowContent = {
    title: (
      <span className="mono">
        <AgentText text={rule.pattern} />
      </span>
    ),
    detail: <RuleFacts rule={rule} />,
    end: <Badge tone={effectTones[rule.effect]}>{effectNames[rule.effect]}</Badge>,
  };
  return (
    <li id={`rule-${rule.id}`} className="hairline relative scroll-mt-4 target:bg-accent-soft">
      <Link href={`/policies/${rule.id}`} className={classes(rowClass(content), 'hover:bg-hover -outline-offset-2')}>
        <RowParts {...content} />
      </Link>
    </li>
  );
}

/** Where a rule holds, what it means, how it asks, and how much longer. */
export function RuleFacts({ rule }: { rule: RuleRow }) {
  const facts = [kindWords(rule), askWords(rule)].filter((words) => words !== undefined);
  return (
    <>
      <AgentText text={[placeWords(rule, rule.sessionAgent), ...facts].join('. ')} />
      {rule.expiresAt && <Ends at={rule.expiresAt} />}
    </>
  );
}

function Ends({ at }: { at: Date }) {
  return (
    <>
      . Ends{' '}
      <span className="noscript:hidden">
        <RelativeTime at={at.toISOString()} words="until" />
      </span>
      <span className="hidden noscript:inline">{clockIn('UTC', at, new Date())} UTC</span>
    </>
  );
}
