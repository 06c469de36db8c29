import { outcomeWords, type ReminderEntry } from '@/components/reminders/reminder-entry';
import { ReminderRow } from '@/components/reminders/reminder-row';
import { AgentText } from '@/components/ui/agent-text';
import { RelativeTime } from '@/components/ui/relative-time';
import { Rows, Section } from '@/components/ui/rows';

/** What came of the others, the last one first. */
export function PastReminders(props: { reminders: ReminderEntry[] }) {
  return (
    <Section title="Over" foot="Shown means that the device said so. Sent means that its push service took it.">
      <Rows>
        {props.reminders.map((reminder) => (
          <ReminderRow
            key={reminder.id}
            reminder={reminder}
            facts={
              <span className={reminder.status === 'failed' ? 'font-medium text-danger' : undefined}>
                <AgentText text={outcomeWords(reminder)} />
              </span>
            }
            end={reminder.settledAt && <RelativeTime at={reminder.settledAt} />}
          />
        ))}
      </Rows>
    </Section>
  );
}
