import { isReachable } from '@/components/live/is-reachable';

const settleMs = 120;

/** Something to be done once nothing can move under a finger; `want()` asks for it, however often. */
export interface Deferred {
  want(): void;
  stop(): void;
}

/**
 * Runs `act` once no finger or mouse button is down: nothing may move under it. Not while the server is away: the page would be lost to
 * an error. Its return is a change too (the stream opens again).
 */
export function whenHandIsOff(act: () => void): Deferred {
  let down = false;
  let wanted = false;
  const run = async () => {
    if (!wanted || down) return;
    wanted = false;
    if (!(await isReachable())) return;
    // A finger that came meanwhile: its release runs this again.
    if (down) wanted = true;
    else act();
  };
  const press = () => {
    down = true;
  };
  const release = () => {
    down = false;
    // After the click that this release makes.
    setTimeout(run, settleMs);
  };
  addEventListener('pointerdown', press, true);
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', release, true);
  return {
    want() {
      wanted = true;
      setTimeout(run, settleMs);
    },
    stop() {
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', release, true);
      removeEventListener('pointercancel', release, true);
    },
  };
}

/** Calls `act` at once, then at most once in `everyMs`; what came in between is made good at the end of it. */
export function atMostEvery(everyMs: number, act: () => void): Deferred {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  const run = () => {
    wanted = false;
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (wanted) run();
    }, everyMs);
  };
  return {
    want() {
      wanted = true;
      if (timer === undefined) run();
    },
    stop: () => clearTimeout(timer),
  };
}
