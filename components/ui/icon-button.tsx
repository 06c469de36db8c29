import type { ComponentProps } from 'react';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';

/** A 44 px square with one icon; `label` is what a screen reader says. */
export function IconButton(props: { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'children'>) {
  const { icon, label, className, ...button } = props;
  const shape = 'grid size-11 place-items-center rounded-control text-muted hover:bg-hover';
  return (
    <button type="button" aria-label={label} {...button} className={classes(shape, className)}>
      <Icon name={icon} />
    </button>
  );
}
