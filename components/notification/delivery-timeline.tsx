import type { NotificationView } from '@/components/notification/notification-view';
import { Panel, Section } from '@/components/ui/rows';
import { Timeline, TimelineFact } from '@/components/ui/timeline';

/** Why all of it was silent, where no device says it by itself. */
const whyHeldBack: Record<string, string> = {
  kill_switch: 'All agents were stopped',
  terminal_only: 'Your mode was In agent: nothing rings',
  update_setting: 'You want no pushes of this kind',
};

/** What is known of its way to each device; what was not reported is not claimed. */
export function DeliveryTimeline(props: { view: NotificationView }) {
  const { at, deliveries, isTest, suppressed } = props.view;
  return (
    <Section title="Its way to you" aside>
      <Panel className="wide:border-0 wide:bg-transparent wide:px-0 wide:py-1">
        <Timeline>
          <TimelineFact kind="fact" title="Sent by the agent" at={at} />
          {deliveries.map((entry) => (
            <TimelineFact key={`${entry.title} ${entry.at ?? ''}`} {...entry} />
          ))}
          {isTest && <TimelineFact kind="notReported" title="It is marked as a test" />}
          {suppressed !== undefined && whyHeldBack[suppressed] !== undefined && (
            <TimelineFact kind="notReported" title={whyHeldBack[suppressed]} />
          )}
        </Timeline>
      </Panel>
    </Section>
  );
}
