import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';

const numbers = {
  done: 'bg-accent-soft text-accent',
  now: 'bg-accent-fill text-on-accent',
  later: 'bg-paper text-muted inset-ring-[1.5px] inset-ring-edge',
};

/** Numbered steps joined by a line; `Step` is one of them. */
export function Steps(props: { children: ReactNode }) {
  return <ol>{props.children}</ol>;
}

/** A step that is done, under way, or still to come. */
export function Step(props: { number: number; state: keyof typeof numbers; title: string; children?: ReactNode }) {
  const line =
    'not-last:before:absolute not-last:before:top-9 not-last:before:bottom-1 not-last:before:left-[15px] not-last:before:w-0.5 not-last:before:bg-line';
  return (
    <li
      aria-current={props.state === 'now' ? 'step' : undefined}
      className={`relative grid grid-cols-[32px_minmax(0,1fr)] gap-x-4 pb-6 ${line}`}
    >
      <span
        className={classes(
          'grid size-8 place-items-center rounded-full text-small font-semibold',
          numbers[props.state],
        )}
      >
        {props.state === 'done' ? <Icon name="check" size="small" /> : props.number}
      </span>
      <div>
        <h2
          className={classes(
            'text-lead leading-8',
            props.state === 'later' ? 'font-medium text-muted' : 'font-semibold',
          )}
        >
          {props.title}
        </h2>
        {props.children}
      </div>
    </li>
  );
}
