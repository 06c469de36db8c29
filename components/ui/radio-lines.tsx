const markClass =
  'size-[22px] flex-none appearance-none rounded-full border-[1.5px] border-edge checked:border-[7px] checked:border-accent-fill';

/** One of a few choices of a word or two, one a line. They may lie outside their form, whose id is `form`. */
export function RadioLines(props: {
  name: string;
  legend: string;
  value: string;
  form?: string;
  choices: { value: string; label: string; id?: string }[];
}) {
  return (
    <fieldset>
      <legend className="pb-1 text-small text-muted">{props.legend}</legend>
      {props.choices.map((choice) => (
        <label key={choice.value} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            form={props.form}
            id={choice.id}
            name={props.name}
            value={choice.value}
            defaultChecked={choice.value === props.value}
            className={markClass}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
