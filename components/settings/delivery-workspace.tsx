import { type DeliverySettingsView, modeChoices } from '@/components/settings/delivery-view';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { Panel } from '@/components/ui/rows';

/** What holds for members who say nothing else, and how long calls wait. */
export function WorkspaceDeliveryForm(props: { workspace: DeliverySettingsView['workspace']; problem?: string }) {
  const { workspace, problem } = props;
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
      defaultValue={workspace[name]}
    />
  );
  return (
    <Panel>
      <form method="post" action="/settings/modes" className="grid gap-5">
        {problem !== undefined && (
          <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-3 font-medium text-danger">
            {problem}
          </p>
        )}
        <Select id="workspaceMode" name="mode" label="Questions" defaultValue={workspace.mode}>
          {modeChoices.map(({ value, label, description }) => (
            <option key={value} value={value}>
              {`${label}: ${description}`}
            </option>
          ))}
        </Select>
        {seconds(
          'graceSeconds',
          'Grace, in seconds',
          'How long the phone stays silent while somebody types at the agent’s machine.',
        )}
        {seconds(
          'pushFirstSeconds',
          'Wait when away, in seconds',
          'How long an agent’s call waits for an answer before it asks again later.',
        )}
        {seconds('pushOnlySeconds', 'Wait always, in seconds', 'The same in the mode Always.')}
        <Button type="submit" className="wide:justify-self-start">
          Save for everybody
        </Button>
      </form>
    </Panel>
  );
}
