import { type Happening, JustHappened } from '@/components/question/just-happened';
import type { QuestionView } from '@/components/question/question-view';
import { WaitingSlip } from '@/components/question/waiting-slip';
import { PageHead } from '@/components/shell/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

function emptySentence(working: number, reachedOn: string | undefined, isStopped: boolean): string {
  if (isStopped) return 'All agents are stopped: what they ask is refused until they may go on.';
  const place = reachedOn === undefined ? 'here' : `here and on ${reachedOn}`;
  if (working === 0) return `No agent is working. When one asks, its question appears ${place}.`;
  const who = working === 1 ? 'One agent is' : `${numberWords[working] ?? working} agents are`;
  return `${who} working. When one needs a decision, it appears ${place}.`;
}

/** Every waiting question, oldest first, answerable in place; then what just happened. `working` counts active agents. */
export function WaitingList(props: {
  questions: QuestionView[];
  justHappened: Happening[];
  canAnswer: boolean;
  working: number;
  /** Device that a question would reach: `Pixel 8`; absent while nothing rings. */
  reachedOn?: string;
  /** Whether all agents are stopped now. */
  isStopped: boolean;
}) {
  const count = props.questions.length;
  const detail = count === 0 ? undefined : count === 1 ? '1 question' : `${count} questions, oldest first`;
  const action =
    props.working === 0 ? (
      <ButtonLink href="/keys">Connect an agent</ButtonLink>
    ) : (
      <ButtonLink href="/activity">See what they did</ButtonLink>
    );
  return (
    <>
      <PageHead title="Waiting now" detail={detail} />
      <ol aria-live="polite" aria-label="Waiting questions">
        {props.questions.map((view) => (
          <WaitingSlip key={view.id} view={view} canAnswer={props.canAnswer} />
        ))}
      </ol>
      {count === 0 && (
        <EmptyState title="Nothing waits for you" action={action}>
          {emptySentence(props.working, props.reachedOn, props.isStopped)}
        </EmptyState>
      )}
      <JustHappened happenings={props.justHappened} />
    </>
  );
}
