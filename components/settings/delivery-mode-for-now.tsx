import { modeChoices } from '@/components/settings/delivery-view';
import { FoldRow } from '@/components/settings/fold-row';
import { modeNames, type StandingNow } from '@/components/shell/presence-words';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { RadioList } from '@/components/ui/radio-list';
import { Row } from '@/components/ui/rows';
import { clockIn } from '@/components/ui/time-words';

/** Another mode for a few hours; hooks hear of it before their next question. */
export function ModeForNow(props: { now: StandingNow; open: boolean; problem?: string }) {
  const { now } = props;
  if (now.modeUntil) {
    return (
      <Row
        title={`${modeNames[now.mode]} until ${clockIn(now.timeZone, new Date(now.modeUntil), new Date())}`}
        detail="For now, instead of your mode"
        end={
          <form method="post" action="/settings/mode/end">
            <Button type="submit" look="quiet" size="small">
              End it
            </Button>
          </form>
        }
      />
    );
  }
  return (
    <FoldRow title="Another mode for now" detail={`Now: ${modeNames[now.mode]}`} end="Choose" open={props.open}>
      <form method="post" action="/settings/mode" className="grid gap-4">
        <RadioList name="mode" legend="Mode" choices={modeChoices} />
        <Select id="hours" name="hours" label="For" defaultValue="1" error={props.problem}>
          <option value="1">1 hour</option>
          <option value="2">2 hours</option>
          <option value="4">4 hours</option>
          <option value="8">8 hours</option>
          <option value="24">24 hours</option>
        </Select>
        <Button type="submit">Use it for now</Button>
      </form>
    </FoldRow>
  );
}
