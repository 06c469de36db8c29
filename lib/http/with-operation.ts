import { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import type { Operation } from '@/lib/contract/operation';
import { refusal } from '@/lib/errors';
import { withApi } from '@/lib/http/with-api';
import { parseOrThrow } from '@/lib/parse';

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface Given<O extends Operation> {
  actor: O['keys'] extends 'anybody' ? undefined : KeyActor;
  params: OutputOf<O['params']>;
  query: OutputOf<O['query']>;
  body: OutputOf<O['body']>;
  /** performance.now() when the request arrived: a wait is counted from there. */
  receivedAt: number;
  /** Aborts when the client is gone. */
  signal: AbortSignal;
}

/**
 * The query as an object. A value that is empty is none: clients send `cursor=` for what they do not have. Throws AppError
 * `invalid_request` for a name that is given twice: nobody could say which one counts.
 */
function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  for (const name of searchParams.keys())
    if (searchParams.getAll(name).length > 1) throw refusal(name.slice(0, 100), 'is given more than once');
  return Object.fromEntries([...searchParams].filter(([, value]) => value !== ''));
}

/** What takes no field refuses every field by name; an empty body is fine. */
const NoFields = z.strictObject({});

/**
 * A route from its declaration: who may call, what is parsed (an empty body, whatever its content type, is an empty object) and what leaves.
 * The handler gives plain data of the declared shape; a key's kind, the rate and every error are the wrapper's business.
 */
export function withOperation<const O extends Operation>(
  operation: O,
  handler: (given: Given<O>) => Promise<OutputOf<O['response']>>,
): (request: Request, context: { params?: Promise<Record<string, string>> }) => Promise<Response> {
  const { method, keys, hook, params, query, body, maxBytes, response, status } = operation;
  const access =
    keys === 'anybody'
      ? ({ anybody: { limit: 60, windowMs: 60_000 } } as const)
      : { key: keys, ...(hook ? { hook } : {}) };
  return withApi(
    {
      access,
      ...(body || method !== 'GET' ? { body: body ?? NoFields } : {}),
      ...(maxBytes ? { maxBytes } : {}),
      ...(status ? { status } : {}),
    },
    async (given) => {
      const receivedAt = performance.now();
      const parsed = {
        actor: given.actor,
        params: params && parseOrThrow(params, given.params),
        query: query && parseOrThrow(query, queryOf(given.request)),
        body: given.body,
        receivedAt,
        signal: given.request.signal,
      };
      // Parsed by the declaration's own schemas, so the types do agree.
      return response.parse(await handler(parsed as unknown as Given<O>));
    },
  );
}
