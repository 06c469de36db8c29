import type { ReactNode } from 'react';

export const segmentClass =
  'grid auto-cols-fr grid-flow-col gap-0.5 rounded-[calc(var(--round)+3px)] bg-sunken p-[3px]';
export const segmentItemClass =
  'grid min-h-11 place-items-center rounded-control px-2 text-center text-small font-medium text-muted';
const chosen =
  'has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_1px_2px_rgb(0_0_0/.14),0_0_0_1px_var(--line)]';
const focused = 'has-focus-visible:outline-[2.5px] has-focus-visible:outline-(--focus)';

/** Two to four equal choices in a form, as the browser's own radio buttons. */
export function SegmentField(props: {
  name: string;
  legend: string;
  options: { value: string; label: ReactNode }[];
  value?: string;
}) {
  return (
    <fieldset>
      <legend className="sr-only">{props.legend}</legend>
      <div className={segmentClass}>
        {props.options.map((option) => (
          <label key={option.value} className={`relative cursor-pointer ${segmentItemClass} ${chosen} ${focused}`}>
            <input
              type="radio"
              name={props.name}
              value={option.value}
              defaultChecked={option.value === props.value}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
