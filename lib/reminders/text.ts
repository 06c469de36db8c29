import { refusal } from '@/lib/errors';
import { redact } from '@/lib/redact';

/** Most UTF-16 units (what a notification's own limits count), after secrets are removed. */
export const bodyLimit = 180;
export const titleLimit = 100;

/** Body and title as they are stored and shown. Never cut: throws AppError `invalid_request` that names field, length and limit. */
export function reminderText(body: string, title: string | undefined): { body: string; title: string | null } {
  const given = title?.trim() ? redact(title) : null;
  return {
    body: within('body', redact(body), bodyLimit),
    title: given === null ? null : within('title', given, titleLimit),
  };
}

function within(field: string, text: string, limit: number): string {
  if (text.length <= limit) return text;
  throw refusal(
    field,
    `has ${text.length} UTF-16 units after secrets are removed, at most ${limit} are allowed: say it shorter`,
  );
}
