import { answerAction, type QuestionView, type Surface } from '@/components/question/question-view';
import { SurfaceField } from '@/components/question/surface-field';

/** Id of the decision page's form, which options and texts on the sheet belong to. */
export const answerFormId = 'answer';

/** The hidden fields of every answer form. */
export function AnswerFields(props: { view: QuestionView; surface: Surface }) {
  return (
    <>
      {/* Enter in the note would press the first button, which is No. This one is off, so Enter does nothing. */}
      {props.view.type === 'confirm' && <button type="submit" disabled hidden />}
      <input type="hidden" name="digest" value={props.view.digest} />
      <SurfaceField surface={props.surface} />
    </>
  );
}

/** The attributes of a question's answer form. */
export function answerFormAttributes(view: QuestionView) {
  return { method: 'post', action: answerAction(view) } as const;
}
