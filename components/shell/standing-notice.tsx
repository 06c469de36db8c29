import type { StandingNow } from '@/components/shell/presence-words';
import { TextButton } from '@/components/ui/text-button';
import { clockIn } from '@/components/ui/time-words';

/** One line over a page while nothing rings: why, until when, and the way back. Silence must never be a surprise. */
export function StandingNotice(props: { now: StandingNow; mayLift: boolean }) {
  const { stoppedUntil, rest, timeZone } = props.now;
  const clock = (iso: string) => clockIn(timeZone, new Date(iso), new Date());
  if (stoppedUntil) {
    return (
      <Line
        words={`All agents are stopped until ${clock(stoppedUntil)}.`}
        tone="danger"
        action={props.mayLift ? { path: '/sessions/resume', label: 'Let them go on' } : undefined}
      />
    );
  }
  if (!rest) return null;
  const held =
    rest.held === 0 ? '' : rest.held === 1 ? ' 1 thing is held back.' : ` ${rest.held} things are held back.`;
  return rest.reason === 'snoozed' ? (
    <Line
      words={`Snoozed until ${clock(rest.until)}.${held}`}
      action={{ path: '/settings/snooze/end', label: 'Wake up' }}
    />
  ) : (
    <Line words={`Quiet hours until ${clock(rest.until)}.${held}`} />
  );
}

function Line(props: { words: string; tone?: 'danger'; action?: { path: string; label: string } }) {
  const ground = props.tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-sunken text-ink';
  return (
    <div
      className={`flex min-h-11 items-center justify-between gap-x-4 px-(--gutter) text-small font-medium ${ground}`}
    >
      <p className="min-w-0 py-2">{props.words}</p>
      {props.action && (
        <form method="post" action={props.action.path}>
          <TextButton type="submit" tone={props.tone ?? 'accent'}>
            {props.action.label}
          </TextButton>
        </form>
      )}
    </div>
  );
}
