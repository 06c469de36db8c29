import { Asker } from '@/components/question/asker';
import { ActionBlock, InWordsOf, QuestionTitle } from '@/components/question/question-sheet';
import { type QuestionState, type QuestionView, titleOf } from '@/components/question/question-view';
import { ContractOnSheet } from '@/components/scopes/contract-on-sheet';
import { AgentText } from '@/components/ui/agent-text';
import type { IconName } from '@/components/ui/icon-shapes';
import { TearLine, Verdict } from '@/components/ui/receipt';
import { RelativeTime } from '@/components/ui/relative-time';
import { Sheet } from '@/components/ui/sheet';
import { Timeline, TimelineFact } from '@/components/ui/timeline';

type Unanswered = Exclude<QuestionState, 'pending' | 'answered'>;

const withoutAnswer: Record<Unanswered, { word: string; icon: IconName; sentence: (agent: string) => string }> = {
  expired: {
    word: 'Expired',
    icon: 'clock',
    sentence: (agent) => `Nobody answered in time. ${agent} asks where it runs.`,
  },
  cancelled: {
    word: 'Withdrawn',
    icon: 'cross',
    sentence: (agent) => `${agent} no longer needs an answer. Nothing was approved.`,
  },
  terminal: {
    word: 'Asked there',
    icon: 'keyboard',
    sentence: (agent) => `Questions stay in the terminal at the moment, so ${agent} asked there.`,
  },
  notified: {
    word: 'Only told',
    icon: 'bell',
    sentence: (agent) => `Nod only notifies at the moment, so ${agent} asked where it runs.`,
  },
  stopped: {
    word: 'Stopped',
    icon: 'stop',
    sentence: (agent) => `Everything was stopped when ${agent} asked. Nothing was approved.`,
  },
};

/** Withdrawn, but not because the agent no longer needs it. */
const withdrawnBecause: Record<string, (typeof withoutAnswer)['stopped']> = {
  kill_switch: {
    word: 'Stopped',
    icon: 'stop',
    sentence: (agent) => `${agent} was stopped while it waited. Nothing was approved.`,
  },
  session_ended: {
    word: 'Withdrawn',
    icon: 'cross',
    sentence: (agent) => `The session of ${agent} ended. Nothing was approved.`,
  },
};

const longAnswerCharacters = 14;

function AnswerVerdict(props: { answer: NonNullable<QuestionView['answer']>; isConfirm: boolean }) {
  const { value } = props.answer;
  if (props.isConfirm && value === 'yes')
    return (
      <Verdict tone="given" icon="check">
        Yes
      </Verdict>
    );
  if (props.isConfirm && value === 'no')
    return (
      <Verdict tone="refused" icon="cross">
        No
      </Verdict>
    );
  if (props.isConfirm && value === 'defer')
    return (
      <Verdict tone="none" icon="keyboard" long>
        At the keyboard
      </Verdict>
    );
  return (
    <Verdict tone="given" long={value.length > longAnswerCharacters}>
      <AgentText text={value} />
    </Verdict>
  );
}

/** What the answer did, in one word or a few. */
function deedOf({ scope, answer }: QuestionView): string {
  if (scope === undefined) return 'answered';
  return answer?.value === 'yes' ? 'agreed to this scope' : 'did not agree to this scope';
}

function WhoAnswered(props: { view: QuestionView; answer: NonNullable<QuestionView['answer']> }) {
  const { at, byYou, byName, sourceSentence } = props.answer;
  return (
    <p className="mt-1.5 text-muted">
      {byYou ? 'You' : (byName ?? 'Somebody else')} {deedOf(props.view)} at <RelativeTime at={at} words="seconds" />
      {sourceSentence === '' ? '' : `, ${sourceSentence}`}.
    </p>
  );
}

function Outcome(props: { view: QuestionView }) {
  const { answer, state, type, agentLabel, settledReason } = props.view;
  if (answer !== undefined) {
    return (
      <>
        <AnswerVerdict answer={answer} isConfirm={type === 'confirm'} />
        <WhoAnswered view={props.view} answer={answer} />
      </>
    );
  }
  if (state === 'pending' || state === 'answered') return null;
  const { word, icon, sentence } = withdrawnBecause[settledReason ?? ''] ?? withoutAnswer[state];
  return (
    <>
      <Verdict tone="none" icon={icon}>
        {word}
      </Verdict>
      <p className="mt-1.5 text-muted">
        <AgentText text={sentence(agentLabel)} />
      </p>
    </>
  );
}

/** The receipt of a settled question: the answer or that there is none, the question, and what happened to it. */
export function SettledSheet(props: { view: QuestionView }) {
  const { view } = props;
  const signed = view.answer === undefined || view.actionBody !== undefined || view.scope !== undefined;
  return (
    <Sheet>
      <Outcome view={view} />
      <TearLine />
      <Asker agentLabel={view.agentLabel} project={view.project} does="asks" at={view.askedAt} />
      <QuestionTitle text={titleOf(view)} settled />
      <ActionBlock view={view} />
      {view.scope !== undefined && <ContractOnSheet contract={view.scope.contract} />}
      {signed && <InWordsOf agentLabel={view.agentLabel} />}
      {view.answer?.note !== undefined && (
        <p className="mt-3">
          <span className="block text-small text-faint">{view.answer.byYou ? 'Your note' : 'Note'}</span>
          <AgentText text={view.answer.note} />
        </p>
      )}
      {view.timeline.length > 0 && (
        <>
          <TearLine />
          <h2 className="sr-only">Receipt</h2>
          <Timeline>
            {view.timeline.map((fact, index) => (
              <TimelineFact
                // biome-ignore lint/suspicious/noArrayIndexKey: two facts may be alike, and their order never changes.
                key={index}
                kind={fact.kind}
                at={fact.at}
                title={<AgentText text={fact.title} />}
                detail={fact.detail && <AgentText text={fact.detail} />}
              />
            ))}
          </Timeline>
        </>
      )}
    </Sheet>
  );
}
