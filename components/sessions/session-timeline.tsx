'use client';

import Link from 'next/link';
import { AgentText } from '@/components/ui/agent-text';
import { Panel, Section } from '@/components/ui/rows';
import { dayWords } from '@/components/ui/time-words';
import { Timeline, TimelineFact } from '@/components/ui/timeline';
import { useNow } from '@/components/ui/use-now';

export type SessionEvent = {
  key: string;
  /** ISO time. */
  at: string;
  kind: 'fact' | 'you' | 'stopped';
  title: string;
  detail?: string;
  href?: string;
  code?: boolean;
};

function Event({ event }: { event: SessionEvent }) {
  const words = <AgentText text={event.title} className={event.code ? 'mono' : undefined} />;
  return (
    <TimelineFact
      kind={event.kind}
      title={
        event.href === undefined ? (
          words
        ) : (
          <Link
            href={event.href}
            className="after:absolute after:inset-x-0 after:-top-2.5 after:bottom-0 after:content-['']"
          >
            {words}
          </Link>
        )
      }
      detail={event.detail === undefined ? undefined : <AgentText text={event.detail} className="line-clamp-2" />}
      at={event.at}
    />
  );
}

/** What happened in a session, newest first, under the viewer's days. */
export function SessionTimeline(props: { events: SessionEvent[] }) {
  const now = useNow();
  const days: { day: string; events: SessionEvent[] }[] = [];
  for (const event of props.events) {
    const day = dayWords(new Date(event.at), now);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days.map(({ day, events }) => (
    <Section key={day} title={day}>
      <Panel>
        <Timeline>
          {events.map((event) => (
            <Event key={event.key} event={event} />
          ))}
        </Timeline>
      </Panel>
    </Section>
  ));
}
