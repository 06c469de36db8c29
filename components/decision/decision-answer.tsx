import { answerFormId } from '@/components/decision/answer-controls';
import { LocalTime } from '@/components/decision/local-time';
import { NoteField } from '@/components/question/note-field';
import { SendButton } from '@/components/question/send-button';
import { Button } from '@/components/ui/button';

import { HoldButton } from '@/components/ui/hold-button';
import { Icon } from '@/components/ui/icon';
import type { DecisionPage } from '@/lib/decisions/page';

const barClass =
  'fixed inset-x-0 bottom-0 z-30 rounded-t-[18px] bg-raised px-(--gutter) pt-3 pb-[max(20px,env(safe-area-inset-bottom))] shadow-bar short:static short:rounded-none wide:sticky wide:inset-x-auto wide:bottom-5 wide:mt-4 wide:rounded-sheet wide:px-4 wide:pt-3.5 wide:pb-4 wide:shadow-[var(--lift-pop),0_24px_0_2px_var(--paper)] wide:short:static';
const hintId = 'hold-hint';

const actionOf = ({ id }: DecisionPage): string => `/d/${encodeURIComponent(id)}/answer`;

/** No at the left, Yes or the hold at the right. No is never refused for want of the box that a held yes needs without JavaScript. */
function YesOrNo({ page }: { page: DecisionPage }) {
  return (
    <div className="grid grid-cols-[minmax(116px,2fr)_minmax(0,3fr)] items-end gap-answer">
      <Button
        type="submit"
        name="answer"
        value="no"
        formNoValidate
        look={page.needsHold ? 'default' : 'refuse'}
        size="answer"
      >
        <Icon name="cross" />
        No
      </Button>
      {page.needsHold ? (
        <HoldButton action={actionOf(page)} answer="yes" words="Hold to approve" hintId={hintId} />
      ) : (
        <Button type="submit" name="answer" value="yes" look="primary" size="answer">
          <Icon name="check" />
          Yes
        </Button>
      )}
    </div>
  );
}

function Answers({ page }: { page: DecisionPage }) {
  if (page.type === 'confirm') return <YesOrNo page={page} />;
  if (page.needsHold) return <HoldButton action={actionOf(page)} words="Hold to send" hintId={hintId} />;
  return <SendButton empty={page.type === 'input' ? 'Write an answer' : 'Choose an answer'} className="w-full" />;
}

/** Until when it can be answered. */
export function AnswerBy({ expiresAt }: Pick<DecisionPage, 'expiresAt'>) {
  if (expiresAt === undefined) return null;
  return (
    <p className="text-small text-muted">
      Answer by <LocalTime at={expiresAt} words="clock" />.
    </p>
  );
}

/** The answers under the thumb. A plain form that works without JavaScript; `token` is what opened the page. */
export function DecisionAnswer({ page, token }: { page: DecisionPage; token?: string }) {
  return (
    <form id={answerFormId} method="post" action={actionOf(page)} data-bar className={barClass}>
      {/* Enter in the note would press the first button, which is No. This one is off, so Enter does nothing. */}
      {page.type === 'confirm' && <button type="submit" disabled hidden />}
      <input type="hidden" name="digest" value={page.digest} />
      {token !== undefined && <input type="hidden" name="t" value={token} />}
      <div className="mx-auto grid max-w-column grid-cols-1 gap-3">
        <NoteField label="Note, optional" />
        {page.needsHold && (
          <p id={hintId} className="text-small text-muted noscript:hidden">
            Hold until the bar is full. Let go to stop.
          </p>
        )}
        <Answers page={page} />
        <AnswerBy expiresAt={page.expiresAt} />
      </div>
    </form>
  );
}
