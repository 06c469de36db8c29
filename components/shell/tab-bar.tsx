import Link from 'next/link';
import { morePages, type PageName, tabPages } from '@/components/shell/navigation';
import { Count } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';

const tabClass =
  'relative grid min-h-13 w-full justify-items-center gap-0.5 rounded-control pt-[7px] pb-[5px] text-[.75rem] leading-4 font-medium';
const tone = (current: boolean) => (current ? 'text-accent' : 'text-muted');

/** The way around on a phone. More opens the browser's own popover, so it works without JavaScript. */
export function TabBar({ current, waitingCount }: { current?: PageName; waitingCount: number }) {
  const isMore = morePages.some((entry) => entry.page === current);
  return (
    <>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 bg-raised px-2 pt-1.5 pb-[max(8px,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--line)] wide:hidden"
      >
        {tabPages.map(({ page, label, href, icon }) => (
          <Link
            key={page}
            href={href}
            aria-current={page === current ? 'page' : undefined}
            className={classes(tabClass, tone(page === current))}
          >
            <Icon name={icon} size="large" />
            {label}
            {page === 'waiting' && waitingCount > 0 && (
              <span className="absolute top-[3px] left-[calc(50%+6px)] leading-none">
                <Count value={waitingCount} words="waiting" />
              </span>
            )}
          </Link>
        ))}
        <button type="button" popoverTarget="more-pages" className={classes(tabClass, tone(isMore))}>
          <Icon name="more" size="large" />
          More
        </button>
      </nav>
      <nav
        id="more-pages"
        popover="auto"
        aria-label="More"
        className="fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none rounded-t-sheet bg-raised px-2 pt-3 pb-[max(20px,env(safe-area-inset-bottom))] text-ink shadow-pop backdrop:bg-(--scrim) wide:hidden"
      >
        {morePages.map(({ page, label, href, icon }) => (
          <Link
            key={page}
            href={href}
            aria-current={page === current ? 'page' : undefined}
            className="flex min-h-12 items-center gap-3 rounded-control px-3 font-medium aria-[current]:text-accent"
          >
            <Icon name={icon} />
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
