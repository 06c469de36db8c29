import type { ReactNode } from 'react';
import { type RailProps, SideRail } from '@/components/shell/side-rail';
import { SkipLink } from '@/components/shell/skip-link';
import { TabBar } from '@/components/shell/tab-bar';

/**
 * The frame of every signed-in page: rail from 900 px, tab bar on a phone. A decision page sets `tabBar={false}`, since its
 * answer bar lies there. `skipTo` is the id that the skip link leads to.
 */
export function Shell(
  props: RailProps & { tabBar?: boolean; skipTo?: { id: string; words: string }; children: ReactNode },
) {
  const { children, tabBar = true, skipTo = { id: 'main', words: 'Skip to content' }, ...rail } = props;
  return (
    <>
      <SkipLink {...skipTo} />
      <div className="flex min-h-dvh flex-col wide:flex-row">
        <SideRail {...rail} />
        <div className="flex min-w-0 flex-1 flex-col">{children}</div>
        {tabBar && <TabBar current={rail.current} waitingCount={rail.waitingCount} />}
      </div>
    </>
  );
}
