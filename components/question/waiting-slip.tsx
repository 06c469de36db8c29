import Link from 'next/link';
import { AnswerFields, answerFormAttributes } from '@/components/question/answer-fields';
import { AskerLine } from '@/components/question/asker';
import { ConfirmInList } from '@/components/question/confirm-answer';
import { dangerSentence } from '@/components/question/danger-banner';
import { OptionList } from '@/components/question/option-list';
import { listTitleOf, type QuestionView } from '@/components/question/question-view';
import { SendButton } from '@/components/question/send-button';
import { TextAnswer } from '@/components/question/text-answer';
import { ContractInList } from '@/components/scopes/contract-in-list';
import { AgentText, NodText } from '@/components/ui/agent-text';
import { Button, ButtonLink, buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Widening } from '@/lib/scopes/of-question';

function SecondLine(props: { view: QuestionView }) {
  const { danger, actionBody, toolTarget, context } = props.view;
  if (danger.length > 0) return <NodText text={`${dangerSentence(danger)}. It needs a closer look.`} />;
  const command = toolTarget ?? actionBody?.text.split('\n', 1)[0];
  if (command !== undefined) return <AgentText text={command} className="mono" />;
  return context === undefined ? null : <AgentText text={context} />;
}

/** What there is to know of a question in a list: a line, or the contract that it asks for. */
export function InShort(props: { view: QuestionView }) {
  const { scope, widening } = props.view;
  if (scope !== undefined) return <ContractInList contract={scope.contract} />;
  return (
    <>
      <p className="mt-1 line-clamp-3 text-small text-muted">
        <SecondLine view={props.view} />
      </p>
      {widening !== undefined && <p className="mt-1 text-small text-muted">{wideningInShort(widening)}</p>}
    </>
  );
}

const wideningInShort = ({ scopeId }: Widening): string =>
  scopeId === undefined ? 'It lies outside of a scope that no longer holds.' : 'A yes adds this path to its scope.';

function ChoiceButtons(props: { view: QuestionView }) {
  return (
    <div className="mt-4 grid gap-2 wide:grid-cols-2">
      {props.view.options.map((option) => (
        <Button key={option.label} type="submit" name="answer" value={option.label} size="choice">
          <AgentText text={option.label} />
        </Button>
      ))}
    </div>
  );
}

/** Choices that need more room than a button each fold open in place, without JavaScript too. */
function FoldedAnswer(props: { view: QuestionView; form: string }) {
  const { view, form } = props;
  const isText = view.type === 'input';
  return (
    <details className="group/fold mt-4">
      <summary className={`${buttonClass({ size: 'listAnswer' })} group-open/fold:hidden`}>
        {isText ? 'Write an answer' : 'Choose an answer'}
      </summary>
      {isText ? <TextAnswer view={view} form={form} rows={2} /> : <OptionList view={view} form={form} tight />}
      <SendButton empty={isText ? 'Write an answer' : 'Choose an answer'} className="mt-3 w-full" />
    </details>
  );
}

/** The answer under a question of a list. What needs a closer look leads to the decision page. */
export function InPlaceAnswer(props: { view: QuestionView; form: string; href: string }) {
  const { view, form, href } = props;
  if (view.type === 'confirm') return <ConfirmInList view={view} href={href} />;
  if (view.danger.length > 0) {
    return (
      <ButtonLink href={href} size="listAnswer" className="mt-4">
        Review
        <Icon name="forward" size="small" />
      </ButtonLink>
    );
  }
  const simple = view.type === 'select' && !view.multiSelect && !view.allowOther;
  if (simple && view.options.every((option) => option.description === undefined)) return <ChoiceButtons view={view} />;
  return <FoldedAnswer view={view} form={form} />;
}

/** One waiting question of the list: who, what, and the answer in place. Its title leads to the decision page. */
export function WaitingSlip(props: { view: QuestionView; canAnswer: boolean }) {
  const { view } = props;
  const href = `/q/${encodeURIComponent(view.id)}`;
  const form = `answer-${view.id}`;
  return (
    <li className="relative border-y border-line bg-surface px-(--gutter) py-4 not-first:mt-3 wide:rounded-answer wide:border wide:px-5 wide:py-4.5">
      <AskerLine view={view} />
      <h2 className="text-lead font-semibold tracking-[-.01em] wrap-anywhere">
        <Link href={href} className="block after:absolute after:inset-0 after:content-['']">
          <AgentText text={listTitleOf(view)} />
        </Link>
      </h2>
      <InShort view={view} />
      {props.canAnswer && (
        // Above the title's link, which covers the whole slip.
        <form id={form} {...answerFormAttributes(view)} className="relative z-10">
          <AnswerFields view={view} surface="inbox" />
          <InPlaceAnswer view={view} form={form} href={href} />
        </form>
      )}
    </li>
  );
}
