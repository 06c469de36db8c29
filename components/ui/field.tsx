import type { ComponentProps, ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

/** The words around a control: a label, how to fill it in, and what is wrong with it. */
export type FieldWords = { id: string; label: string; hint?: ReactNode; error?: string; hideLabel?: boolean };

export const controlClass =
  'block w-full min-h-(--tap) rounded-control border border-edge bg-surface px-3.5 py-[11px] aria-invalid:border-danger';

/** Lays out a label, a control, its hint and its error, joined for assistive technology by `describedBy(id)`. */
export function FieldFrame({ id, label, hint, error, hideLabel, children }: FieldWords & { children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-small font-medium'}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** The ARIA attributes that join a control to its hint and its error. */
export function describedBy({ id, hint, error }: FieldWords) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error !== undefined || undefined };
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldWords &
  Omit<ComponentProps<Tag>, 'id'> & { mono?: boolean };

/** One line of text. */
export function Field({ id, label, hint, error, hideLabel, mono, className, ...input }: Control<'input'>) {
  const words = { id, label, hint, error, hideLabel };
  const look = classes(controlClass, mono && 'font-mono text-small', className);
  return (
    <FieldFrame {...words}>
      <input id={id} {...describedBy(words)} {...input} className={look} />
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextArea({ id, label, hint, error, hideLabel, mono, className, ...textarea }: Control<'textarea'>) {
  const words = { id, label, hint, error, hideLabel };
  const look = classes(controlClass, 'resize-y', mono && 'font-mono text-small', className);
  return (
    <FieldFrame {...words}>
      <textarea id={id} rows={3} {...describedBy(words)} {...textarea} className={look} />
    </FieldFrame>
  );
}

/** One of many choices, in the browser's own list; `children` are its options. */
export function Select({ id, label, hint, error, hideLabel, mono, className, ...select }: Control<'select'>) {
  const words = { id, label, hint, error, hideLabel };
  const look = classes(controlClass, mono && 'font-mono text-small', className);
  return (
    <FieldFrame {...words}>
      <select id={id} {...describedBy(words)} {...select} className={look} />
    </FieldFrame>
  );
}

/** A box to tick, with its words beside it; the whole line is the target. */
export function Checkbox({ id, label, hint, error, hideLabel, className, ...input }: Control<'input'>) {
  const words = { id, label, hint, error, hideLabel };
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-medium">
        <input
          id={id}
          type="checkbox"
          {...describedBy(words)}
          {...input}
          className="size-5.5 flex-none accent-accent-fill"
        />
        <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="pl-8.5 text-small text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="pl-8.5 text-small font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
