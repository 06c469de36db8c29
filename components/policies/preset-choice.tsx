import { presets } from '@/components/policies/policy-words';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { segmentClass, segmentItemClass } from '@/components/ui/segment';
import type { PolicyPreset } from '@/lib/contract/policy';

const chosen = 'bg-raised text-ink shadow-[0_1px_2px_rgb(0_0_0/.14),0_0_0_1px_var(--line)]';

/** What happens where no rule says anything: three buttons, each a form post of its own. `mayChange` is false for viewers. */
export function PresetChoice(props: { preset: PolicyPreset; mayChange: boolean }) {
  const current = presets.find(({ value }) => value === props.preset);
  return (
    <div className="px-(--gutter) wide:px-0">
      <form method="post" action="/policies/preset">
        <fieldset disabled={!props.mayChange} className={segmentClass}>
          <legend className="sr-only">Where no rule says anything</legend>
          {presets.map(({ value, label }) => (
            <button
              key={value}
              type="submit"
              name="preset"
              value={value}
              aria-pressed={value === props.preset}
              className={classes(segmentItemClass, value === props.preset && chosen)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </form>
      <p className="mt-2 text-small text-muted">{current?.sentence}</p>
      <details className="text-small text-muted">
        <summary className="flex min-h-11 w-max cursor-pointer items-center gap-1 font-medium">
          What the others do
          <span className="inline-block rotate-90 text-faint">
            <Icon name="forward" size="small" />
          </span>
        </summary>
        <dl className="grid gap-2 pb-2">
          {presets
            .filter(({ value }) => value !== props.preset)
            .map(({ value, label, sentence }) => (
              <div key={value}>
                <dt className="font-medium text-ink">{label}</dt>
                <dd>{sentence}</dd>
              </div>
            ))}
        </dl>
      </details>
    </div>
  );
}
