import { modeChoices } from '@/components/settings/delivery-view';
import { Field, Select } from '@/components/ui/field';
import type { RuleRow } from '@/lib/policies/rules.sql';

type Shown = (name: string, stored?: string | number | null) => string;

/** How a rule asks; shown while Ask is chosen. What is left empty follows the settings. */
export function RuleAsking(props: { rule?: RuleRow; shown: Shown; problemAt: (field: string) => string | undefined }) {
  const { rule, shown, problemAt } = props;
  const seconds = (name: 'timeoutSeconds' | 'pushFirstSeconds', label: string, hint: string) => (
    <Field
      id={name}
      name={name}
      type="number"
      inputMode="numeric"
      min={1}
      max={600}
      label={label}
      hint={hint}
      defaultValue={shown(name, rule?.[name])}
      error={problemAt(name)}
    />
  );
  return (
    <fieldset className="hidden grid-cols-1 gap-5 rounded-answer bg-sunken p-4 group-has-[[value=ask]:checked]/rule:grid">
      <legend className="sr-only">How to ask</legend>
      <Select
        id="mode"
        name="mode"
        label="How it rings"
        defaultValue={shown('mode', rule?.mode)}
        error={problemAt('mode')}
      >
        <option value="">As each person chose</option>
        {modeChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div className="grid gap-5 wide:grid-cols-2 wide:gap-4">
        {seconds(
          'timeoutSeconds',
          'Wait, seconds',
          'So long the agent’s call waits, 1 to 600. Empty: as in the settings.',
        )}
        {seconds('pushFirstSeconds', 'Wait when away, seconds', 'The same in the mode When away.')}
      </div>
      <Select
        id="timeoutAction"
        name="timeoutAction"
        label="When nobody answered"
        defaultValue={shown('timeoutAction', rule?.timeoutAction)}
        error={problemAt('timeoutAction')}
        hint="Silence never runs anything."
      >
        <option value="">The agent’s own prompt</option>
        <option value="deny">Denied</option>
        <option value="wait">Stays open, agent prompts too</option>
      </Select>
    </fieldset>
  );
}
