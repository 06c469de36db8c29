'use client';

import { useCallback, useEffect, useRef, useState } from 'react';

/** Length of a hold: a safety time, the same as `--duration-hold`. */
export const holdMs = 1500;

/** Runs `onFull` once `start` was followed by 1.5 s without `stop`. Leaving the page or the window stops a hold. */
export function useHold(onFull: () => void) {
  const [holding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHolding(false);
  }, []);
  const start = () => {
    if (timer.current !== undefined) return;
    setHolding(true);
    timer.current = setTimeout(() => {
      stop();
      onFull();
    }, holdMs);
  };
  useEffect(() => {
    document.addEventListener('visibilitychange', stop);
    return () => {
      document.removeEventListener('visibilitychange', stop);
      clearTimeout(timer.current);
    };
  }, [stop]);
  return { holding, start, stop };
}
