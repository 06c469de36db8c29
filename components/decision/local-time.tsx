'use client';

import { clockWords } from '@/components/ui/time-words';
import { useNow } from '@/components/ui/use-now';

/** Day, time and zone, put together here: engines differ in the commas, and the browser must find what the server wrote. */
function exactWords(at: Date, timeZone?: string): string {
  const part = (which: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...which, timeZone }).format(at);
  const day = [part({ day: 'numeric' }), part({ month: 'long' }), part({ year: 'numeric' })].join(' ');
  const time = part({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short', timeZone })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${day}, ${time} ${zone ?? ''}`;
}

/**
 * A time in the viewer's zone, exact to the second or (`clock`) as a clock shows it. The server, and a page without JavaScript, write it in
 * UTC. `at` is an ISO time.
 */
export function LocalTime(props: { at: string; words?: 'exact' | 'clock' }) {
  const now = useNow();
  const at = new Date(props.at);
  if (now === null) return <time dateTime={props.at}>{exactWords(at, 'UTC')}</time>;
  const exact = exactWords(at);
  return (
    <time dateTime={props.at} title={exact}>
      {props.words === 'clock' ? clockWords(at, now, false) : exact}
    </time>
  );
}
