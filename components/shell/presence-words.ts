import type { Presence } from '@/components/shell/side-rail';
import { clockIn } from '@/components/ui/time-words';

type Mode = 'push_first' | 'push_only' | 'notify_only' | 'terminal_only';

/** How Nod delivers now, as lib/delivery/settings.ts tells it. */
export type StandingNow = {
  mode: Mode;
  timeZone: string;
  modeUntil?: string;
  stoppedUntil?: string;
  rest?: { reason: 'snoozed' | 'quiet_hours'; until: string; held: number };
  keyboard?: string;
};

export const modeNames: Record<Mode, string> = {
  push_first: 'When away',
  push_only: 'Always',
  notify_only: 'Alert only',
  terminal_only: 'In agent',
};

const modeSentences: Record<Mode, string> = {
  push_first: 'Questions ring at once.',
  push_only: 'Questions ring at once, also while you type.',
  notify_only: 'You are told; agents ask in their own window.',
  terminal_only: 'Nothing rings; agents ask in their own window.',
};

/** Two lines for the foot of the rail: the mode, and what it means at this moment. */
export function presenceWords(standing: StandingNow): Presence {
  const clock = (iso: string) => clockIn(standing.timeZone, new Date(iso), new Date());
  if (standing.stoppedUntil) return { title: 'All agents stopped', detail: `Until ${clock(standing.stoppedUntil)}.` };
  const title = `${modeNames[standing.mode]}${standing.modeUntil ? ` until ${clock(standing.modeUntil)}` : ''}`;
  const { rest } = standing;
  if (rest) {
    const why = rest.reason === 'snoozed' ? 'Snoozed' : 'Quiet hours';
    return { title, detail: `${why} until ${clock(rest.until)}.` };
  }
  if (standing.mode === 'push_first' && standing.keyboard !== undefined)
    return { title, detail: `Pushes wait a moment while you type at ${standing.keyboard}.` };
  return { title, detail: modeSentences[standing.mode] };
}
