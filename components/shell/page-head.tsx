import Link from 'next/link';
import type { ReactNode } from 'react';
import { Count } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';

/** The column of a list page: 680 px, with room below for the tab bar. */
export function PageBody(props: { children: ReactNode }) {
  return (
    <main
      id="main"
      className="mx-auto w-full max-w-column flex-1 pb-[calc(96px+env(safe-area-inset-bottom))] wide:pt-7 wide:pb-18"
    >
      {props.children}
    </main>
  );
}

/** A page's title, one sentence about its state, and at most one button. */
export function PageHead(props: { title: ReactNode; detail?: ReactNode; action?: ReactNode; afterTopBar?: boolean }) {
  const top = props.afterTopBar ? 'pt-0' : 'pt-5';
  return (
    <div className={`flex items-start gap-3 px-(--gutter) pb-4 wide:px-0 ${top}`}>
      <div className="min-w-0 flex-1">
        <h1 className="tight text-question font-semibold wrap-anywhere">{props.title}</h1>
        {props.detail !== undefined && <p className="mt-0.5 text-muted">{props.detail}</p>}
      </div>
      {props.action}
    </div>
  );
}

/** The way back, how many more wait there, and a state at the right. */
export function TopBar(props: { href: string; label: string; moreCount?: number; children?: ReactNode }) {
  const more = props.moreCount ?? 0;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2 px-(--gutter) py-1 text-small text-muted wide:px-0">
      <Link
        href={props.href}
        className="-ml-1.5 inline-flex min-h-12 items-center gap-[5px] pr-3 text-body font-medium text-ink"
      >
        <Icon name="back" />
        {props.label} {more > 0 && <Count value={more} words="more" />}
      </Link>
      <span className="flex-1" />
      {props.children}
    </div>
  );
}
