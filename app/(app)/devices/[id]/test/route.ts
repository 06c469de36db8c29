import { sendTestPush } from '@/lib/devices/manage';
import { AppError } from '@/lib/errors';
import { withForm } from '@/lib/http/with-form';

/** Sends one test push and says what the push service said. */
export const POST = withForm({ back: () => '/devices' }, async ({ actor, params }) => {
  const refusal = await sendTestPush(actor, params.id ?? '');
  if (refusal) throw new AppError('unreachable', `The push service did not take the test: ${refusal}`);
  return '/devices?done=tested';
});
