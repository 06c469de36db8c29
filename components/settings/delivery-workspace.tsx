import { type DeliverySettingsView, modeChoices } from '@/components/settings/delivery-view';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { Panel } from '@/components/ui/rows';

/** What holds for members who say nothing else, and how long calls wait; `typed` is what was refused before. */
export function WorkspaceDeliveryForm(props: {
  workspace: DeliverySettingsView['workspace'];
  typed?: URLSearchParams;
  problem?: string;
}) {
  const { workspace, typed, problem } = props;
  const seconds = (name: 'graceSeconds' | 'pushFirstSeconds' | 'pushOnlySeconds', label: string, hint: string) => (
    <Field
      id={name}
      name={name}
      type="number"
      inputMode="numeric"
      min={name === 'graceSeconds' ? 0 : 1}
      max={55}
      required
      label={label}
      hint={hint}
      defaultValue={typed?.get(name) ?? workspace[name]}
    />
  );
  return (
    <Panel>
      <form method="post" action="/settings/modes" className="grid gap-5">
        <FormAlert problem={problem} />
        <Select id="workspaceMode" name="mode" label="Questions" defaultValue={typed?.get('mode') ?? workspace.mode}>
          {modeChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <div className="grid gap-5 wide:grid-cols-3 wide:gap-4">
          {seconds(
            'graceSeconds',
            'Grace, seconds',
            'The phone stays silent so long while somebody types at the agent’s machine.',
          )}
          {seconds('pushFirstSeconds', 'Wait when away, seconds', 'An agent’s call waits so long for an answer.')}
          {seconds('pushOnlySeconds', 'Wait always, seconds', 'The same in the mode Always.')}
        </div>
        <Button type="submit" className="wide:justify-self-start">
          Save for everybody
        </Button>
      </form>
    </Panel>
  );
}
