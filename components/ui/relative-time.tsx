'use client';

import {
  agoWords,
  clockWords,
  exactWords,
  lengthWords,
  timeWords,
  untilWords,
  utcWords,
} from '@/components/ui/time-words';
import { useNow } from '@/components/ui/use-now';

const wordings = {
  ago: agoWords,
  short: (at: Date, now: Date) => lengthWords(now.getTime() - at.getTime()),
  until: untilWords,
  time: timeWords,
  clock: (at: Date, now: Date) => clockWords(at, now, false),
  seconds: (at: Date, now: Date) => clockWords(at, now, true),
};

/**
 * A time in words, with the exact time in the viewer's zone on hover. The server writes exact UTC, so that hydration
 * finds what it expects and a page without JavaScript is right too. `at` is an ISO time.
 */
export function RelativeTime(props: { at: string; words?: keyof typeof wordings }) {
  const now = useNow();
  const at = new Date(props.at);
  if (now === null) return <time dateTime={props.at}>{utcWords(at)}</time>;
  return (
    <time dateTime={props.at} title={exactWords(at)}>
      {wordings[props.words ?? 'ago'](at, now)}
    </time>
  );
}
