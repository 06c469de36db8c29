'use client';

import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/icon-button';

/**
 * A dialog over the page: from below on a phone, in the middle from 900 px. `trigger` is the button that opens it.
 * Radix's own overlay is left out, since its scroll lock writes a style element that the content policy blocks.
 */
export function Dialog(props: { trigger: ReactNode; title: string; description?: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-(--scrim)" />
        <Radix.Content
          {...(props.description === undefined && { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] overflow-y-auto rounded-t-sheet bg-raised px-4 pt-4 pb-[max(20px,env(safe-area-inset-bottom))] shadow-pop wide:inset-x-auto wide:top-1/2 wide:bottom-auto wide:left-1/2 wide:w-120 wide:-translate-1/2 wide:rounded-sheet wide:p-6"
        >
          <div className="flex items-start gap-3">
            <Radix.Title className="tight flex-1 py-2 text-title font-semibold">{props.title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="cross" label="Close" />
            </Radix.Close>
          </div>
          {props.description !== undefined && (
            <Radix.Description className="mb-5 text-muted">{props.description}</Radix.Description>
          )}
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
