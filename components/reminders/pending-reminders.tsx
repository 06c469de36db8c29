import type { ReminderEntry } from '@/components/reminders/reminder-entry';
import { ReminderRow } from '@/components/reminders/reminder-row';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Rows, Section } from '@/components/ui/rows';

/** What is still to come, the next one first; each can be cancelled until its dispatch begins. */
export function PendingReminders(props: { reminders: ReminderEntry[]; mayCancel: boolean }) {
  return (
    <Section title="To come">
      <Rows>
        {props.reminders.map((reminder) => (
          <ReminderRow
            key={reminder.id}
            reminder={reminder}
            facts={<When reminder={reminder} />}
            end={props.mayCancel && reminder.status === 'scheduled' ? <Cancel reminder={reminder} /> : undefined}
          />
        ))}
      </Rows>
    </Section>
  );
}

function When({ reminder }: { reminder: ReminderEntry }) {
  if (reminder.status === 'firing') return 'On its way to your devices';
  return (
    <>
      {/* Without JavaScript it is a time in UTC, beside the local one. */}
      <span className="noscript:hidden">
        <RelativeTime at={reminder.fireAt} words="until" />,{' '}
      </span>
      <span className="whitespace-nowrap">{reminder.fireAtLocal}</span>
    </>
  );
}

function Cancel({ reminder }: { reminder: ReminderEntry }) {
  return (
    <form method="post" action={`/reminders/${reminder.id}/cancel`}>
      <Button type="submit" look="quiet" size="small" aria-label={`Cancel “${reminder.title ?? reminder.body}”`}>
        Cancel
      </Button>
    </form>
  );
}
