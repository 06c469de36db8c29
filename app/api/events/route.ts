import { AppError } from '@/lib/errors';
import { errorResponse } from '@/lib/http/errors';
import { eventStream } from '@/lib/http/event-stream';
import { refuseForeignHost } from '@/lib/http/with-api';
import { newId } from '@/lib/ids';
import { currentMember } from '@/lib/members/auth';

export const dynamic = 'force-dynamic';

/** The live stream of a signed-in browser; its tabs share one. */
export async function GET(request: Request): Promise<Response> {
  try {
    refuseForeignHost(request);
    const actor = await currentMember();
    if (!actor) throw new AppError('unauthorized', 'Sign in first.');
    return eventStream(actor, request.signal);
  } catch (error) {
    return errorResponse(error, newId());
  }
}
