import type { QuestionView } from '@/components/question/question-view';
import { AgentText } from '@/components/ui/agent-text';
import { classes } from '@/components/ui/classes';
import { controlClass } from '@/components/ui/field';

const boxClass =
  'group/option grid min-h-15 cursor-pointer grid-cols-[24px_minmax(0,1fr)] items-start gap-x-3 rounded-answer px-3.5 py-[11px] inset-ring inset-ring-edge has-checked:bg-accent-soft has-checked:inset-ring-2 has-checked:inset-ring-accent';
const markClass = 'mt-px grid size-[22px] appearance-none border-[1.5px] border-edge';
const radioClass = 'rounded-full checked:border-[7px] checked:border-accent-fill';
const checkboxClass =
  'rounded-chip checked:border-accent-fill checked:bg-accent-fill checked:before:m-auto checked:before:block checked:before:h-3 checked:before:w-1.5 checked:before:-translate-y-px checked:before:rotate-45 checked:before:border-r-2 checked:before:border-b-2 checked:before:border-(--on-accent) checked:before:content-[""] place-items-center';

function Option(props: {
  view: QuestionView;
  form: string;
  value: string;
  label: string;
  description?: string;
  other?: boolean;
}) {
  const many = props.view.multiSelect;
  return (
    <label className={boxClass}>
      <input
        type={many ? 'checkbox' : 'radio'}
        form={props.form}
        name={many ? 'choice' : 'answer'}
        value={props.value}
        data-words={props.label}
        required={!many}
        className={classes(markClass, many ? checkboxClass : radioClass)}
      />
      <span className="min-w-0">
        <AgentText text={props.label} className="font-semibold" />
        {props.description !== undefined && (
          <AgentText text={props.description} className="mt-px block text-small text-muted" />
        )}
        {props.other && (
          <textarea
            form={props.form}
            name="other"
            rows={2}
            maxLength={4000}
            aria-label="Your own answer"
            placeholder="Write your answer"
            className={classes(controlClass, 'mt-2.5 hidden resize-y group-has-checked/option:block')}
          />
        )}
      </span>
    </label>
  );
}

/**
 * The options of a question, nothing chosen at load. They may lie outside their form, whose id is `form`. The write-in posts an
 * empty `answer` (or `choice`) and its text as `other`.
 */
export function OptionList(props: { view: QuestionView; form: string; tight?: boolean }) {
  const { view, form } = props;
  return (
    <fieldset className={classes('grid gap-2', props.tight ? 'mt-3' : 'mt-5')}>
      <legend className="sr-only">{view.multiSelect ? 'Choose one or more' : 'Choose one'}</legend>
      {view.options.map((option) => (
        <Option
          key={option.label}
          view={view}
          form={form}
          value={option.label}
          label={option.label}
          description={option.description}
        />
      ))}
      {view.allowOther && (
        <Option view={view} form={form} value="" label="Something else" description="In your own words" other />
      )}
    </fieldset>
  );
}
