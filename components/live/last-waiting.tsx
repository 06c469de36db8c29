'use client';

import { useEffect } from 'react';

/** What the offline page may show, marked as stale (public/offline.html). */
export type LastKnown = { id: string; question: string; agentName: string; askedAt: string };

/** The worker leaves this cache alone (public/sw.js). */
export const lastWaitingCache = 'nod-last';

/** Keeps the list for the offline page of this browser. It is thrown away at sign-out (forget-last-waiting.tsx). */
export function LastWaiting(props: { questions: LastKnown[] }) {
  const { questions } = props;
  useEffect(() => {
    if (!('caches' in window)) return;
    const body = JSON.stringify({ at: new Date().toISOString(), questions });
    caches
      .open(lastWaitingCache)
      .then((cache) =>
        cache.put('/last-waiting.json', new Response(body, { headers: { 'content-type': 'application/json' } })),
      )
      .catch((error: unknown) => console.warn('the list could not be kept for offline use', error));
  }, [questions]);
  return null;
}
