import type { ReactNode } from 'react';
import { RelativeTime } from '@/components/ui/relative-time';

export type TimelineKind = 'fact' | 'you' | 'stopped' | 'notReported';

const pins: Record<TimelineKind, string> = {
  fact: 'size-2.5 bg-faint',
  you: 'size-4 bg-accent-fill shadow-[0_0_0_4px_var(--accent-soft)]',
  stopped: 'size-2.5 bg-danger',
  notReported: 'size-2.5 border-2 border-edge',
};

/** A dot per fact, in order: blue and larger for what a person did, red for stopped, hollow for not reported. */
export function Timeline(props: { children: ReactNode }) {
  return <ol>{props.children}</ol>;
}

/** One fact of a timeline; `at` is an ISO time, shown to the second in the viewer's zone, or with its day where a timeline is of many. */
export function TimelineFact(props: {
  kind: TimelineKind;
  title: ReactNode;
  detail?: ReactNode;
  at?: string;
  words?: 'seconds' | 'clock';
}) {
  return (
    <li className="timeline-fact relative grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 pb-4.5 last:pb-0 wide:pb-3.5">
      <span className="grid h-6 w-5 place-items-center">
        <span className={`rounded-full ${pins[props.kind]}`} />
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{props.title}</span>
        {props.detail !== undefined && <span className="block text-small text-muted">{props.detail}</span>}
      </span>
      {props.at !== undefined && (
        <span className="text-small leading-6 text-muted">
          <RelativeTime at={props.at} words={props.words ?? 'seconds'} />
        </span>
      )}
    </li>
  );
}
