import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Frame, requireMember } from '@/app/(app)/frame';
import { answerFormId } from '@/components/question/answer-bar';
import { DecisionPage, type PageNotice } from '@/components/question/decision-page';
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

/** What became of an answer that was not used: refused, or somebody was faster. */
function noticeOf(
  view: NonNullable<Awaited<ReturnType<typeof questionPage>>>['view'],
  asked: Asked,
): PageNotice | undefined {
  const { error, late } = asked;
  if (typeof error === 'string') return { title: 'Not sent', detail: error.slice(0, 300), tone: 'red' };
  if (typeof late !== 'string' || view.state === 'pending') return undefined;
  const yours = `Your ${answerInWords(late)} was not used.`;
  if (view.answer) {
    const who = view.answer.byYou ? 'You answered' : `${view.answer.byName ?? 'Somebody'} answered`;
    return {
      title: 'Already answered',
      detail: `${who} ${answerInWords(view.answer.value)} ${view.answer.sourceSentence}. ${yours}`,
    };
  }
  return { title: view.state === 'expired' ? 'Out of time' : 'No longer open', detail: yours };
}
