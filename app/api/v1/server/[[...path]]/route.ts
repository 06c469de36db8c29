import { AppError } from '@/lib/errors';
import { withApi } from '@/lib/http/with-api';

const refuse = withApi({ access: { anybody: { limit: 6000, windowMs: 60_000 } } }, async () => {
  throw new AppError('not_found', 'There is no such call.', { hint: 'Every call there is stands at /docs.' });
});

/** Whatever has no route of its own: clients that try a call of a later version read an error here, never a page. */
const noSuchCall = (request: Request): Promise<Response> => refuse(request, {});

export {
  noSuchCall as DELETE,
  noSuchCall as GET,
  noSuchCall as OPTIONS,
  noSuchCall as PATCH,
  noSuchCall as POST,
  noSuchCall as PUT,
};
