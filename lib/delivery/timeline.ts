import type { DeliveryFact } from '@/lib/questions/detail.sql';

/** One line of a timeline: what happened, or what is not known to have happened. */
export interface TimelineEntry {
  kind: 'fact' | 'you' | 'stopped' | 'notReported';
  title: string;
  detail?: string;
  /** ISO time. */
  at?: string;
}

/** Why a push was never sent, as the end of a sentence. */
export const whySuppressed: Record<string, string> = {
  snoozed: 'you had snoozed Nod',
  quiet_hours: 'it came in quiet hours',
  terminal_only: 'the mode was In agent',
  update_setting: 'updates of this kind are off',
  device_setting: 'this device does not take them',
  kill_switch: 'all agents were stopped',
  settled: 'it was settled before',
  device_gone: 'the device is gone',
  device_changed_hands: 'somebody else took the device over',
};

const whyHeld: Record<string, string> = {
  at_keyboard: 'somebody types at the agent’s machine',
  foreground: 'Nod was open in front of you there',
};

/** What is known of the pushes of one thing, in the order it happened; what was not reported is not claimed. */
export function deliveryEntries(deliveries: DeliveryFact[]): TimelineEntry[] {
  const nudges = deliveries.filter(({ kind }) => kind === 'nudge');
  const first = deliveries.filter(({ kind }) => kind !== 'nudge');
  const entries = [
    ...first.flatMap(unsent),
    ...accepted(first, ''),
    ...first.flatMap(failedOrOnItsWay),
    ...accepted(nudges, 'Reminded: '),
    ...nudges.flatMap(failedOrOnItsWay),
  ];
  if (deliveries.length === 0) entries.push({ kind: 'notReported', title: 'No device was alerted' });
  return entries;
}

function accepted(deliveries: DeliveryFact[], prefix: string): TimelineEntry[] {
  const taken = deliveries.filter((delivery) => delivery.accepted_at);
  const [first] = taken;
  if (!first) return [];
  const silent = taken.filter((delivery) => !delivery.displayed_at);
  const title = taken.length === 1 ? `accepted for ${first.device_name}` : `accepted by ${taken.length} devices`;
  return [
    {
      kind: 'fact',
      title: prefix === '' ? title.charAt(0).toUpperCase() + title.slice(1) : `${prefix}${title}`,
      detail: taken.length === 1 ? 'The push service took it' : 'The push services took it',
      ...at(first.accepted_at),
    },
    ...taken.flatMap((delivery): TimelineEntry[] =>
      delivery.displayed_at
        ? [{ kind: 'fact', title: `Displayed on ${delivery.device_name}`, ...at(delivery.displayed_at) }]
        : [],
    ),
    ...(silent.length > 0
      ? [
          {
            kind: 'notReported' as const,
            title: `${silent.map((delivery) => delivery.device_name).join(', ')}: not reported`,
            detail: 'The device has not said that it showed it',
          },
        ]
      : []),
  ];
}

/** What was held back or never sent, and why. */
function unsent({
  device_name: device,
  suppressed,
  digested_at: digestedAt,
  held,
  attempts,
  due_at: dueAt,
}: DeliveryFact) {
  const entries: TimelineEntry[] = [];
  if (suppressed) {
    const isHeldBack = suppressed === 'snoozed' || suppressed === 'quiet_hours';
    entries.push({
      kind: 'notReported',
      title: isHeldBack ? `Held back on ${device}` : `Not sent to ${device}`,
      detail: capital(whySuppressed[suppressed] ?? suppressed),
    });
    if (digestedAt) entries.push({ kind: 'fact', title: `Told with the rest on ${device}`, ...at(digestedAt) });
  } else if (held && attempts === 0) {
    entries.push({
      kind: 'notReported',
      title: `${device} stays silent`,
      detail: capital(whyHeld[held] ?? held),
      ...at(dueAt),
    });
  } else if (held) {
    entries.push({ kind: 'fact', title: `${device} was kept silent first`, detail: capital(whyHeld[held] ?? held) });
  }
  return entries;
}

function failedOrOnItsWay(delivery: DeliveryFact): TimelineEntry[] {
  const { device_name: device, failure } = delivery;
  const detail = failure ? { detail: failure } : {};
  if (delivery.failed_at)
    return [{ kind: 'stopped', title: `Not delivered to ${device}`, ...detail, ...at(delivery.failed_at) }];
  if (delivery.accepted_at || delivery.suppressed || delivery.attempts === 0) return [];
  return [{ kind: 'notReported', title: `On its way to ${device}`, ...detail }];
}

const at = (time: Date | null): { at?: string } => (time ? { at: time.toISOString() } : {});
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
