import { type WayEntry, WayToYou } from '@/components/delivery/way-to-you';
import type { NotificationView } from '@/components/notification/notification-view';

/** Why all of it was silent, where no device says it by itself. */
const whyHeldBack: Record<string, string> = {
  kill_switch: 'All agents were stopped',
  terminal_only: 'Your mode was In agent: nothing rings',
  update_setting: 'You want no pushes of this kind',
};

/** The way of a notification to each device. */
export function DeliveryTimeline(props: { view: NotificationView }) {
  const { at, deliveries, isTest, suppressed } = props.view;
  const why = isTest ? 'It is marked as a test' : suppressed === undefined ? undefined : whyHeldBack[suppressed];
  const entries: WayEntry[] = [{ kind: 'fact', title: 'Sent by the agent', at }, ...deliveries];
  return <WayToYou entries={why ? [...entries, { kind: 'notReported', title: why }] : entries} />;
}
