import type { AnswerSource } from '@/lib/contract/question';
import { describeDevice } from '@/lib/devices/describe';
import { type FormGiven, safePath } from '@/lib/http/with-form';
import type { AlwaysChoice } from '@/lib/policies/always-allow';
import { answerQuestion } from '@/lib/questions/answer';

/** Which surface a form says it was shown on (components/question/question-view.ts). */
const surfaces: Record<string, AnswerSource> = {
  decide_page: 'decide_page',
  inbox: 'inbox',
  dashboard: 'dashboard',
  live_page: 'live_page',
};

/** Only the browser knows that it runs as an installed app; a phone is claimed only when its user agent is one. */
function sourceOf(form: URLSearchParams, request: Request): AnswerSource | undefined {
  const surface = form.get('surface') ?? '';
  if (surface !== 'mobile_app') return surfaces[surface];
  return describeDevice(request.headers.get('user-agent') ?? '').channel === 'mobile' ? 'mobile_app' : 'dashboard';
}

/** Browsers send every line break of a form as two characters; the person typed one. */
const withPlainBreaks = (text: string): string => text.replaceAll('\r\n', '\n');

/**
 * The value that a form's fields add up to: one answer, several choices joined in their order, or what the person wrote. The write-in
 * posts an empty answer (or choice) and its text beside it; text left in a write-in that is not chosen does not count.
 */
export function answerIn(form: URLSearchParams): string {
  const choices = form.getAll('choice');
  const written = form.get('other') ?? '';
  if (choices.length === 0) return withPlainBreaks(form.get('answer') || written);
  return choices
    .map((choice) => withPlainBreaks(choice || written))
    .filter((part) => part.trim() !== '')
    .join(', ');
}

/** The rule that a form's fold asks for, beside its answer: nothing chosen there means only this once. */
function alwaysIn(form: URLSearchParams): { always?: AlwaysChoice } {
  const length = form.get('always');
  if (length !== 'session' && length !== 'hour' && length !== 'forever') return {};
  // A no is a no, whatever was chosen in the fold before.
  return answerIn(form) === 'yes' ? { always: { for: length, pattern: form.get('pattern') ?? '' } } : {};
}

/** Records the answer of a form and shows what happened: its own receipt, or who was faster. */
export async function submitAnswer({ actor, form, params, request }: FormGiven): Promise<string> {
  const id = params.id ?? '';
  const { recorded } = await answerQuestion(actor, {
    id,
    value: answerIn(form),
    note: withPlainBreaks(form.get('note') ?? ''),
    source: sourceOf(form, request),
    shownDigest: form.get('digest') ?? '',
    ...alwaysIn(form),
    deliberate: new URL(request.url).searchParams.get('held') === '1' || form.get('read') === '1',
  });
  const surface = form.get('surface');
  const back = surface === 'inbox' ? '/' : `/q/${id}`;
  return safePath(
    recorded
      ? `${back}?answered=${id}`
      : `/q/${id}?late=${encodeURIComponent([...answerIn(form)].slice(0, 60).join(''))}`,
  );
}
