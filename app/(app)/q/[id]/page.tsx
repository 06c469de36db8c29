import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Frame, requireMember } from '@/app/(app)/frame';
import { answerFormId } from '@/components/question/answer-fields';
import { DecisionPage, type PageNotice } from '@/components/question/decision-page';
import { formProblem } from '@/components/ui/form-problem';
import { mayAnswer } from '@/lib/actor';
import { questionPage } from '@/lib/questions/pages';
import { answerInWords } from '@/lib/questions/receipt';

export const metadata: Metadata = { title: 'Question' };

/** The decision page: `answerUrl` leads here. Works without JavaScript. */
export default async function QuestionPage({ params, searchParams }: PageProps<'/q/[id]'>) {
  const { id } = await params;
  const actor = await requireMember(`/q/${id}`);
  const page = await questionPage(actor, id);
  if (!page) notFound();
  const { view, others } = page;
  return (
    <Frame actor={actor} current="waiting" tabBar={false} skipTo={{ id: answerFormId, words: 'Skip to the answer' }}>
      <DecisionPage
        view={view}
        waitingCount={others.count}
        nextHref={others.oldestId ? `/q/${others.oldestId}` : '/'}
        canAnswer={mayAnswer(actor)}
        notice={noticeOf(view, await searchParams)}
      />
    </Frame>
  );
}

type Asked = Record<string, string | string[] | undefined>;

const problems: Record<string, string> = {
  invalid_request:
    'That answer cannot be used: choose one or write one, with at most 4000 characters and a note of at most 1000.',
  forbidden: 'This cannot be undone, so a tap is not enough: hold the button, or tick the box that you have read it.',
  changed: 'The question changed after you opened this page. Read it again.',
  limit_reached: 'There are as many rules as there may be. Remove one under Policies, or answer only this once.',
  not_found: 'There is no such question.',
};

/** What became of an answer that was not used: refused, or somebody was faster. */
function noticeOf(
  view: NonNullable<Awaited<ReturnType<typeof questionPage>>>['view'],
  asked: Asked,
): PageNotice | undefined {
  const problem = formProblem(asked.code, problems);
  if (problem) return { title: 'Not sent', detail: problem, tone: 'red' };
  const { late } = asked;
  if (typeof late !== 'string' || view.state === 'pending') return undefined;
  const isKnown = ['yes', 'no', ...view.options.map((option) => option.label)].includes(late);
  const yours = isKnown ? `Your ${answerInWords(late)} was not used.` : 'Your answer was not used.';
  if (view.answer) {
    const who = view.answer.byYou ? 'You answered' : `${view.answer.byName ?? 'Somebody'} answered`;
    return {
      title: 'Already answered',
      detail: `${who} ${answerInWords(view.answer.value)} ${view.answer.sourceSentence}. ${yours}`,
    };
  }
  return { title: view.state === 'expired' ? 'Out of time' : 'No longer open', detail: yours };
}
