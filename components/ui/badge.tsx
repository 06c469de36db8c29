import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

const tones = {
  neutral: 'bg-tile text-muted',
  allow: 'bg-(--allow-soft) text-allow',
  deny: 'bg-danger-soft text-danger',
  hold: 'bg-danger-fill text-on-danger',
  line: 'inset-ring inset-ring-line text-muted',
};

/** A word that sorts: Allow blue, Ask neutral, Deny red, Hold red fill. */
export function Badge(props: { tone?: keyof typeof tones; children: ReactNode }) {
  const shape =
    'inline-flex h-6 items-center gap-[5px] rounded-chip px-2 text-caption leading-none font-medium whitespace-nowrap';
  return <span className={classes(shape, tones[props.tone ?? 'neutral'])}>{props.children}</span>;
}

/** How many wait; `words` follows the number for screen readers. */
export function Count(props: { value: number; words?: string }) {
  return (
    <span className="inline-block h-[18px] min-w-[18px] rounded-[9px] bg-accent-fill px-[5px] text-center text-[.75rem] leading-[18px] font-semibold text-on-accent tabular-nums">
      {props.value}
      {props.words !== undefined && <span className="sr-only"> {props.words}</span>}
    </span>
  );
}
