import { decisionViewer } from '@/app/(public)/d/[id]/viewer';
import { type DecisionViewer, readDecisionPage } from '@/lib/decisions/page';
import { AppError } from '@/lib/errors';
import { answerIn } from '@/lib/http/answer-form';
import { refuseForeignForm } from '@/lib/http/origin';
import { enforceRate } from '@/lib/http/rate-limit';
import { backWithError, readForm, seeOther } from '@/lib/http/with-form';
import { answerQuestion } from '@/lib/questions/answer';

type Context = { params: Promise<Record<string, string>> };

const perDecision = { limit: 60, windowMs: 60_000, named: true } as const;
/** Longer than any token is. */
const longestToken = 400;

/**
 * Records the answer of a decision's page and leads back to it: it shows what was recorded, or why nothing was. Only who may open the page
 * is counted, so that nobody else can use up the tries of the person who decides.
 */
export async function submitDecision(request: Request, { params }: Context): Promise<Response> {
  const { id = '' } = await params;
  let page = `/d/${encodeURIComponent(id)}`;
  try {
    refuseForeignForm(request);
    const form = await readForm(request);
    const token = form.get('t')?.slice(0, longestToken);
    if (token !== undefined) page += `?t=${encodeURIComponent(token)}`;
    const recorded = await record({ request, form, id, token });
    return seeOther(recorded ? page : `${page}${page.includes('?') ? '&' : '?'}late=1`);
  } catch (error) {
    return backWithError(page, error);
  }
}

interface Sent {
  request: Request;
  form: URLSearchParams;
  id: string;
  token: string | undefined;
}

/** Everybody who may open the page has tries of their own. */
const nameOf = (viewer: DecisionViewer): string =>
  viewer.by === 'member' ? viewer.memberId : viewer.by === 'device' ? viewer.deviceId : 'link';

/** Whether this answer is the one that counts. Throws AppError `not_found`, `rate_limited`, and what answering throws. */
async function record({ request, form, id, token }: Sent): Promise<boolean> {
  const viewer = await decisionViewer(id, token);
  if (!viewer || !(await readDecisionPage(viewer, id))) throw new AppError('not_found', 'There is no such decision.');
  enforceRate(`decision ${id} ${nameOf(viewer)}`, perDecision);
  const value = answerIn(form);
  const { recorded } = await answerQuestion(viewer, {
    id,
    value,
    note: form.get('note')?.replaceAll('\r\n', '\n'),
    source: viewer.by === 'link' ? 'answer_link' : 'decide_page',
    shownDigest: form.get('digest') ?? '',
    onPage: true,
    deliberate: new URL(request.url).searchParams.get('held') === '1' || form.get('read') === '1',
  });
  return recorded;
}
