import { classes } from '@/components/ui/classes';

export type StatusShape = 'waiting' | 'active' | 'idle' | 'error' | 'offline';

const tones: Record<StatusShape, string> = {
  waiting: 'text-waiting',
  active: 'text-muted',
  idle: 'text-muted',
  error: 'text-danger',
  offline: 'text-muted',
};

/** The shape alone; always beside a word. A live dot has a ring that breathes. */
export function StatusDot(props: { shape: StatusShape; live?: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-shape={props.shape}
      data-live={props.live || undefined}
      className="status-dot text-ink"
    />
  );
}

/** A state as shape and word: dot, ring, hollow ring, triangle or dash. */
export function Status(props: { shape: StatusShape; live?: boolean; word: string }) {
  const shape = 'inline-flex items-center gap-1.5 text-small font-medium whitespace-nowrap';
  return (
    <span className={classes(shape, tones[props.shape])}>
      <StatusDot shape={props.shape} live={props.live} />
      {props.word}
    </span>
  );
}
