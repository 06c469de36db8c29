import { type AppError, asAppError } from '@/lib/errors';
import { log } from '@/lib/log';

export interface ErrorBody {
  /** The same sentence as `message`: one family of clients reads one, the other reads the other. */
  error: string;
  message: string;
  code: string;
  hint: string;
  issues?: { field: string; message: string }[];
  requestId?: string;
  retryAfter?: number;
}

/** Any thrown thing as what a client may see; what is not the client's doing is logged with its cause. */
export function publicError(thrown: unknown, requestId: string): { error: AppError; body: ErrorBody } {
  const error = asAppError(thrown);
  if (error.status >= 500) log.error('a request failed', { requestId, error: error.cause ?? error });
  return {
    error,
    body: {
      ...error.details,
      error: error.message,
      message: error.message,
      code: error.code,
      hint: error.hint,
      ...(error.issues ? { issues: error.issues } : {}),
      ...(error.code === 'internal' ? { requestId } : {}),
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfter: error.retryAfterSeconds }),
    },
  };
}

/** Where only an answer makes room, nobody knows when: every 429 gives a time all the same (spec 6.1). */
const someTimeSeconds = 30;

/** An error as an HTTP answer. */
export function errorResponse(thrown: unknown, requestId: string, headers: Record<string, string> = {}): Response {
  const { error, body: known } = publicError(thrown, requestId);
  const retryAfter = known.retryAfter ?? (error.status === 429 ? someTimeSeconds : undefined);
  const body = { ...known, ...(retryAfter === undefined ? {} : { retryAfter }) };
  return Response.json(body, {
    status: error.status,
    headers: {
      ...headers,
      ...error.limitHeaders,
      'x-request-id': requestId,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  });
}
