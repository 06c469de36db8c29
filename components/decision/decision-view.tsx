import { AnswerOnSheet } from '@/components/decision/answer-controls';
import { AnswerBy, DecisionAnswer } from '@/components/decision/decision-answer';
import { DecisionFrame } from '@/components/decision/decision-frame';
import { DecisionSheet } from '@/components/decision/decision-sheet';
import { RiskNotice } from '@/components/decision/risk-notice';
import { SettledDecision } from '@/components/decision/settled-decision';
import { AgentText } from '@/components/ui/agent-text';
import { Notice } from '@/components/ui/notice';
import type { DecisionPage } from '@/lib/decisions/page';

/** Why somebody who looks cannot answer. */
function OnlyLooking({ page: { askedOf, expiresAt } }: { page: DecisionPage }) {
  return (
    <div className="mt-4 grid gap-1 px-(--gutter) wide:px-1">
      <p className="text-small text-muted">
        {askedOf === undefined ? (
          'You can read this decision. Members answer it.'
        ) : (
          <>
            You can read this decision. <AgentText text={askedOf} /> answers it.
          </>
        )}
      </p>
      <AnswerBy expiresAt={expiresAt} />
    </div>
  );
}

function AskedOf({ name }: { name: string }) {
  return (
    <p className="px-(--gutter) pb-3 text-small text-muted wide:px-1">
      Asked of <AgentText text={name} className="font-medium text-ink" />
    </p>
  );
}

/** The page of one decision, open or settled. `notice` says what became of an answer that was not used; `token` is what opened it. */
export function DecisionView(props: {
  page: DecisionPage;
  token?: string;
  notice?: { title: string; detail: string; tone?: 'red' };
}) {
  const { page, token, notice } = props;
  const isOpen = page.state === 'pending';
  return (
    <DecisionFrame
      workspaceName={page.workspaceName}
      agentName={page.agentName}
      poweredBy={page.poweredBy}
      hasBar={isOpen && page.canAnswer}
    >
      {page.askedOf !== undefined && <AskedOf name={page.askedOf} />}
      {notice !== undefined && (
        <div className="mb-2">
          <Notice title={notice.title} detail={notice.detail} tone={notice.tone} announce />
        </div>
      )}
      {isOpen ? (
        <>
          <RiskNotice risk={page.presentation?.risk} danger={page.danger} />
          <DecisionSheet page={page}>
            <AnswerOnSheet page={page} />
          </DecisionSheet>
          {page.canAnswer ? <DecisionAnswer page={page} token={token} /> : <OnlyLooking page={page} />}
        </>
      ) : (
        <SettledDecision page={page} />
      )}
    </DecisionFrame>
  );
}
