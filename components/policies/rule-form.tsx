import { RuleAsking } from '@/components/policies/rule-asking';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { RadioList } from '@/components/ui/radio-list';
import { Panel } from '@/components/ui/rows';
import type { RuleRow } from '@/lib/policies/rules.sql';

const effects = [
  {
    value: 'allow',
    label: 'Allow',
    description:
      'Runs without asking. A wildcard or a bare tool never covers what cannot be undone: name that command.',
  },
  { value: 'ask', label: 'Ask', description: 'Comes to you, also where something broader allows it.' },
  { value: 'deny', label: 'Deny', description: 'Refused without asking. Counts before an allow that is as specific.' },
];

const times = [
  ['60', 'For 1 hour'],
  ['480', 'For 8 hours'],
  ['1440', 'For 1 day'],
  ['10080', 'For 1 week'],
];

/**
 * A new rule, or one that stands: then its pattern and its place stay. `typed` is what was refused before. Says what is wrong at the field
 * that it is about. How to ask opens with the choice to ask, by CSS alone.
 */
export function RuleForm(props: {
  action: string;
  rule?: RuleRow;
  typed?: URLSearchParams;
  repositories: string[];
  problemAt: (field: string) => string | undefined;
}) {
  const { rule, typed, problemAt } = props;
  const shown = (name: string, stored?: string | number | null) => (typed ? typed.get(name) : stored?.toString()) ?? '';
  return (
    <Panel>
      <form method="post" action={props.action} className="group/rule grid grid-cols-1 gap-5">
        {!rule && <PatternAndPlace shown={shown} repositories={props.repositories} problemAt={problemAt} />}
        <div>
          <RadioList
            name="effect"
            legend="What happens"
            value={shown('effect', rule?.effect)}
            // A deny is removed, not turned round.
            choices={rule?.effect === 'deny' ? effects.filter(({ value }) => value !== 'allow') : effects}
          />
          <Problem words={problemAt('effect')} />
        </div>
        <RuleAsking rule={rule} shown={shown} problemAt={problemAt} />
        <Select
          id="forMinutes"
          name="forMinutes"
          label="How long"
          defaultValue={shown('forMinutes', rule?.expiresAt ? 'keep' : '')}
          error={problemAt('forMinutes')}
        >
          {rule?.expiresAt && <option value="keep">As it is now</option>}
          <option value="">Until you remove it</option>
          {times.map(([minutes, words]) => (
            <option key={minutes} value={minutes}>
              {words}
            </option>
          ))}
        </Select>
        <Button type="submit" look="primary" className="wide:justify-self-start">
          {rule ? 'Save the rule' : 'Make the rule'}
        </Button>
      </form>
    </Panel>
  );
}

function PatternAndPlace(props: {
  shown: (name: string) => string;
  repositories: string[];
  problemAt: (field: string) => string | undefined;
}) {
  const { shown, repositories, problemAt } = props;
  return (
    <>
      <Field
        id="pattern"
        name="pattern"
        label="Pattern"
        mono
        maxLength={300}
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="Bash(npm test:*)"
        hint={
          <>
            <code className="mono">Bash(npm test)</code> is that command, <code className="mono">Bash(npm test:*)</code>{' '}
            any that begins so, <code className="mono">Edit(docs/**)</code> files,{' '}
            <code className="mono">mcp__server__tool</code> one tool.
          </>
        }
        defaultValue={shown('pattern')}
        error={problemAt('pattern')}
      />
      <Field
        id="repoKey"
        name="repoKey"
        label="Repository"
        list="repositories"
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint="Empty: all repositories. Otherwise as agents name it."
        defaultValue={shown('repoKey')}
        error={problemAt('repoKey')}
      />
      <datalist id="repositories">
        {repositories.map((repository) => (
          <option key={repository} value={repository} />
        ))}
      </datalist>
    </>
  );
}

function Problem({ words }: { words?: string }) {
  if (words === undefined) return null;
  return (
    <p role="alert" className="mt-1.5 text-small font-medium text-danger">
      {words}
    </p>
  );
}
