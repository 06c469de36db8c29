import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classes } from '@/components/ui/classes';

type Tone = 'accent' | 'muted' | 'danger';
const tones: Record<Tone, string> = { accent: 'text-accent', muted: 'text-muted', danger: 'text-danger' };

function textButtonClass(tone: Tone, className: string | undefined): string {
  const shape = '-mx-1.5 inline-flex min-h-11 items-center gap-1.5 rounded-chip px-1.5';
  return classes(shape, 'text-small font-medium whitespace-nowrap', tones[tone], className);
}

/** A button without an edge, for the second thing one can do in a row or a notice. */
export function TextButton({ tone = 'accent', className, ...button }: { tone?: Tone } & ComponentProps<'button'>) {
  return <button type="button" {...button} className={textButtonClass(tone, className)} />;
}

/** A link that looks like a text button. */
export function TextLink({ tone = 'accent', className, ...link }: { tone?: Tone } & ComponentProps<typeof Link>) {
  return <Link {...link} className={textButtonClass(tone, className)} />;
}
