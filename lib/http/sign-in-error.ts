import { AuthError } from 'next-auth';
import { AppError, isDatabaseUnavailable } from '@/lib/errors';

/** What a failed sign-in means: next-auth wraps what its providers throw. One sentence for every wrong pair. */
export function signInError(error: unknown): unknown {
  if (!(error instanceof AuthError)) return error;
  const cause = error.cause?.err ?? error.cause;
  if (isDatabaseUnavailable(cause)) return cause;
  if (error.type === 'CredentialsSignin')
    return new AppError('unauthorized', 'That e-mail and password do not fit together.');
  return cause ?? error;
}
