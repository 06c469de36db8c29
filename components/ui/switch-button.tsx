import type { ComponentProps } from 'react';
import { classes } from '@/components/ui/classes';

/** A switch that posts its form: the server's word, not the tap, turns it. `label` says what is on or off. */
export function SwitchButton(props: { on: boolean; label: string } & Omit<ComponentProps<'button'>, 'children'>) {
  const { on, label, className, ...button } = props;
  const track = on ? 'bg-accent-fill' : 'bg-edge';
  return (
    <button
      type="submit"
      role="switch"
      aria-checked={on}
      aria-label={label}
      {...button}
      className={classes('relative h-8 w-13 flex-none rounded-full', track, className)}
    >
      <span
        className={classes(
          'absolute top-[3px] left-[3px] size-6.5 rounded-full bg-(--on-accent) transition-transform duration-(--duration-move) ease-nod',
          on && 'translate-x-5',
        )}
      />
    </button>
  );
}
