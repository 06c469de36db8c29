'use client';

import { useEffect } from 'react';

const everyMs = 25_000;

/** Tells the server while this page is in front of the person: a question then rings here only if it stays unanswered for a moment. */
export function PagePresence() {
  useEffect(() => {
    let said: boolean | undefined;
    const isInFront = () => document.visibilityState === 'visible' && document.hasFocus();
    const say = (again: boolean) => {
      const foreground = isInFront();
      if (foreground === said && !(again && foreground)) return;
      said = foreground;
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      fetch('/api/presence', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ foreground, timeZone }),
        // A page that is being left must still get this out.
        keepalive: true,
      }).catch(() => {
        // Offline: nothing is rung from there either. Said again at the next change.
        said = undefined;
      });
    };
    const onChange = () => say(false);
    const onLeave = () => {
      if (said) navigator.sendBeacon('/api/presence', new Blob(['{"foreground":false}'], { type: 'application/json' }));
      said = undefined;
    };
    const timer = setInterval(() => say(true), everyMs);
    addEventListener('focus', onChange);
    addEventListener('blur', onChange);
    addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onChange);
    say(false);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', onChange);
      removeEventListener('blur', onChange);
      removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, []);
  return null;
}
