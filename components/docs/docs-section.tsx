import type { ReactNode } from 'react';
import { Prose } from '@/components/docs/prose';

/** A part of the documentation, with a title that the contents lead to. */
export function DocsSection(props: { id: string; title: string; lead?: string; children?: ReactNode }) {
  return (
    <section id={props.id} aria-labelledby={`${props.id}-title`} className="mt-14 scroll-mt-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={`${props.id}-title`} className="tight text-title font-semibold">
          {props.title}
        </h2>
        <a href="#contents" className="-my-2.5 py-2.5 text-small text-accent wide:hidden">
          Contents
        </a>
      </div>
      {props.lead !== undefined && (
        <p className="mt-1.5 text-muted">
          <Prose text={props.lead} />
        </p>
      )}
      {props.children}
    </section>
  );
}
