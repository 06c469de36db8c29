import { submitAnswer } from '@/lib/http/answer-form';
import { withForm } from '@/lib/http/with-form';

const pageOf = ({ id }: Record<string, string>) => `/sessions/${id}`;

/** An answer given on a session's page: the person stays there. */
export const POST = withForm({ back: pageOf }, async (given) => {
  const question = given.form.get('question') ?? '';
  const next = await submitAnswer({ ...given, params: { id: question } });
  return next === `/q/${question}?answered=${question}` ? `${pageOf(given.params)}?answered=${question}` : next;
});
