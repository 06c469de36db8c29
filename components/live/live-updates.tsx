'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { followChanges } from '@/components/live/change-stream';
import { isReachable } from '@/components/live/is-reachable';

const settleMs = 120;

/**
 * Runs `act` once no finger or mouse button is down: nothing may move under it. Not while the server is away: the page would be lost to
 * an error. Its return is a change too (the stream opens again).
 */
function whenHandIsOff(act: () => void): () => void {
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
  const want = () => {
    wanted = true;
    setTimeout(run, settleMs);
  };
  want.stop = () => {
    removeEventListener('pointerdown', press, true);
    removeEventListener('pointerup', release, true);
    removeEventListener('pointercancel', release, true);
  };
  return want;
}

/** Whether the person is in the middle of an answer that a new render must not disturb. */
function isWriting(): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLTextAreaElement && focused.value !== '';
}

/**
 * Keeps a page true while it is open: any change of the workspace makes it read again from the server, what is being typed stays. Also
 * shows how many wait in the title and on the app's icon, and says a new question aloud.
 */
export function LiveUpdates(props: { waitingCount: number }) {
  const { waitingCount } = props;
  const router = useRouter();
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const refresh = whenHandIsOff(() => router.refresh()) as (() => void) & { stop(): void };
    const unfollow = followChanges((change) => {
      if (change.event === 'asked') setSpoken('A new question waits.');
      if (!isWriting() || change.event !== 'displayed') refresh();
    });
    const onVisible = () => document.visibilityState === 'visible' && refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      unfollow();
      refresh.stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [router]);

  useEffect(() => {
    const count = () => {
      const bare = document.title.replace(/^\(\d+\) /, '');
      const counted = waitingCount > 0 ? `(${waitingCount}) ${bare}` : bare;
      if (bare !== '' && document.title !== counted) document.title = counted;
    };
    count();
    // The framework sets the title again after the page is alive, and on the way to another page.
    const observer = new MutationObserver(count);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [waitingCount]);

  useEffect(() => {
    if ('setAppBadge' in navigator) {
      const done = waitingCount > 0 ? navigator.setAppBadge(waitingCount) : navigator.clearAppBadge();
      // Refused where the app is not installed; the title says it too.
      done.catch(() => undefined);
    }
  }, [waitingCount]);

  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
