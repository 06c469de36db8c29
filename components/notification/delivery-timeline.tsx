import type { NotificationView } from '@/components/notification/notification-view';
import { Panel, Section } from '@/components/ui/rows';
import { Timeline, TimelineFact } from '@/components/ui/timeline';

/** What is known of its way to each device; what was not reported is not claimed. */
export function DeliveryTimeline(props: { view: NotificationView }) {
  const { at, deliveries, isTest } = props.view;
  return (
    <Section title="Its way to you" aside>
      <Panel className="wide:border-0 wide:bg-transparent wide:px-0 wide:py-1">
        <Timeline>
          <TimelineFact kind="fact" title="Sent by the agent" at={at} />
          {deliveries.map((delivery) => (
            <DeliveryFact key={delivery.device} delivery={delivery} />
          ))}
          {deliveries.length === 0 && (
            <TimelineFact
              kind="notReported"
              title="No device was alerted"
              detail={isTest ? 'It is marked as a test' : undefined}
            />
          )}
        </Timeline>
      </Panel>
    </Section>
  );
}

function DeliveryFact({ delivery }: { delivery: NotificationView['deliveries'][number] }) {
  const { device, acceptedAt, displayedAt, failure } = delivery;
  if (failure) return <TimelineFact kind="stopped" title={`Not delivered to ${device}`} detail={failure} />;
  if (displayedAt) return <TimelineFact kind="fact" title={`Displayed on ${device}`} at={displayedAt} />;
  if (acceptedAt) {
    return (
      <TimelineFact
        kind="notReported"
        title={`Accepted for ${device}`}
        detail="The device has not said that it showed it"
        at={acceptedAt}
      />
    );
  }
  return <TimelineFact kind="notReported" title={`On its way to ${device}`} />;
}
