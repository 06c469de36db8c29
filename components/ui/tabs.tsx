'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { segmentClass, segmentItemClass } from '@/components/ui/segment';
import { Unstyled } from '@/components/ui/unstyled';

const chosen =
  'data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-[0_1px_2px_rgb(0_0_0/.14),0_0_0_1px_var(--line)]';

// Five names do not fit beside each other on a phone: three above two there.
const fiveClass = 'grid-flow-row! grid-cols-6 *:col-span-2 *:nth-[n+4]:col-span-3 wide:grid-cols-5 wide:*:col-span-1!';

/** Two to five equal panes of which one is shown. Without JavaScript all are shown, one under the other. */
export function Tabs(props: { label: string; panes: { value: string; label: string; content: ReactNode }[] }) {
  return (
    <Radix.Root defaultValue={props.panes[0]?.value}>
      <Radix.List asChild aria-label={props.label}>
        <Unstyled className={classes(segmentClass, props.panes.length > 4 && fiveClass, 'noscript:hidden')}>
          {props.panes.map((pane) => (
            <Radix.Trigger
              key={pane.value}
              value={pane.value}
              className={`${segmentItemClass} whitespace-nowrap ${chosen}`}
            >
              {pane.label}
            </Radix.Trigger>
          ))}
        </Unstyled>
      </Radix.List>
      {props.panes.map((pane) => (
        <Radix.Content key={pane.value} value={pane.value} asChild forceMount>
          <Unstyled className="mt-2.5 data-[state=inactive]:hidden noscript:data-[state=inactive]:block">
            {pane.content}
          </Unstyled>
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
