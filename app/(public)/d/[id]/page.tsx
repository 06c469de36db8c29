import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { decisionViewer } from '@/app/(public)/d/[id]/viewer';
import { DecisionView } from '@/components/decision/decision-view';
import { formProblem } from '@/components/ui/form-problem';
import { type DecisionPage, readDecisionPage } from '@/lib/decisions/page';

type Asked = Record<string, string | string[] | undefined>;

/** A token that comes twice is none. */
const tokenIn = ({ t }: Asked): string | undefined => (Array.isArray(t) ? '' : t);

/** Once per request: the title and the page show the same. */
const readPage = cache(async (id: string, token: string | undefined): Promise<DecisionPage | undefined> => {
  const viewer = await decisionViewer(id, token);
  return viewer && readDecisionPage(viewer, id);
});

/** Only who asks: titles land in histories and on shared screens. */
export async function generateMetadata({ params, searchParams }: PageProps<'/d/[id]'>): Promise<Metadata> {
  const [{ id }, asked] = await Promise.all([params, searchParams]);
  const page = await readPage(id, tokenIn(asked));
  const title = page?.workspaceName ?? 'This link does not open anything';
  return {
    title: { absolute: title },
    description: 'A question for you.',
    applicationName: title,
    appleWebApp: { title },
    robots: { index: false, follow: false },
  };
}

/** Where an integrator's own customer decides: by the push to their device, or by the link that they were sent. Works without JavaScript. */
export default async function DecisionPageOfEndUser({ params, searchParams }: PageProps<'/d/[id]'>) {
  const [{ id }, asked] = await Promise.all([params, searchParams]);
  const token = tokenIn(asked);
  const page = await readPage(id, token);
  if (!page) notFound();
  return <DecisionView page={page} token={token} notice={noticeOf(page, asked)} />;
}

const problems: Record<string, string> = {
  invalid_request:
    'That answer cannot be used: choose one or write one, with at most 4000 characters and a note of at most 1000.',
  forbidden:
    'This is worth a closer look, so a tap is not enough: hold the button, or tick the box that you have read it.',
  changed: 'What you were shown is not what is asked here. Read it again.',
  limit_reached: 'That was too much at once. Try again in a minute.',
  rate_limited: 'That was too much at once. Try again in a minute.',
  unavailable: 'Your answer could not be stored. Try again shortly.',
};

const settledBefore = {
  answered: 'This was answered before. Below is what counts.',
  expired: 'The time for it had run out.',
  cancelled: 'It was no longer needed.',
};

/** What became of an answer that was not used: refused, or it was settled before. */
function noticeOf(
  page: DecisionPage,
  { code, late }: Asked,
): { title: string; detail: string; tone?: 'red' } | undefined {
  const problem = page.state === 'pending' ? formProblem(code, problems) : undefined;
  if (problem) return { title: 'Not sent', detail: problem, tone: 'red' };
  if (page.state === 'pending' || (late === undefined && code === undefined)) return undefined;
  return { title: 'Your answer was not used', detail: settledBefore[page.state] };
}
