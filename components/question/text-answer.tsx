import type { QuestionView } from '@/components/question/question-view';
import { controlClass } from '@/components/ui/field';

/** Where an answer in words is written. It may lie outside its form, whose id is `form`. */
export function TextAnswer(props: { view: QuestionView; form: string; rows?: number }) {
  return (
    <label className="mt-5 block">
      <span className="mb-1.5 block text-small font-medium">Your answer</span>
      <textarea
        form={props.form}
        name="answer"
        rows={props.rows ?? 4}
        maxLength={4000}
        required
        placeholder={props.view.placeholder ?? 'Write your answer'}
        className={`${controlClass} resize-y`}
      />
    </label>
  );
}
