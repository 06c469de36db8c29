import { operations } from '@/lib/contract/operations';
import { AppError } from '@/lib/errors';
import { withApi } from '@/lib/http/with-api';

/** What stands for the methods that a call has not: an error like every other one, with those that it has. */
export const noSuchMethod = withApi({ access: { anybody: { limit: 6000, windowMs: 60_000 } } }, async ({ request }) => {
  const { pathname } = new URL(request.url);
  const allowed = operations.filter(({ path }) => isAt(path, pathname)).map(({ method }) => method);
  throw new AppError('method_not_allowed', `This call has no ${request.method}, only ${allowed.join(' and ')}.`, {
    limitHeaders: { allow: allowed.join(', ') },
  });
});

/** Whether an address is of a declared path: as many parts, and the same where no parameter stands. */
function isAt(path: string, pathname: string): boolean {
  const [declared, given] = [path.split('/'), pathname.replace(/\/$/, '').split('/')];
  return (
    declared.length === given.length && declared.every((part, index) => part.startsWith('{') || part === given[index])
  );
}
