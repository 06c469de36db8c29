import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';

const tones = { given: 'text-accent', refused: 'text-danger', none: 'text-muted' };

/** The largest words of a receipt: the recorded answer, or that there is none. Long answers take a smaller size. */
export function Verdict(props: { icon?: IconName; tone: keyof typeof tones; children: ReactNode; long?: boolean }) {
  const size = props.long ? 'text-title font-semibold tight' : 'text-verdict font-semibold tracking-[-.03em]';
  return (
    <p className={classes('flex items-center gap-3', size, tones[props.tone])}>
      {props.icon !== undefined && <Icon name={props.icon} size="verdict" className="-ml-[5px]" />}
      <span className="min-w-0">{props.children}</span>
    </p>
  );
}

/** The dashed line along which a receipt would be torn. */
export function TearLine() {
  return <hr className="tear-line" />;
}
