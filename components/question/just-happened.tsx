import { AgentText } from '@/components/ui/agent-text';
import type { IconName } from '@/components/ui/icon-shapes';
import { RelativeTime } from '@/components/ui/relative-time';
import { Row, Rows, Section } from '@/components/ui/rows';
import { TextLink } from '@/components/ui/text-button';
import { Tile } from '@/components/ui/tile';
import type { Happening } from '@/lib/activity/happening';

export type { Happening };

const tiles: Record<Happening['kind'], { icon: IconName; tone: 'blue' | 'red' | 'neutral' }> = {
  waiting: { icon: 'promise', tone: 'blue' },
  yes: { icon: 'check', tone: 'blue' },
  no: { icon: 'cross', tone: 'red' },
  expired: { icon: 'clock', tone: 'neutral' },
  error: { icon: 'alert', tone: 'red' },
  reminder: { icon: 'clock', tone: 'neutral' },
  stopped: { icon: 'stop', tone: 'red' },
  resumed: { icon: 'forward', tone: 'neutral' },
  rule: { icon: 'sliders', tone: 'neutral' },
  other: { icon: 'bell', tone: 'neutral' },
};

/** One thing that happened; the whole row leads to it. */
export function HappeningRow(props: { happening: Happening; time?: 'clock' | 'time' }) {
  const { happening, time = 'clock' } = props;
  return (
    <Row
      href={happening.href}
      glyph={<Tile {...tiles[happening.kind]} />}
      title={<AgentText text={happening.title} />}
      detail={<AgentText text={happening.detail} />}
      end={<RelativeTime at={happening.at} words={time} />}
    />
  );
}

/** The last few things that were settled, newest first. */
export function JustHappened(props: { happenings: Happening[] }) {
  if (props.happenings.length === 0) return null;
  return (
    <Section title="Just happened" action={<TextLink href="/activity">All activity</TextLink>}>
      <Rows>
        {props.happenings.map((one) => (
          <HappeningRow key={one.id} happening={one} />
        ))}
      </Rows>
    </Section>
  );
}
