import type { ReactNode } from 'react';
import type { ReminderEntry } from '@/components/reminders/reminder-entry';
import { AgentText } from '@/components/ui/agent-text';
import { Row } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';

/** One reminder: its words, who left it, and what the list says about it. */
export function ReminderRow(props: { reminder: ReminderEntry; facts: ReactNode; end?: ReactNode }) {
  const { title, body, agent, status } = props.reminder;
  return (
    <Row
      top
      glyph={<Tile icon={status === 'failed' ? 'alert' : 'clock'} tone={status === 'failed' ? 'red' : 'neutral'} />}
      title={<AgentText text={title ?? body} />}
      detail={
        <>
          {title !== undefined && (
            <span className="block">
              <AgentText text={body} />
            </span>
          )}
          <span className="block">{props.facts}</span>
          <span className="block">{agent === undefined ? 'From you' : <AgentText text={`From ${agent}`} />}</span>
        </>
      }
      end={props.end}
    />
  );
}
