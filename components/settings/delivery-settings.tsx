import { DeliveryForm } from '@/components/settings/delivery-form';
import { ModeForNow } from '@/components/settings/delivery-mode-for-now';
import { SnoozeRow } from '@/components/settings/delivery-snooze';
import type { DeliverySettingsView } from '@/components/settings/delivery-view';
import { WorkspaceDeliveryForm } from '@/components/settings/delivery-workspace';
import { modeNames, type StandingNow } from '@/components/shell/presence-words';
import { KeepTyped } from '@/components/ui/keep-typed';
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
  /** What somebody typed into the form of that name, when it was refused. */
  typedAt: (form: string) => URLSearchParams | undefined;
}) {
  const { settings, now, isOwner, timeZones, problemAt, typedAt } = props;
  const { stoppedUntil } = now;
  const own = (typed?: URLSearchParams) => (
    <DeliveryForm
      settings={settings}
      typed={typed}
      workspaceMode={modeNames[settings.workspace.mode]}
      timeZones={timeZones}
      problem={problemAt('delivery')}
    />
  );
  const everybodys = (typed?: URLSearchParams) => (
    <WorkspaceDeliveryForm workspace={settings.workspace} typed={typed} problem={problemAt('modes')} />
  );
  return (
    <>
      <Section title="Right now" id="now">
        <Rows kind="flat">
          <SnoozeRow now={now} urgentThrough={settings.urgentThrough} />
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
        <KeepTyped typed={typedAt('delivery') && own(typedAt('delivery'))} fresh={own()} />
      </Section>
      {isOwner && (
        <Section title="For everybody here" foot="Who chose a mode of their own keeps it.">
          <KeepTyped typed={typedAt('modes') && everybodys(typedAt('modes'))} fresh={everybodys()} />
        </Section>
      )}
    </>
  );
}
