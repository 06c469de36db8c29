import { AgentText } from '@/components/ui/agent-text';
import type { IconName } from '@/components/ui/icon-shapes';
import { RelativeTime } from '@/components/ui/relative-time';
import { Row, Rows, Section } from '@/components/ui/rows';
import { TextLink } from '@/components/ui/text-button';
import { Tile } from '@/components/ui/tile';

export type Happening = {
  id: string;
  title: string;
  detail: string;
  /** ISO time. */
  at: string;
  href: string;
  kind?: 'yes' | 'no' | 'expired' | 'other';
};

const tiles: Record<NonNullable<Happening['kind']>, { icon: IconName; tone: 'blue' | 'red' | 'neutral' }> = {
  yes: { icon: 'check', tone: 'blue' },
  no: { icon: 'cross', tone: 'red' },
  expired: { icon: 'clock', tone: 'neutral' },
  other: { icon: 'bell', tone: 'neutral' },
};

/** The last few things that were settled, newest first. */
export function JustHappened(props: { happenings: Happening[] }) {
  if (props.happenings.length === 0) return null;
  return (
    <Section title="Just happened" action={<TextLink href="/activity">All activity</TextLink>}>
      <Rows>
        {props.happenings.map((one) => (
          <Row
            key={one.id}
            href={one.href}
            glyph={<Tile {...tiles[one.kind ?? 'other']} />}
            title={<AgentText text={one.title} />}
            detail={<AgentText text={one.detail} />}
            end={<RelativeTime at={one.at} words="clock" />}
          />
        ))}
      </Rows>
    </Section>
  );
}
