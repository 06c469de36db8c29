const boxClass =
  'grid min-h-15 cursor-pointer grid-cols-[24px_minmax(0,1fr)] items-start gap-x-3 rounded-answer px-3.5 py-[11px] inset-ring inset-ring-edge has-checked:bg-accent-soft has-checked:inset-ring-2 has-checked:inset-ring-accent';
const markClass =
  'mt-px size-[22px] appearance-none rounded-full border-[1.5px] border-edge checked:border-[7px] checked:border-accent-fill';

/** One of a few choices that need a sentence each; `value` is chosen at load. */
export function RadioList(props: {
  name: string;
  legend: string;
  value?: string;
  choices: { value: string; label: string; description: string }[];
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-small font-medium">{props.legend}</legend>
      {props.choices.map((choice) => (
        <label key={choice.value} className={boxClass}>
          <input
            type="radio"
            name={props.name}
            value={choice.value}
            defaultChecked={choice.value === props.value}
            required
            className={markClass}
          />
          <span className="min-w-0">
            <span className="font-semibold">{choice.label}</span>
            <span className="mt-px block text-small text-muted">{choice.description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
