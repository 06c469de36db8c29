import type { z } from 'zod';
import { AppError, type FieldIssue } from '@/lib/errors';

/** Words for the problems that zod words for programmers. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `is not a field here${issue.keys.length > 1 ? '; nor are the others named' : ''}`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  return issue.message.replace(/^Invalid input: /, '');
}

function fieldOf(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
}

/** Parses input by the one schema of its thing; throws AppError `invalid_request` that names each field and its rule. */
export function parseOrThrow<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues: FieldIssue[] = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          field: fieldOf({ ...issue, keys: [key] }) || 'body',
          message: 'is not a field here',
        }))
      : [{ field: fieldOf(issue) || 'body', message: messageOf(issue) }],
  );
  // The input is never echoed: it may hold secrets.
  throw new AppError(
    'invalid_request',
    issues
      .slice(0, 5)
      .map(({ field, message }) => `${field.slice(0, 100)}: ${message}`)
      .join('; '),
    { issues },
  );
}
