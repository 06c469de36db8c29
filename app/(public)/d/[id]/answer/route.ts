import { submitDecision } from '@/app/(public)/d/[id]/answer/submit-decision';

export const dynamic = 'force-dynamic';

/** The form of a decision's page: a plain post, authorised by the token that opened the page. */
export const POST = submitDecision;
