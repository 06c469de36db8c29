/** The one table of error codes: MCP, REST, forms and the documentation read it (spec 2.8 and 6.1). */
export const errorTable = {
  invalid_request: { status: 400, hint: 'Correct the named field and call again.' },
  unauthorized: { status: 401, hint: 'Send a valid API key as "Authorization: Bearer pk_…".' },
  forbidden: { status: 403, hint: 'Use a key or an account that may do this.' },
  subscription_required: {
    status: 403,
    hint: 'The operator has suspended this workspace. Waiting and cancelling still work.',
  },
  not_found: { status: 404, hint: 'Check the id.' },
  method_not_allowed: { status: 405, hint: 'Use a method that this call has.' },
  idempotency_conflict: { status: 409, hint: 'This key was used for other content. Use a new key for a new question.' },
  refused: { status: 409, hint: 'It was decided otherwise before; nothing was changed.' },
  changed: { status: 409, hint: 'Open the question again and read it before answering.' },
  unreachable: { status: 409, hint: 'Connect a device first.' },
  too_large: { status: 413, hint: 'Send less.' },
  limit_reached: { status: 429, hint: 'Wait for an answer, or cancel a question that is no longer needed.' },
  rate_limited: { status: 429, hint: 'Slow down and try again after the time given.' },
  internal: { status: 500, hint: 'Try again; if it stays, give the request id to the operator.' },
  unavailable: { status: 503, hint: 'The database cannot be reached. Try again shortly.' },
} as const satisfies Record<string, { status: number; hint: string }>;

export type ErrorCode = keyof typeof errorTable;

export interface FieldIssue {
  field: string;
  message: string;
}

/** What every domain function throws: a code, a public sentence, and the cause that only the log sees. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly issues: FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What a client may read beside the sentence, such as how a decision stands. */
  readonly details: Record<string, string | number | boolean | null | undefined>;
  /** Where a limit stands, for the response's headers. */
  readonly limitHeaders: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      hint?: string;
      issues?: FieldIssue[];
      retryAfterSeconds?: number;
      limitHeaders?: Record<string, string>;
      details?: Record<string, string | number | boolean | null | undefined>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint ?? errorTable[code].hint;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? {};
    this.limitHeaders = options.limitHeaders ?? {};
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** An `invalid_request` that names one field and its rule, as a schema would. */
export const refusal = (field: string, message: string, options: { hint?: string; cause?: unknown } = {}): AppError =>
  new AppError('invalid_request', `${field}: ${message}`, { issues: [{ field, message }], ...options });

const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether an error means that the database cannot be reached or cannot be written (as opposed to a bad statement). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AppError) return error.code === 'unavailable';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Class 08: connection; 53: out of disk, memory or connections; 57P: shutting down; 57014: too slow; 25006: read-only; 58: system error.
  if (connectionErrors.has(code) || /^(08|53|57P|57014|58|25006)/.test(code)) return true;
  return /connection terminated|timeout exceeded when trying to connect|query read timeout|connection ended|client has encountered a connection error/i.test(
    error.message,
  );
}

/** Any thrown thing as an AppError; what is not known becomes `internal`, with the cause kept for the log. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error))
    return new AppError('unavailable', 'The database cannot be reached.', { cause: error });
  return new AppError('internal', 'Nod failed on this request.', { cause: error });
}
