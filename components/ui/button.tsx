import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classes } from '@/components/ui/classes';

const looks = {
  primary: 'bg-accent-fill text-on-accent hover:bg-(--accent-fill-press)',
  default: 'bg-surface text-ink inset-ring inset-ring-edge hover:bg-hover',
  quiet: 'bg-tile text-ink hover:bg-line',
  refuse: 'bg-surface text-refuse inset-ring inset-ring-edge hover:bg-hover',
  danger: 'bg-danger-fill text-on-danger hover:bg-(--red-fill-press)',
};

const sizes = {
  answer: 'min-h-(--tap-answer) rounded-answer px-4 text-lead whitespace-nowrap wide:min-h-13',
  listAnswer: 'min-h-13 rounded-[14px] px-4 text-body whitespace-nowrap',
  choice: 'min-h-(--tap) rounded-[14px] px-5 py-2.5 font-medium wrap-anywhere wide:min-h-11',
  option: 'min-h-(--tap-answer) rounded-answer px-2 text-body wrap-anywhere wide:min-h-13',
  default: 'min-h-(--tap) rounded-control px-5 whitespace-nowrap wide:min-h-11',
  small: 'min-h-11 rounded-control px-3.5 text-small whitespace-nowrap wide:min-h-9',
};

export type ButtonLook = { look?: keyof typeof looks; size?: keyof typeof sizes; block?: boolean };

/** Class names of a button, for an element that is neither `Button` nor `ButtonLink`. */
export function buttonClass({ look = 'default', size = 'default', block = false }: ButtonLook): string {
  const weight = size === 'choice' ? 'justify-start text-left' : 'justify-center font-semibold';
  const motion = 'transition-[scale,background-color] duration-(--duration-press) ease-nod active:scale-[.98]';
  return classes(
    'inline-flex items-center gap-2 select-none',
    weight,
    motion,
    looks[look],
    sizes[size],
    block && 'w-full',
  );
}

/** A button that names its outcome: a verb and an object. It does nothing by itself unless `type="submit"`. */
export function Button({ look, size, block, className, ...button }: ButtonLook & ComponentProps<'button'>) {
  return <button type="button" {...button} className={classes(buttonClass({ look, size, block }), className)} />;
}

/** A link that looks like a button. */
export function ButtonLink({ look, size, block, className, ...link }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link {...link} className={classes(buttonClass({ look, size, block }), className)} />;
}
