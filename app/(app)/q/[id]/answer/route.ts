import { submitAnswer } from '@/lib/http/answer-form';
import { withForm } from '@/lib/http/with-form';

/** The decision page's form: a plain post, so that a page opened before an update does not lose the answer (design, decision 6). */
export const POST = withForm({ back: ({ id }) => `/q/${id}` }, submitAnswer);
