import type { ReactNode } from 'react';
import { AlsoAllows, offerOf } from '@/components/question/always-allow';
import { AnswerFields, answerFormAttributes, answerFormId } from '@/components/question/answer-fields';
import { ConfirmAnswer } from '@/components/question/confirm-answer';
import { NoteField } from '@/components/question/note-field';
import { answerAction, isTwoShortOptions, type QuestionView } from '@/components/question/question-view';
import { SendButton } from '@/components/question/send-button';
import { AgentText } from '@/components/ui/agent-text';
import { Button } from '@/components/ui/button';
import { HoldButton } from '@/components/ui/hold-button';

const barClass =
  'fixed inset-x-0 bottom-0 z-30 rounded-t-[18px] bg-raised px-(--gutter) pt-3 pb-[max(20px,env(safe-area-inset-bottom))] shadow-bar short:static short:rounded-none wide:sticky wide:inset-x-auto wide:bottom-5 wide:mt-4 wide:rounded-sheet wide:px-4 wide:pt-3.5 wide:pb-4 wide:shadow-[var(--lift-pop),0_24px_0_2px_var(--paper)] wide:short:static';
const innerClass = 'mx-auto grid max-w-column gap-3 wide:grid-cols-[minmax(0,1fr)_auto] wide:items-center wide:gap-x-5';

function TwoOptions(props: { view: QuestionView }) {
  return (
    <div className="grid grid-cols-2 gap-answer wide:col-span-full">
      {props.view.options.map((option) => (
        <Button key={option.label} type="submit" name="answer" value={option.label} size="option">
          <AgentText text={option.label} />
        </Button>
      ))}
    </div>
  );
}

function Answers(props: { view: QuestionView; hintId: string; opensFirst?: string }): ReactNode {
  const { view, hintId, opensFirst } = props;
  if (view.type === 'confirm') return <ConfirmAnswer view={view} hintId={hintId} opensFirst={opensFirst} />;
  if (view.danger.length > 0) {
    return (
      <div className="wide:col-start-2 wide:min-w-60">
        <HoldButton action={answerAction(view)} words="Hold to send" hintId={hintId} opensFirst={opensFirst} />
      </div>
    );
  }
  if (isTwoShortOptions(view)) return <TwoOptions view={view} />;
  const empty = view.type === 'input' ? 'Write an answer' : 'Choose an answer';
  return (
    <SendButton empty={empty} className="w-full wide:col-start-2 wide:w-auto wide:max-w-full wide:min-w-60 wide:px-7" />
  );
}

/** The answers under the thumb: note, hint when a hold is needed, answers. A plain form that works without JavaScript. */
export function AnswerBar(props: { view: QuestionView; opensFirst?: string }) {
  const { view, opensFirst } = props;
  const hintId = 'hold-hint';
  const offer = offerOf(view);
  return (
    <form id={answerFormId} {...answerFormAttributes(view)} data-bar className={barClass}>
      <AnswerFields view={view} surface="decide_page" />
      <div className={innerClass}>
        <NoteField />
        {offer !== undefined && <AlsoAllows offer={offer} />}
        {view.danger.length > 0 && (
          <p id={hintId} className="text-small text-muted noscript:hidden wide:pl-1">
            {opensFirst === undefined
              ? 'Hold until the bar is full. Let go to stop.'
              : 'Open the whole text, then hold until full.'}
          </p>
        )}
        <Answers view={view} hintId={hintId} opensFirst={opensFirst} />
      </div>
    </form>
  );
}

/** The same place when there is nothing to answer: a sentence, or the way on. */
export function BarWithout(props: { children: ReactNode }) {
  return (
    <div id={answerFormId} data-bar className={barClass}>
      <div className={innerClass}>{props.children}</div>
    </div>
  );
}
