import Link from 'next/link';
import { AnswerFields } from '@/components/question/answer-fields';
import { dangerSentence } from '@/components/question/danger-banner';
import type { QuestionView } from '@/components/question/question-view';
import { InPlaceAnswer } from '@/components/question/waiting-slip';
import { AgentText, NodText } from '@/components/ui/agent-text';
import { RelativeTime } from '@/components/ui/relative-time';

function SecondLine({ view }: { view: QuestionView }) {
  const { danger, toolTarget, actionBody, context } = view;
  if (danger.length > 0) return <NodText text={`${dangerSentence(danger)}. It needs a closer look.`} />;
  const command = toolTarget ?? actionBody?.text.split('\n', 1)[0];
  if (command !== undefined) return <AgentText text={command} className="mono" />;
  return context === undefined ? null : <AgentText text={context} />;
}

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
            <AgentText text={view.question} />
          </Link>
        </h3>
        <span className="text-small leading-6 text-muted">
          <RelativeTime at={view.askedAt} words="short" />
        </span>
      </div>
      <p className="mt-1 line-clamp-3 text-small text-muted">
        <SecondLine view={view} />
      </p>
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
