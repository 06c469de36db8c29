import type { ReactNode } from 'react';
import { WayToYou } from '@/components/delivery/way-to-you';
import { bodyNeedsOpening } from '@/components/question/action-body';
import { AlwaysAllow, offerOf } from '@/components/question/always-allow';
import { AnswerBar, BarWithout } from '@/components/question/answer-bar';
import { answerFormId } from '@/components/question/answer-fields';
import { DangerBanner } from '@/components/question/danger-banner';
import { NextSteps, OtherWays } from '@/components/question/other-ways';
import { QuestionSheet, restId } from '@/components/question/question-sheet';
import type { QuestionView } from '@/components/question/question-view';
import { RuleLine } from '@/components/question/rule-line';
import { SettledSheet } from '@/components/question/settled-sheet';
import { WideningNotice } from '@/components/question/widening-notice';
import { ChecksNotice } from '@/components/scopes/checks-notice';
import { TopBar } from '@/components/shell/page-head';
import { ButtonLink } from '@/components/ui/button';
import { Facts } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import { StatusDot } from '@/components/ui/status';

export type PageNotice = { title: string; detail?: string; tone?: 'neutral' | 'blue' | 'red' };

const whyId = 'why';
const pageClass =
  'mx-auto w-full max-w-column flex-1 pb-[250px] short:pb-0 wide:grid wide:max-w-(--column-wide) wide:grid-cols-[minmax(0,1fr)_288px] wide:content-start wide:items-start wide:gap-x-11 wide:px-7 wide:pt-2.5 wide:pb-16';

function Listening(props: { listening: boolean; agentGone: boolean }) {
  return (
    <p role="status" className="flex items-center gap-2.5 font-medium whitespace-nowrap text-ink">
      <StatusDot shape={props.listening ? 'active' : 'idle'} live={props.listening} />
      {props.listening
        ? 'Agent is listening now'
        : props.agentGone
          ? 'Agent gone: nobody asked for a day'
          : 'Nobody is listening'}
    </p>
  );
}

function Pending(props: { view: QuestionView; canAnswer: boolean }) {
  const { view, canAnswer } = props;
  const opensFirst = bodyNeedsOpening(view) ? restId : undefined;
  const held = view.danger.length > 0;
  const offer = offerOf(view);
  return (
    <div className="group/decide">
      {held && <DangerBanner sentences={view.danger} whyId={view.ruleLine === undefined ? undefined : whyId} />}
      {view.scope !== undefined && <ChecksNotice scope={view.scope} />}
      {view.widening !== undefined && <WideningNotice widening={view.widening} />}
      <QuestionSheet view={view} canAnswer={canAnswer} />
      {canAnswer ? (
        <AnswerBar view={view} opensFirst={opensFirst} />
      ) : (
        <BarWithout>
          <p className="py-1 text-small text-muted wide:col-span-full">
            You can read this question. Members answer it.
          </p>
        </BarWithout>
      )}
      {canAnswer && offer !== undefined && <AlwaysAllow offer={offer} held={held} />}
    </div>
  );
}

function Settled(props: { view: QuestionView; waitingCount: number; nextHref: string }) {
  return (
    <>
      <SettledSheet view={props.view} />
      <div id={answerFormId} data-bar className="wide:mt-4 wide:flex wide:justify-end">
        <div className="fixed inset-x-0 bottom-0 z-30 rounded-t-[18px] bg-raised px-(--gutter) pt-3 pb-[max(20px,env(safe-area-inset-bottom))] shadow-bar short:static wide:static wide:min-w-60 wide:bg-transparent wide:px-0 wide:pt-1 wide:pb-0 wide:shadow-none">
          <ButtonLink href={props.nextHref} look={props.waitingCount > 0 ? 'primary' : 'default'} size="answer" block>
            {props.waitingCount > 0 ? 'Next question' : 'Back to Waiting'}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

function KnownFacts({ view: { facts, scope } }: { view: QuestionView }) {
  const mayHold = scope?.state === 'proposed' || scope?.state === 'ratified';
  const isChecked = mayHold && scope.hookSeen && !scope.contract.checksNothing;
  const checks = { label: 'Checks', value: 'Each edit’s path, by the hook of this session' };
  const known = isChecked ? [checks, ...facts] : facts;
  return known.length === 0 ? null : <Facts title="What Nod knows" facts={known} />;
}

/**
 * The page of one question, waiting or settled, without its shell. `waitingCount` is how many *others* wait; `nextHref` leads
 * to the next one; `notice` says what became of an answer that was not used.
 */
export function DecisionPage(props: {
  view: QuestionView;
  waitingCount: number;
  nextHref?: string;
  notice?: PageNotice;
  canAnswer: boolean;
  /** More facts or rows for the column at the right. */
  aside?: ReactNode;
}) {
  const { view, waitingCount, notice } = props;
  const pending = view.state === 'pending';
  return (
    <main id="main" className={pageClass}>
      <div className="wide:col-span-full">
        <TopBar href="/" label="Waiting" moreCount={waitingCount}>
          {pending && <Listening listening={view.listening} agentGone={view.agentGone} />}
        </TopBar>
      </div>
      <div className="min-w-0 wide:col-start-1">
        {notice !== undefined && (
          <div className="mb-2">
            <Notice tone={notice.tone} title={notice.title} detail={notice.detail} announce />
          </div>
        )}
        {pending ? (
          <Pending view={view} canAnswer={props.canAnswer} />
        ) : (
          <Settled view={view} waitingCount={waitingCount} nextHref={props.nextHref ?? '/'} />
        )}
      </div>
      <aside className="wide:col-start-2">
        <KnownFacts view={view} />
        {view.ruleLine !== undefined && (
          <RuleLine line={view.ruleLine} byScope={view.widening !== undefined} id={whyId} />
        )}
        {pending && <WayToYou entries={view.timeline} />}
        {pending ? props.canAnswer && <OtherWays view={view} /> : <NextSteps view={view} />}
        {props.aside}
      </aside>
    </main>
  );
}
