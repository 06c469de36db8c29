import { AgentText } from '@/components/ui/agent-text';
import { controlClass } from '@/components/ui/field';
import type { DecisionPage } from '@/lib/decisions/page';

/** Id of the form that the answer is sent with; choices and texts on the sheet lie outside of it. */
export const answerFormId = 'answer';

const optionClass =
  'grid min-h-15 cursor-pointer grid-cols-[24px_minmax(0,1fr)] items-start gap-x-3 rounded-answer px-3.5 py-[17px] inset-ring inset-ring-edge has-checked:bg-accent-soft has-checked:inset-ring-2 has-checked:inset-ring-accent';
const radioClass =
  'mt-px size-[22px] appearance-none rounded-full border-[1.5px] border-edge checked:border-[7px] checked:border-accent-fill';

function Options({ options }: { options: string[] }) {
  return (
    <fieldset className="mt-5 grid gap-2">
      <legend className="sr-only">Choose one</legend>
      {options.map((option) => (
        <label key={option} className={optionClass}>
          <input
            type="radio"
            form={answerFormId}
            name="answer"
            value={option}
            data-words={option}
            required
            className={radioClass}
          />
          <AgentText text={option} className="min-w-0 font-semibold" />
        </label>
      ))}
    </fieldset>
  );
}

function Words({ placeholder }: { placeholder?: string }) {
  return (
    <label className="mt-5 block">
      <span className="mb-1.5 block text-small font-medium">Your answer</span>
      <textarea
        form={answerFormId}
        name="answer"
        rows={4}
        maxLength={4000}
        required
        placeholder={placeholder ?? 'Write your answer'}
        className={`${controlClass} resize-y`}
      />
    </label>
  );
}

/** What lies on the sheet of a decision that is not answered by yes or no: its options, nothing chosen, or a field for words. */
export function AnswerOnSheet({ page }: { page: DecisionPage }) {
  if (!page.canAnswer || page.type === 'confirm') return null;
  return page.type === 'select' ? <Options options={page.options} /> : <Words placeholder={page.placeholder} />;
}
