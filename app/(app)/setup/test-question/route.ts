import { mayAnswer } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { withForm } from '@/lib/http/with-form';
import { askTestQuestion } from '@/lib/questions/ask-test';

/** Asks the member a question of their own and leads to it. */
export const POST = withForm({ back: () => '/setup' }, async ({ actor }) => {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers cannot ask questions.');
  return `/q/${await askTestQuestion(actor)}`;
});
