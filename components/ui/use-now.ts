'use client';

import { useSyncExternalStore } from 'react';

const tickMs = 5000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let presentMs: number | undefined;

function tick() {
  presentMs = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    presentMs = undefined;
  };
}

// Must give the same value until the next tick: React compares it while it renders.
function readPresentMs(): number {
  presentMs ??= Date.now();
  return presentMs;
}

/** The present time, renewed every five seconds for all readers at once; `null` on the server and while hydrating. */
export function useNow(): Date | null {
  const nowMs = useSyncExternalStore(subscribe, readPresentMs, () => null);
  return nowMs === null ? null : new Date(nowMs);
}
