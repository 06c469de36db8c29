import Link from 'next/link';
import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

/** A quiet title over what belongs to it. `foot` is a sentence below; `action` a text button beside the title. */
export function Section(props: {
  title: string;
  action?: ReactNode;
  foot?: ReactNode;
  id?: string;
  aside?: boolean;
  children: ReactNode;
}) {
  const inset = props.aside ? 'px-(--gutter) wide:px-0' : 'px-(--gutter) wide:px-1';
  return (
    <section id={props.id} className={classes('mt-6', props.aside && 'wide:mt-7')}>
      <header className={classes('flex items-baseline gap-3 pb-2', inset)}>
        <h2 className="flex-1 text-small font-semibold text-muted">{props.title}</h2>
        {props.action !== undefined && <div className="-my-2.5">{props.action}</div>}
      </header>
      {props.children}
      {props.foot !== undefined && <p className={classes('pt-2 text-small text-muted', inset)}>{props.foot}</p>}
    </section>
  );
}

const kinds = {
  list: 'border-y wide:rounded-answer wide:border [--row-inset:calc(var(--gutter)+48px)]',
  icons: 'border-y wide:rounded-answer wide:border [--row-inset:calc(var(--gutter)+32px)] [&>li>*]:min-h-13',
  flat: 'border-y wide:rounded-answer wide:border [--row-inset:var(--gutter)]',
  aside:
    'border-y [--row-inset:calc(var(--gutter)+48px)] wide:border-b-0 wide:bg-transparent wide:[--row-gutter:0px] wide:[--row-inset:0px]',
};

/** Rows on one surface, edge to edge on a phone. `icons` rows have a bare icon, `flat` rows no glyph; `aside` rows lie on the desk from 900 px. */
export function Rows(props: { kind?: keyof typeof kinds; live?: boolean; children: ReactNode }) {
  const look = classes('overflow-hidden border-line bg-surface', kinds[props.kind ?? 'list']);
  return (
    <ul className={look} aria-live={props.live ? 'polite' : undefined}>
      {props.children}
    </ul>
  );
}

/** Padded ground for something that is not a list of rows: a form, a timeline. */
export function Panel(props: { children: ReactNode; className?: string }) {
  const ground = 'border-y border-line bg-surface px-(--gutter) py-4 wide:rounded-answer wide:border';
  return <div className={classes(ground, props.className)}>{props.children}</div>;
}

export type RowContent = {
  /** A tile or a monogram. */
  glyph?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** A time, a badge or a control. */
  end?: ReactNode;
  /** Aligns to the first line, for rows with several lines. */
  top?: boolean;
};

/** Class names of a row's grid, for a row that is itself a button or a form. */
export function rowClass({ glyph, top }: Pick<RowContent, 'glyph' | 'top'>): string {
  return classes(
    'grid w-full gap-x-3 px-(--row-gutter,var(--gutter)) py-3 text-left min-h-16 wide:min-h-15',
    glyph === undefined ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[auto_minmax(0,1fr)_auto]',
    top ? 'items-start' : 'items-center',
  );
}

/** What lies inside a row: glyph, title and muted line, end. */
export function RowParts({ glyph, title, detail, end }: RowContent) {
  return (
    <>
      {glyph}
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{title}</span>
        {detail !== undefined && <span className="block text-small text-muted wrap-anywhere">{detail}</span>}
      </span>
      {end !== undefined && <span className="text-right text-small whitespace-nowrap text-muted">{end}</span>}
    </>
  );
}

/** One row. With `href` the whole row is the link. */
export function Row({ href, ...content }: RowContent & { href?: string }) {
  return (
    <li className="hairline relative">
      {href === undefined ? (
        <div className={rowClass(content)}>
          <RowParts {...content} />
        </div>
      ) : (
        <Link href={href} className={classes(rowClass(content), 'hover:bg-hover -outline-offset-2')}>
          <RowParts {...content} />
        </Link>
      )}
    </li>
  );
}
