import { AppError } from '@/lib/errors';

/** An `invalid_request` that names one field and its rule, as a schema would. */
export const refusal = (field: string, message: string, hint?: string): AppError =>
  new AppError('invalid_request', `${field}: ${message}`, {
    issues: [{ field, message }],
    ...(hint === undefined ? {} : { hint }),
  });
