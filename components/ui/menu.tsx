'use client';

import Link from 'next/link';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';

export type MenuEntry = { label: string; icon?: IconName; danger?: boolean } & (
  | { href: string }
  | { onSelect: () => void }
);

const entryClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-control px-3 text-small font-medium outline-none data-[highlighted]:bg-hover';

/** A menu of links and acts under the button `trigger`. Not modal: the modal one writes a style element. */
export function Menu(props: { trigger: ReactNode; entries: MenuEntry[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{props.trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-50 min-w-50 rounded-[14px] bg-raised p-1.5 shadow-pop"
        >
          {props.entries.map((entry) => {
            const look = `${entryClass} ${entry.danger ? 'text-danger' : 'text-ink'}`;
            const words = (
              <>
                {entry.icon !== undefined && <Icon name={entry.icon} />}
                {entry.label}
              </>
            );
            return 'href' in entry ? (
              <DropdownMenu.Item key={entry.label} asChild className={look}>
                <Link href={entry.href}>{words}</Link>
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Item key={entry.label} className={look} onSelect={entry.onSelect}>
                {words}
              </DropdownMenu.Item>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
