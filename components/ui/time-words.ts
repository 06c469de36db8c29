const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A length of time in one unit: `40 s`, `6 min`, `3 h`, `2 days`. */
export function lengthWords(lengthMs: number): string {
  if (lengthMs < minuteMs) return `${Math.max(0, Math.floor(lengthMs / secondMs))} s`;
  if (lengthMs < hourMs) return `${Math.floor(lengthMs / minuteMs)} min`;
  if (lengthMs < dayMs) return `${Math.floor(lengthMs / hourMs)} h`;
  const days = Math.floor(lengthMs / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

function date(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(at);
}

/** How long ago: `40 s ago`, and the date once it is more than six days. */
export function agoWords(at: Date, now: Date): string {
  const lengthMs = now.getTime() - at.getTime();
  return lengthMs > 6 * dayMs ? date(at) : `${lengthWords(lengthMs)} ago`;
}

/** How long until: `in 9 min`, or `now` once it has passed. */
export function untilWords(at: Date, now: Date): string {
  const lengthMs = at.getTime() - now.getTime();
  return lengthMs <= 0 ? 'now' : `in ${lengthWords(lengthMs)}`;
}

/** The clock's time alone, where the day stands above: `14:26`. */
export function timeWords(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** The clock's time, with the day before it when that is not today: `14:26`, `tomorrow, 14:26`, `12 Nov, 14:26`. */
export function clockWords(at: Date, now: Date, seconds: boolean): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: seconds ? '2-digit' : undefined,
  }).format(at);
  if (at.toDateString() === now.toDateString() || seconds) return time;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return at.toDateString() === tomorrow.toDateString() ? `tomorrow, ${time}` : `${date(at)}, ${time}`;
}

/** The day in the viewer's zone: `Today`, `Yesterday`, `Thursday 12 November`. Without `now`, on the server, the day in UTC. */
export function dayWords(at: Date, now: Date | null): string {
  if (now === null) return calendarDay(at, 'UTC');
  if (at.toDateString() === now.toDateString()) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (at.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return at.getFullYear() === now.getFullYear() ? calendarDay(at) : `${calendarDay(at)} ${at.getFullYear()}`;
}

/** Put together here: engines differ in the comma, and the browser must find what the server wrote. */
function calendarDay(at: Date, timeZone?: string): string {
  const part = (which: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...which, timeZone }).format(at);
  return [part({ weekday: 'long' }), part({ day: 'numeric' }), part({ month: 'long' })].join(' ');
}

/** The exact time in the viewer's zone, for hovering: `14:02:07, 30 November 2025`. */
export function exactWords(at: Date): string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(at);
  return `${at.toLocaleTimeString('en-GB')}, ${day}`;
}

/** What the server writes, which knows no viewer's zone: `14:02:07 UTC`. */
export function utcWords(at: Date): string {
  return `${at.toISOString().slice(11, 19)} UTC`;
}

/** A time to come by the clock of a zone: `15:40`, `tomorrow, 08:00`, `3 Dec, 08:00`. Server and browser write the same. */
export function clockIn(timeZone: string, at: Date, now: Date): string {
  const format = (options: Intl.DateTimeFormatOptions, when: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(when);
  const time = format({ hour: '2-digit', minute: '2-digit' }, at);
  const dayOf = (when: Date) =>
    Date.parse(format({ year: 'numeric', month: '2-digit', day: '2-digit' }, when).split('/').reverse().join('-'));
  const days = Math.round((dayOf(at) - dayOf(now)) / dayMs);
  if (days === 0) return time;
  return days === 1 ? `tomorrow, ${time}` : `${format({ day: 'numeric', month: 'short' }, at)}, ${time}`;
}
