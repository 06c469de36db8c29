import { type FoldedDiff, foldDiff } from '@/components/question/fold-diff';
import type { QuestionView } from '@/components/question/question-view';
import { needsOpening } from '@/components/ui/code-block';
import { readDiff } from '@/lib/questions/read-diff';

/** The edit that would be made, when the text is one. */
export function diffOf({ actionBody }: Pick<QuestionView, 'actionBody'>): FoldedDiff | undefined {
  if (actionBody === undefined) return undefined;
  const files = readDiff(actionBody.text, { cut: actionBody.cut });
  return files && foldDiff(files);
}

/** Whether a part of the command, text or edit is seen only once it was opened. */
export function bodyNeedsOpening(view: Pick<QuestionView, 'actionBody'>): boolean {
  if (view.actionBody === undefined) return false;
  const diff = diffOf(view);
  return diff === undefined ? needsOpening(view.actionBody.text) : diff.rest.length > 0;
}
