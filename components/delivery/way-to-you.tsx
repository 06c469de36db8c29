import { AgentText } from '@/components/ui/agent-text';
import { Panel, Section } from '@/components/ui/rows';
import { Timeline, TimelineFact } from '@/components/ui/timeline';

export type WayEntry = {
  kind: 'fact' | 'you' | 'stopped' | 'notReported';
  title: string;
  detail?: string;
  at?: string;
};

/** What is known of the way of something to each device, beside it; what was not reported is not claimed. */
export function WayToYou(props: { entries: WayEntry[] }) {
  return (
    <Section title="Its way to you" aside>
      <Panel className="wide:border-0 wide:bg-transparent wide:px-0 wide:py-1">
        <Timeline>
          {props.entries.map((entry, index) => (
            <TimelineFact
              // biome-ignore lint/suspicious/noArrayIndexKey: two facts may be alike, and their order never changes.
              key={index}
              kind={entry.kind}
              at={entry.at}
              title={<AgentText text={entry.title} />}
              detail={entry.detail && <AgentText text={entry.detail} />}
            />
          ))}
        </Timeline>
      </Panel>
    </Section>
  );
}
