import type { StandingNow } from '@/components/shell/presence-words';
import { Button } from '@/components/ui/button';
import { Row } from '@/components/ui/rows';
import { clockIn } from '@/components/ui/time-words';

const lengths = [
  { value: '30', label: '30 min' },
  { value: '60', label: '1 h' },
  { value: '240', label: '4 h' },
  { value: 'morning', label: 'Until 8:00' },
];

/** Silence for a while, in one tap; or its end. */
export function SnoozeRow({ now, urgentThrough }: { now: StandingNow; urgentThrough: boolean }) {
  const snoozed = now.rest?.reason === 'snoozed' ? now.rest : undefined;
  if (snoozed) {
    return (
      <Row
        title={`Snoozed until ${clockIn(now.timeZone, new Date(snoozed.until), new Date())}`}
        detail={urgentThrough ? 'Only errors and risky questions ring until then' : 'Nothing rings until then'}
        end={
          <form method="post" action="/settings/snooze/end">
            <Button type="submit" look="quiet" size="small">
              Wake up
            </Button>
          </form>
        }
      />
    );
  }
  return (
    <li className="hairline relative px-(--gutter) py-3">
      <p className="font-medium">Snooze</p>
      <p className="text-small text-muted">
        {urgentThrough
          ? 'Hold all but errors and risky questions back for a while'
          : 'Hold everything back for a while'}
      </p>
      <form method="post" action="/settings/snooze" className="mt-2.5 grid grid-cols-2 gap-2 min-[420px]:grid-cols-4">
        {lengths.map(({ value, label }) => (
          <Button key={value} type="submit" name="for" value={value} look="quiet" size="small">
            {label}
          </Button>
        ))}
      </form>
    </li>
  );
}
