import { ModeForHook } from '@/lib/contract/session';
import { modeForHook } from '@/lib/delivery/settings';
import { withApi } from '@/lib/http/with-api';

/** The person's mode for now, and the kill switch; hooks ask before each call (spec 6.5). */
export const GET = withApi({ access: { key: ['agent', 'full'], hook: true } }, ({ actor, request }) => {
  const { session } = ModeForHook.parse({ session: new URL(request.url).searchParams.get('session') ?? undefined });
  return modeForHook(actor, session);
});
