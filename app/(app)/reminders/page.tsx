import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { LeaveReminder } from '@/components/reminders/leave-reminder';
import { PastReminders } from '@/components/reminders/past-reminders';
import { PendingReminders } from '@/components/reminders/pending-reminders';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { EmptyState } from '@/components/ui/empty-state';
import { formProblem } from '@/components/ui/form-problem';
import { KeepTyped } from '@/components/ui/keep-typed';
import { Notice } from '@/components/ui/notice';
import { ToastOnce } from '@/components/ui/toast';
import { type MemberActor, mayAnswer } from '@/lib/actor';
import { keptFields } from '@/lib/http/kept-fields';
import { listReminders, whyNotAt } from '@/lib/reminders/page';

export const metadata: Metadata = { title: 'Reminders' };

const confirmations: Record<string, string> = {
  left: 'Left. It is in the list until it is due.',
  'left-earlier': 'Left. The clock shows that time twice that night; it comes the first time.',
  cancelled: 'Cancelled. It will not come.',
};

type Asked = Awaited<PageProps<'/reminders'>['searchParams']>;

/** The member's own reminders: what is still to come, what came of the others, and a form to leave oneself one. */
export default async function RemindersPage({ searchParams }: PageProps<'/reminders'>) {
  const asked = await searchParams;
  const actor = await requireMember('/reminders');
  const typed = await keptFields(asked.code);
  const [{ pending, past, timeZone, earliest, latest }, wrong] = await Promise.all([
    listReminders(actor, typed.get('timeZone') ?? undefined),
    whatIsWrong(actor, asked, typed),
  ]);
  const form = (typedFields?: { body: string; at: string }) => (
    <LeaveReminder
      action="/reminders/leave"
      timeZone={timeZone}
      earliest={earliest}
      latest={latest}
      typed={typedFields}
      bodyError={wrong.body}
      atError={wrong.at}
    />
  );
  const mayChange = mayAnswer(actor);
  return (
    <Frame actor={actor} current="reminders">
      <PageBody>
        <PageHead title="Reminders" detail={pendingSentence(pending.length)} />
        {wrong.problem && <Notice tone="red" title="That did not work" detail={wrong.problem} announce />}
        {typeof asked.done === 'string' && Object.hasOwn(confirmations, asked.done) && (
          <ToastOnce message={confirmations[asked.done] ?? ''} />
        )}
        {pending.length > 0 && <PendingReminders reminders={pending} mayCancel={mayChange} />}
        {pending.length === 0 && past.length === 0 && (
          <EmptyState title="No reminder yet">
            An agent can leave you one for later, also when it has long ended. So can you.
          </EmptyState>
        )}
        {mayChange && (
          <KeepTyped
            typed={typed.size > 0 && form({ body: typed.get('body') ?? '', at: typed.get('at') ?? '' })}
            fresh={form()}
          />
        )}
        {past.length > 0 && <PastReminders reminders={past} />}
      </PageBody>
    </Frame>
  );
}

function pendingSentence(count: number): string {
  if (count === 0) return 'Nothing is to come';
  return count === 1 ? '1 is still to come' : `${count} are still to come`;
}

const own = {
  changed: 'It was on its way already.',
  limit_reached: '25 reminders are to come, and no more fit. Cancel one first.',
  subscription_required: 'This workspace is suspended: reminders can be cancelled, not left.',
};

/** What a form got wrong, at its field where that is known. */
async function whatIsWrong(
  actor: MemberActor,
  { code, field }: Asked,
  typed: URLSearchParams,
): Promise<{ problem?: string; body?: string; at?: string }> {
  if (code === 'invalid_request' && field === 'body')
    return { body: 'Write what it is about, in at most 180 characters.' };
  if (code === 'invalid_request' && field === 'at') {
    const at = typed.get('at');
    const whyNot = at === null ? undefined : await whyNotAt(actor, at, typed.get('timeZone') ?? undefined);
    return { at: whyNot ?? 'That time could not be used.' };
  }
  const problem = formProblem(code, own);
  return problem === undefined ? {} : { problem };
}
