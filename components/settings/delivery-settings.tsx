import { DeliveryForm } from '@/components/settings/delivery-form';
import { ModeForNow } from '@/components/settings/delivery-mode-for-now';
import { SnoozeRow } from '@/components/settings/delivery-snooze';
import type { DeliverySettingsView } from '@/components/settings/delivery-view';
import { WorkspaceDeliveryForm } from '@/components/settings/delivery-workspace';
import { modeNames, type StandingNow } from '@/components/shell/presence-words';
import { Row, Rows, Section } from '@/components/ui/rows';
import { clockIn } from '@/components/ui/time-words';

/** When Nod rings: for a while (snooze, another mode, the kill switch) and from day to day. */
export function DeliverySettings(props: {
  settings: DeliverySettingsView;
  now: StandingNow;
  isOwner: boolean;
  timeZones: string[];
  /** What is wrong in the form of that name. */
  problemAt: (form: string) => string | undefined;
}) {
  const { settings, now, isOwner, timeZones, problemAt } = props;
  const { stoppedUntil } = now;
  return (
    <>
      <Section title="Right now" id="now">
        <Rows kind="flat">
          <SnoozeRow now={now} />
          <ModeForNow now={now} open={problemAt('mode') !== undefined} problem={problemAt('mode')} />
          <Row
            href="/sessions"
            title="Stop agents"
            detail={
              stoppedUntil
                ? `All are stopped until ${clockIn(now.timeZone, new Date(stoppedUntil), new Date())}`
                : 'One session or all of them, for an hour or longer'
            }
            end="Sessions"
          />
        </Rows>
      </Section>
      <Section
        title="When Nod rings"
        id="delivery"
        foot="What is held back while you rest comes as one message at the end, if it still matters."
      >
        <DeliveryForm
          settings={settings}
          workspaceMode={modeNames[settings.workspace.mode]}
          timeZones={timeZones}
          problem={problemAt('delivery')}
        />
      </Section>
      {isOwner && (
        <Section title="For everybody here" foot="Who chose a mode of their own keeps it.">
          <WorkspaceDeliveryForm workspace={settings.workspace} problem={problemAt('modes')} />
        </Section>
      )}
    </>
  );
}
