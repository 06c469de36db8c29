import { Icon } from '@/components/ui/icon';
import { Row, Rows, Section } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';

const forward = (
  <span className="text-faint">
    <Icon name="forward" size="small" />
  </span>
);

/** The pages where keys and devices are set up. */
export function SetUpLinks() {
  return (
    <Section title="Set up">
      <Rows>
        <Row href="/keys" glyph={<Tile icon="key" />} title="Keys" detail="Agents ask with them" end={forward} />
        <Row
          href="/devices"
          glyph={<Tile icon="phone" />}
          title="Devices"
          detail="Questions reach them"
          end={forward}
        />
      </Rows>
    </Section>
  );
}
