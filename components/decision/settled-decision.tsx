import { ClaimedFacts, Context, PresentedAction, QuestionHeading } from '@/components/decision/decision-sheet';
import { LocalTime } from '@/components/decision/local-time';
import { AgentText } from '@/components/ui/agent-text';
import { TearLine, Verdict } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import type { DecisionPage } from '@/lib/decisions/page';

const longAnswer = 14;

function AnswerGiven({ page: { type }, value }: { page: DecisionPage; value: string }) {
  if (type === 'confirm' && (value === 'yes' || value === 'no')) {
    const isYes = value === 'yes';
    return (
      <Verdict tone={isYes ? 'given' : 'refused'} icon={isYes ? 'check' : 'cross'}>
        {isYes ? 'Yes' : 'No'}
      </Verdict>
    );
  }
  return (
    <Verdict tone="given" long={value.length > longAnswer}>
      <AgentText text={value} />
    </Verdict>
  );
}

const recordedBy = {
  end_user: '',
  member: ', by somebody of this workspace',
  integrator: ', passed on by the app that asked',
  sandbox: ', by the sandbox',
};

function Outcome({ page }: { page: DecisionPage }) {
  const { answer, settledAt, state, workspaceName } = page;
  const at = settledAt !== undefined && <LocalTime at={settledAt} />;
  if (answer !== undefined) {
    return (
      <>
        <AnswerGiven page={page} value={answer.value} />
        <p className="mt-1.5 text-muted">
          Recorded {at}
          {recordedBy[answer.by]}.
        </p>
      </>
    );
  }
  const isExpired = state === 'expired';
  return (
    <>
      <Verdict tone="none" icon={isExpired ? 'clock' : 'cross'} long={!isExpired}>
        {isExpired ? 'Expired' : 'No longer needed'}
      </Verdict>
      <p className="mt-1.5 text-muted">
        {isExpired ? (
          <>Nobody answered by {at}. Nothing was approved.</>
        ) : (
          <>
            <AgentText text={workspaceName} /> needs no answer any more. Nothing was approved.
          </>
        )}
      </p>
    </>
  );
}

/** The receipt of a decision: what was recorded, or that nothing was, and what was asked. */
export function SettledDecision({ page }: { page: DecisionPage }) {
  return (
    <Sheet>
      <Outcome page={page} />
      <TearLine />
      <QuestionHeading text={page.question} settled />
      <PresentedAction presentation={page.presentation} />
      <Context context={page.context} />
      <ClaimedFacts page={page} />
      {page.answer?.note !== undefined && (
        <p className="mt-4">
          <span className="block text-small text-faint">Note</span>
          <AgentText text={page.answer.note} />
        </p>
      )}
    </Sheet>
  );
}
