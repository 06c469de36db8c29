import type { Operation } from '@/lib/contract/operation';
import { type ErrorCode, errorTable } from '@/lib/errors';

const ofEveryCall: readonly ErrorCode[] = ['rate_limited', 'internal', 'unavailable'];

/** Whether a call is answered with the limits and the errors that all of Nod's API has; probes of a load balancer are not. */
export const isOfTheApi = ({ path }: Operation): boolean => path.startsWith('/api/');

/** Every error that a call can give, its own and those that come with what it takes, in the order of the one table. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { keys, params, query, body, errors = [] } = operation;
  const given = new Set<ErrorCode>(errors);
  if (isOfTheApi(operation)) for (const code of ofEveryCall) given.add(code);
  if (params || query || body) given.add('invalid_request');
  if (body) given.add('too_large');
  if (keys !== 'anybody') given.add('unauthorized').add('forbidden');
  return (Object.keys(errorTable) as ErrorCode[]).filter((code) => given.has(code));
}
