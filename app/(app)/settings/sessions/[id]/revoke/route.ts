import { AppError } from '@/lib/errors';
import { withForm } from '@/lib/http/with-form';
import { revokeWebSession } from '@/lib/members/web-sessions';

/** Signs another browser of the same person out. */
export const POST = withForm({ back: () => '/settings' }, async ({ actor, params }) => {
  const ended = await revokeWebSession(actor.personId, params.id ?? '');
  if (!ended) throw new AppError('not_found', 'That browser is signed out already.');
  return '/settings?ended=1';
});
