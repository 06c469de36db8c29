'use client';

import { useEffect } from 'react';
import { lastWaitingCache } from '@/components/live/last-waiting';

/** Throws away what the offline page would show: nobody is signed in here any more. */
export function ForgetLastWaiting() {
  useEffect(() => {
    if (!('caches' in window)) return;
    caches
      .delete(lastWaitingCache)
      .catch((error: unknown) => console.warn('the list for offline use could not be thrown away', error));
  }, []);
  return null;
}
