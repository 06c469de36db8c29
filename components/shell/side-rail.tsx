import Link from 'next/link';
import { dailyPages, type NavigationEntry, type PageName, setupPages } from '@/components/shell/navigation';
import { Count } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { Mark } from '@/components/ui/mark';

export type Presence = { title: string; detail: string };
export type RailProps = { workspaceName: string; current?: PageName; waitingCount: number; presence?: Presence };

const entryClass = 'flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 font-medium';

function RailEntry(props: { entry: NavigationEntry; current: boolean; count: number }) {
  const { entry, current, count } = props;
  const look = current
    ? 'bg-surface text-ink shadow-[0_0_0_1px_var(--line)]'
    : 'text-muted hover:bg-hover hover:text-ink';
  return (
    <Link href={entry.href} aria-current={current ? 'page' : undefined} className={classes(entryClass, look)}>
      <Icon name={entry.icon} className={current ? 'text-accent' : undefined} />
      {entry.label}
      {count > 0 && (
        <span className="ml-auto flex">
          <Count value={count} words="waiting" />
        </span>
      )}
    </Link>
  );
}

/** The way around from 900 px on: a rail at the left, with how Nod delivers at the moment at its foot. */
export function SideRail({ workspaceName, current, waitingCount, presence }: RailProps) {
  const entry = (one: NavigationEntry) => (
    <RailEntry
      key={one.page}
      entry={one}
      current={one.page === current}
      count={one.page === 'waiting' ? waitingCount : 0}
    />
  );
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 hidden h-dvh w-(--side) flex-none flex-col gap-px overflow-y-auto border-r border-line px-3 pt-4.5 pb-3.5 text-small wide:flex"
    >
      <div className="flex items-center gap-2.5 px-2 pt-1 pb-4 text-body font-semibold">
        <Mark className="size-7 flex-none" />
        <div className="min-w-0 truncate">
          Nod <span className="font-normal text-muted">{workspaceName}</span>
        </div>
      </div>
      {dailyPages.map(entry)}
      <div className="h-4.5" />
      {setupPages.map(entry)}
      <div className="flex-1" />
      {presence !== undefined && (
        <div className="mx-1 border-t border-line px-1.5 pt-3 pb-0.5 text-caption text-muted">
          <b className="block text-small font-medium text-ink">{presence.title}</b>
          {presence.detail}
        </div>
      )}
    </nav>
  );
}
