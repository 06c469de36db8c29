import { type DeliverySettingsView, modeChoices } from '@/components/settings/delivery-view';
import { Button } from '@/components/ui/button';
import { Checkbox, Field, Select } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { RadioList } from '@/components/ui/radio-list';
import { Panel } from '@/components/ui/rows';

/** How one person is reached from day to day; `typed` is what was refused before, and stands instead of the settings. */
export function DeliveryForm(props: {
  settings: DeliverySettingsView;
  typed?: URLSearchParams;
  workspaceMode: string;
  timeZones: string[];
  problem?: string;
}) {
  const { settings, timeZones, typed } = props;
  const shown = (name: string, stored: string) => typed?.get(name) ?? stored;
  const zones = timeZones.includes(settings.timeZone) ? timeZones : [settings.timeZone, ...timeZones];
  return (
    <Panel>
      <form method="post" action="/settings/delivery" className="grid gap-5">
        <FormAlert problem={props.problem} />
        <RadioList
          name="mode"
          legend="Questions"
          value={shown('mode', settings.mode ?? '')}
          choices={[
            { value: '', label: 'As the workspace', description: `For everybody here it is: ${props.workspaceMode}.` },
            ...modeChoices,
          ]}
        />
        <Select id="updates" name="updates" label="Updates" defaultValue={shown('updates', settings.updates)}>
          <option value="all">All</option>
          <option value="important">Only finished work and errors</option>
          <option value="none">None: they are only listed</option>
        </Select>
        <div className="grid grid-cols-2 gap-3">
          <Field
            id="quietFrom"
            name="quietFrom"
            type="time"
            label="Quiet from"
            defaultValue={shown('quietFrom', settings.quietFrom)}
          />
          <Field
            id="quietTo"
            name="quietTo"
            type="time"
            label="Quiet until"
            defaultValue={shown('quietTo', settings.quietTo)}
          />
        </div>
        <Select
          id="timeZone"
          name="timeZone"
          label="Time zone"
          defaultValue={shown('timeZone', settings.timeZone)}
          hint="Quiet hours and reminders go by its clock."
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
        <Checkbox
          id="urgentThrough"
          name="urgentThrough"
          label="Let errors and risky questions through"
          hint="They ring also while you snooze and in quiet hours."
          defaultChecked={typed ? typed.has('urgentThrough') : settings.urgentThrough}
        />
        <Button type="submit" look="primary" className="wide:justify-self-start">
          Save
        </Button>
      </form>
    </Panel>
  );
}
