'use client';

import { useEffect } from 'react';
import { foregroundReports } from '@/components/live/foreground-reports';

const everyMs = 25_000;

/** Tells the server while this page is in front of the person: a question then rings here only if it stays unanswered for a moment. */
export function PagePresence() {
  useEffect(() => {
    const { look, repeat, leave, stop } = foregroundReports({
      isInFront: () => document.visibilityState === 'visible' && document.hasFocus(),
      send: (foreground) =>
        fetch('/api/presence', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ foreground, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
          // A page that is being left must still get this out.
          keepalive: true,
          // A reply that nobody reads keeps its connection, and a browser has six of them.
        }).then((reply) => reply.arrayBuffer()),
    });
    const onLeave = () => {
      if (leave())
        navigator.sendBeacon('/api/presence', new Blob(['{"foreground":false}'], { type: 'application/json' }));
    };
    const timer = setInterval(repeat, everyMs);
    addEventListener('focus', look);
    addEventListener('blur', look);
    addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      stop();
      clearInterval(timer);
      removeEventListener('focus', look);
      removeEventListener('blur', look);
      removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return null;
}
