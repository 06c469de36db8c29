import { withForm } from '@/lib/http/with-form';
import { sendAgain } from '@/lib/webhooks/send-again';

/** Sends one webhook again, or its next try now. */
export const POST = withForm(
  { back: ({ id }) => `/webhooks/${encodeURIComponent(id ?? '')}` },
  async ({ actor, params }) => {
    await sendAgain(actor, params.id ?? '');
    return `/webhooks/${params.id}?done=again`;
  },
);
