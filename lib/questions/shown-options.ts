import { refusal } from '@/lib/errors';
import { redact } from '@/lib/redact';

/**
 * Options as people are shown them, without secrets. Throws AppError `invalid_request` when two would look the same: nobody could choose
 * between them, and their answer would not say which.
 */
export function shownOptions(options: readonly string[]): string[] {
  const shown = options.map(redact);
  if (new Set(shown.map((option) => option.trim())).size < shown.length)
    throw refusal('options', 'differ only in what looks like secrets, which people are not shown');
  return shown;
}
