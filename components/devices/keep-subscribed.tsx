'use client';

import { useEffect } from 'react';
import { checkPush } from '@/components/devices/push-client';

/** On every open: the worker is up to date, kept answers go out, and a subscription that the server lost is sent again. */
export function KeepSubscribed() {
  useEffect(() => {
    if (!window.isSecureContext) return;
    checkPush().catch((error: unknown) => console.warn('the subscription could not be checked', error));
  }, []);
  return null;
}
