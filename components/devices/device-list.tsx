import Link from 'next/link';
import { AgentText } from '@/components/ui/agent-text';
import { AskFirst } from '@/components/ui/ask-first';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Checkbox, Field } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import { RowParts, Rows, rowClass, Section } from '@/components/ui/rows';
import { Status, type StatusShape } from '@/components/ui/status';
import { Tile } from '@/components/ui/tile';

export type DeviceEntry = {
  id: string;
  endpoint: string;
  name: string;
  kind: string;
  isPhone: boolean;
  status: 'active' | 'unsubscribed' | 'expired' | 'bounced';
  tags: string[];
  lastSeenAt: string;
  lastDeliveredAt?: string;
  gets: { questions: boolean; updates: boolean; reminders: boolean };
  hidesText: boolean;
  recent: { title: string; outcome: string; at: string; href?: string }[];
};

const states: Record<DeviceEntry['status'], { shape: StatusShape; word: string }> = {
  active: { shape: 'active', word: 'Active' },
  unsubscribed: { shape: 'offline', word: 'Off' },
  expired: { shape: 'error', word: 'Expired' },
  bounced: { shape: 'error', word: 'Refused' },
};

/** Every device of the member. Each opens in place: a test, its name and tags, remove. Works without JavaScript. */
export function DeviceList(props: { devices: DeviceEntry[] }) {
  if (props.devices.length === 0) {
    return (
      <EmptyState title="No device yet">
        Turn on this one, or open Nod on your phone and turn it on there. Questions then ring on every device.
      </EmptyState>
    );
  }
  return (
    <Section
      title="All devices"
      foot="Open a device to choose what rings there, send it a test, rename it or remove it."
    >
      <Rows>
        {props.devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </Rows>
    </Section>
  );
}

function DeviceRow({ device }: { device: DeviceEntry }) {
  const content = {
    glyph: <Tile icon={device.isPhone ? 'phone' : 'laptop'} />,
    title: device.name,
    detail: device.tags.length > 0 ? `${device.kind} · ${device.tags.join(', ')}` : device.kind,
    end: (
      <span className="grid justify-items-end">
        <Status {...states[device.status]} />
        <RelativeTime at={device.lastSeenAt} />
      </span>
    ),
  };
  return (
    <li className="hairline relative">
      <details>
        <summary
          className={`${rowClass(content)} cursor-pointer list-none hover:bg-hover -outline-offset-2 [&::-webkit-details-marker]:hidden`}
        >
          <RowParts {...content} />
        </summary>
        <DeviceControls device={device} />
      </details>
    </li>
  );
}

function DeviceControls({ device }: { device: DeviceEntry }) {
  const path = `/devices/${device.id}`;
  return (
    <div className="grid gap-4 px-(--gutter) pt-1 pb-4">
      <RecentPushes device={device} />
      {device.status === 'active' && (
        <form method="post" action={`${path}/test`}>
          <Button type="submit">Send a test</Button>
        </form>
      )}
      <form method="post" action={`${path}/update`} className="grid gap-3 wide:grid-cols-2">
        <Field id={`name-${device.id}`} name="name" label="Name" defaultValue={device.name} maxLength={60} required />
        <Field
          id={`tags-${device.id}`}
          name="tags"
          label="Tags"
          hint="Separated by commas. Agents can ask only devices with a tag."
          defaultValue={device.tags.join(', ')}
        />
        <DeviceBoxes device={device} />
        <div>
          <Button type="submit">Save</Button>
        </div>
      </form>
      <div>
        <AskFirst
          action={`${path}/remove`}
          words={`Remove ${device.name}`}
          title={`Remove ${device.name}?`}
          description="Nothing rings there any more. Turn it on again there whenever you like."
          danger
        />
      </div>
    </div>
  );
}

/** What rings there, and how much of it may be read on its lock screen. */
function DeviceBoxes({ device }: { device: DeviceEntry }) {
  const box = (name: string, label: string, checked: boolean, hint?: string) => (
    <Checkbox id={`${name}-${device.id}`} name={name} label={label} hint={hint} defaultChecked={checked} />
  );
  return (
    <fieldset className="wide:col-span-2">
      <legend className="text-small font-medium">Rings for</legend>
      <input type="hidden" name="boxes" value="1" />
      <div className="wide:grid wide:grid-cols-3">
        {box('getsQuestions', 'Questions', device.gets.questions)}
        {box('getsUpdates', 'Updates', device.gets.updates)}
        {box('getsReminders', 'Reminders', device.gets.reminders)}
      </div>
      {box(
        'hidesText',
        'Hide the text on its lock screen',
        device.hidesText,
        'It then says only that something waits. Answer on the page.',
      )}
    </fieldset>
  );
}

/** What is known of the last pushes to it. */
function RecentPushes({ device }: { device: DeviceEntry }) {
  if (device.recent.length === 0) return <p className="text-small text-muted">Nothing was sent to it yet.</p>;
  return (
    <ul className="grid text-small" aria-label={`Last pushes to ${device.name}`}>
      {device.recent.map((push) => (
        <li key={`${push.at}${push.title}`} className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1">
          <span className="truncate">
            {push.href ? (
              <Link
                href={push.href}
                className="underline decoration-edge underline-offset-3 after:absolute after:inset-0 after:content-['']"
              >
                <AgentText text={push.title} />
              </Link>
            ) : (
              <AgentText text={push.title} />
            )}
          </span>
          <span className="text-muted">
            <RelativeTime at={push.at} />
          </span>
          <span className="col-span-2 text-muted wrap-anywhere">{push.outcome}</span>
        </li>
      ))}
    </ul>
  );
}
