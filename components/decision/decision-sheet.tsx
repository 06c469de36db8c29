import type { ReactNode } from 'react';
import { ChangesTable } from '@/components/decision/changes-table';
import { AgentText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import { Sheet } from '@/components/ui/sheet';
import type { DecisionPage } from '@/lib/decisions/page';

const longQuestion = 120;
const longContext = 280;
const longContextLines = 6;

/** The question: the largest thing on its page, smaller once it is long or settled. */
export function QuestionHeading({ text, settled }: { text: string; settled?: boolean }) {
  const isLong = settled || text.length > longQuestion;
  const size = isLong
    ? 'text-title leading-[1.875rem] font-medium text-pretty'
    : 'text-question font-semibold text-balance';
  return (
    <h1 className={`tight wrap-anywhere ${size}`}>
      <AgentText text={text} />
    </h1>
  );
}

/** The action in words for a person: what it is called, what happens on yes, and its values. */
export function PresentedAction({ presentation }: Pick<DecisionPage, 'presentation'>) {
  if (presentation === undefined) return null;
  return (
    <section className="mt-5">
      <h2 className="font-semibold">
        <AgentText text={presentation.label} />
      </h2>
      <p className="mt-1">
        <AgentText text={presentation.effect} />
      </p>
      <ChangesTable changes={presentation.changes} />
    </section>
  );
}

/** What led to the question; folded when it would push the answer away. */
export function Context({ context }: Pick<DecisionPage, 'context'>) {
  if (context === undefined) return null;
  const text = (
    <p className="mt-4 text-muted">
      <AgentText text={context} />
    </p>
  );
  if (context.length <= longContext && context.split('\n').length <= longContextLines) return text;
  return (
    <details className="group/context mt-2">
      <summary className="-mx-1.5 inline-flex min-h-(--tap) items-center gap-1.5 rounded-chip px-1.5 text-small font-medium text-accent wide:min-h-11">
        <Icon name="forward" size="small" className="group-open/context:rotate-90" />
        What led to this
      </summary>
      <div className="-mt-3 pb-3">{text}</div>
    </details>
  );
}

/** Small print: in whose name, where, by which tool. All of it is claimed by whoever asks. */
export function ClaimedFacts({ page }: { page: DecisionPage }) {
  const facts = [
    { label: 'In the name of', value: page.actor },
    { label: 'Where', value: page.environment },
    { label: 'Action', value: page.toolName },
    { label: 'On', value: page.toolTarget },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
  if (facts.length === 0) return null;
  return (
    <dl className="mt-3 text-small">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[104px_minmax(0,1fr)] gap-3 py-1">
          <dt className="text-faint">{label}</dt>
          <dd className="text-muted wrap-anywhere">
            <AgentText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The sheet of an open decision; `children` are choices and fields that lie on it. */
export function DecisionSheet({ page, children }: { page: DecisionPage; children?: ReactNode }) {
  return (
    <Sheet>
      <QuestionHeading text={page.question} />
      <PresentedAction presentation={page.presentation} />
      <Context context={page.context} />
      <ClaimedFacts page={page} />
      {children}
    </Sheet>
  );
}
