import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';

const tones = { neutral: 'bg-tile text-muted', blue: 'bg-accent-soft text-accent', red: 'bg-danger-soft text-danger' };

/** What: an icon on a 36 px tile. Blue for what a person did, red for refused, stopped or broken. */
export function Tile(props: { icon: IconName; tone?: keyof typeof tones }) {
  const shape = 'grid size-9 flex-none place-items-center rounded-control';
  return (
    <span className={classes(shape, tones[props.tone ?? 'neutral'])}>
      <Icon name={props.icon} />
    </span>
  );
}
