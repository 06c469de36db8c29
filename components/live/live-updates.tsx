'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { followChanges } from '@/components/live/change-stream';
import { atMostEvery, whenHandIsOff } from '@/components/live/when-hand-is-off';

/** Pages that show what agents do, and not only what they ask and tell. */
const showsAgentsAtWork = (path: string): boolean => path === '/sessions' || path.startsWith('/sessions/');

/** A busy agent reports several times in a second. */
const telemetryEveryMs = 2000;
/** An agent that does nothing becomes idle, and offline, without anything happening. */
const lookAgainMs = 20_000;

/** Whether the person is in the middle of an answer that a new render must not disturb. */
function isWriting(): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLTextAreaElement && focused.value !== '';
}

/**
 * Keeps a page true while it is open: any change of the workspace makes it read again from the server, what is being typed stays. What
 * hooks report only concerns the pages of sessions. Also shows how many wait in the title and on the app's icon, and says a new question
 * aloud.
 */
export function LiveUpdates(props: { waitingCount: number }) {
  const { waitingCount } = props;
  const router = useRouter();
  const watchesAgents = showsAgentsAtWork(usePathname());
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const refresh = whenHandIsOff(() => router.refresh());
    const telemetry = atMostEvery(telemetryEveryMs, refresh.want);
    const unfollow = followChanges((change) => {
      if (change.event === 'asked') setSpoken('A new question waits.');
      if (change.event === 'session') {
        if (watchesAgents) telemetry.want();
      } else if (!isWriting() || change.event !== 'displayed') refresh.want();
    });
    const onVisible = () => document.visibilityState === 'visible' && refresh.want();
    document.addEventListener('visibilitychange', onVisible);
    const looking = watchesAgents ? setInterval(onVisible, lookAgainMs) : undefined;
    return () => {
      unfollow();
      refresh.stop();
      telemetry.stop();
      clearInterval(looking);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [router, watchesAgents]);

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
