import { AnswerFields, answerFormAttributes } from '@/components/question/answer-fields';
import type { QuestionView } from '@/components/question/question-view';
import { InPlaceAnswer } from '@/components/question/waiting-slip';
import { AgentText } from '@/components/ui/agent-text';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/rows';
import { TextLink } from '@/components/ui/text-button';

/** The question that came with a notification: answerable in place while it waits, else what became of it. */
export function EmbeddedQuestion(props: { view: QuestionView; canAnswer: boolean }) {
  const { view } = props;
  const href = `/q/${encodeURIComponent(view.id)}`;
  const form = `answer-${view.id}`;
  return (
    <Section title="It asks">
      <div className="border-y border-line bg-surface px-(--gutter) py-4 wide:rounded-answer wide:border wide:px-8 wide:py-6">
        <h2 className="tight text-title font-semibold wrap-anywhere">
          <AgentText text={view.question} />
        </h2>
        {view.state !== 'pending' ? (
          <Settled view={view} />
        ) : props.canAnswer ? (
          <form id={form} {...answerFormAttributes(view)}>
            <AnswerFields view={view} surface="dashboard" />
            <InPlaceAnswer view={view} form={form} href={href} />
          </form>
        ) : (
          <p className="mt-2 text-small text-muted">You can read this question. Members answer it.</p>
        )}
        <TextLink href={href} className="mt-2 -mb-2">
          {view.state === 'pending' ? 'Open the question’s page' : 'Open its receipt'}
        </TextLink>
      </div>
    </Section>
  );
}

const withoutAnswer: Record<Exclude<QuestionView['state'], 'answered' | 'pending'>, string> = {
  expired: 'Nobody answered in time.',
  cancelled: 'Withdrawn: no answer is needed any more.',
  terminal: 'It was asked where the agent runs.',
  notified: 'It was asked where the agent runs.',
  stopped: 'Everything was stopped when it was asked.',
};

function Settled({ view }: { view: QuestionView }) {
  const { answer, state } = view;
  if (answer === undefined || state === 'pending') {
    return (
      <p className="mt-2 text-muted">
        {state in withoutAnswer ? withoutAnswer[state as keyof typeof withoutAnswer] : ''}
      </p>
    );
  }
  const isRefusal = view.type === 'confirm' && answer.value === 'no';
  return (
    <>
      <p className={`mt-2 text-lead font-semibold ${isRefusal ? 'text-danger' : 'text-accent'}`}>
        <AgentText text={answerWords(view, answer.value)} />
      </p>
      <p className="text-small text-muted">
        {answer.byYou ? 'You' : (answer.byName ?? 'Somebody else')} answered <RelativeTime at={answer.at} />
        {answer.sourceSentence === '' ? '' : `, ${answer.sourceSentence}`}.
      </p>
    </>
  );
}

const confirmWords: Record<string, string> = { yes: 'Yes', no: 'No', defer: 'Ask me at the keyboard' };
const answerWords = (view: QuestionView, value: string): string =>
  view.type === 'confirm' ? (confirmWords[value] ?? value) : value;
