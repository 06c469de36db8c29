import Link from 'next/link';
import { AnswerFields } from '@/components/question/answer-fields';
import { listTitleOf, type QuestionView } from '@/components/question/question-view';
import { InPlaceAnswer, InShort } from '@/components/question/waiting-slip';
import { AgentText } from '@/components/ui/agent-text';
import { RelativeTime } from '@/components/ui/relative-time';

/** One question of a session, answered in place; `action` is where the page's answers go. */
export function SessionQuestion(props: { view: QuestionView; action: string; canAnswer: boolean }) {
  const { view } = props;
  const href = `/q/${encodeURIComponent(view.id)}`;
  const form = `answer-${view.id}`;
  return (
    <li className="relative border-y border-line bg-surface px-(--gutter) py-4 not-first:mt-3 wide:rounded-answer wide:border wide:px-5 wide:py-4.5">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 flex-1 text-lead font-semibold tracking-[-.01em] wrap-anywhere">
          <Link href={href} className="block after:absolute after:inset-0 after:content-['']">
            <AgentText text={listTitleOf(view)} />
          </Link>
        </h3>
        <span className="text-small leading-6 text-muted">
          <RelativeTime at={view.askedAt} words="short" />
        </span>
      </div>
      <InShort view={view} />
      {props.canAnswer && (
        // Above the title's link, which covers the whole slip.
        <form id={form} method="post" action={props.action} className="relative z-10">
          <input type="hidden" name="question" value={view.id} />
          <AnswerFields view={view} surface="live_page" />
          <InPlaceAnswer view={view} form={form} href={href} />
        </form>
      )}
    </li>
  );
}
