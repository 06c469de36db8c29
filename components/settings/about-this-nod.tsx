import { Row, Rows, Section } from '@/components/ui/rows';

type Limits = {
  pendingPerWorkspace: number;
  pendingPerSession: number;
  notificationsPerFiveMinutes: number;
  callsPerKeyAndMinute: number;
};

/** What this Nod allows agents, and where it is reached. */
export function AboutThisNod({ limits, url }: { limits: Limits; url: string }) {
  const facts = [
    ['Questions waiting at once', limits.pendingPerWorkspace],
    ['Of these, from one agent session', limits.pendingPerSession],
    ['Notifications in 5 minutes', limits.notificationsPerFiveMinutes],
    ['Calls with one key in a minute', limits.callsPerKeyAndMinute],
  ] as const;
  return (
    <>
      <Section title="Limits" foot="Over a limit, an agent is told which one it met and what frees a place.">
        <Rows kind="flat">
          {facts.map(([title, value]) => (
            <Row key={title} title={title} end={<span className="text-body tabular-nums text-ink">{value}</span>} />
          ))}
        </Rows>
      </Section>
      <Section title="This Nod">
        <Rows kind="flat">
          <Row
            title="Address"
            detail={<span className="mono">{url}</span>}
            end={url.startsWith('https:') ? undefined : 'Not https'}
          />
        </Rows>
      </Section>
    </>
  );
}
