import { z } from 'zod';
import { text } from '@/lib/contract/text';
import { isId } from '@/lib/ids';

export const activityKinds = ['questions', 'decisions', 'notifications', 'reminders', 'control', 'scopes'] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A form sends every field, also those that nobody filled in. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` });

/** Whether this is a day of the calendar, written as 2026-11-30. */
function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

const onlyOnce = { error: 'must be given once, as text' };

/** What narrows the feed; each comes from the address and all combine. */
export const ActivityFilter = z.object({
  kind: given(oneOf(activityKinds)),
  agent: given(text({ max: 256, oneLine: true })),
  session: given(text({ max: 256, oneLine: true })),
  day: given(z.string(onlyOnce).refine(isDay, 'must be a date such as 2026-11-30')),
  q: given(
    text({ max: 200, oneLine: true }).refine((value) => /[\p{L}\p{N}]/u.test(value), 'needs a letter or a digit'),
  ),
});
export type ActivityFilter = z.output<typeof ActivityFilter>;

/** The place of a row in the feed, as the address holds it: milliseconds and an id. */
const cursor = z
  .string(onlyOnce)
  .transform((value) => value.split('_'))
  .refine(
    ([ms = '', id = '', ...rest]) => /^\d{1,13}$/.test(ms) && isId(id) && rest.length === 0,
    'is not a place in this list',
  )
  .transform(([ms, id]) => ({ at: new Date(Number(ms)), id: String(id) }));

/** The address of a page of the feed. */
export const ActivityPageQuery = ActivityFilter.extend({ cursor: given(cursor) });

/** The address of an export. */
export const ActivityExportQuery = ActivityFilter.extend({ format: oneOf(exportFormats) });
