'use client';

import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Icon } from '@/components/ui/icon';

const shownMs = 4000;
const ToastContext = createContext<(message: string) => void>(() => {});

/** Shows a toast: only for what the server confirmed, never for an error that needs an act. */
export function useToast(): (message: string) => void {
  return useContext(ToastContext);
}

/** Gives the page its one toast at a time. Radix's parts appear with the first toast: on the server they carry styles. */
export function ToastProvider(props: { children: ReactNode }) {
  const [toast, setToast] = useState<{ message: string; number: number } | null>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback((message: string) => {
    setToast((last) => ({ message, number: (last?.number ?? 0) + 1 }));
    setOpen(true);
  }, []);
  return (
    <ToastContext value={show}>
      {props.children}
      {toast !== null && (
        <Radix.Provider duration={shownMs} label="Message" swipeDirection="down">
          <Radix.Root
            key={toast.number}
            open={open}
            onOpenChange={setOpen}
            className="flex items-center gap-2.5 rounded-answer bg-ink px-4 py-3 text-small font-medium text-paper shadow-pop"
          >
            <Icon name="check" />
            <Radix.Title>{toast.message}</Radix.Title>
          </Radix.Root>
          <Radix.Viewport className="fixed inset-x-3 bottom-[calc(86px+env(safe-area-inset-bottom))] z-50 mx-auto max-w-105 outline-none wide:inset-x-auto wide:right-6 wide:bottom-6 wide:w-max" />
        </Radix.Provider>
      )}
    </ToastContext>
  );
}

/**
 * Shows a message of the server once, after a page load that a form post led to: not again when that page is reloaded or gone back
 * to, and not another one when live updates change the words.
 */
export function ToastOnce(props: { message: string }) {
  const show = useToast();
  const [message] = useState(props.message);
  useEffect(() => {
    if (isFirstLoad()) show(message);
  }, [show, message]);
  return null;
}

function isFirstLoad(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type !== 'reload' && load?.type !== 'back_forward';
}
