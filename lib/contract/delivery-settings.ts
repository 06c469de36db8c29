import { z } from 'zod';
import { DeliveryMode } from '@/lib/contract/question';
import { text } from '@/lib/contract/text';
import { isTimeZone } from '@/lib/time-zone';

/** A time of the clock as the browser's time field gives it, to minutes after midnight; empty means none. */
const clockTime = z
  .string()
  .trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'must be a time such as 22:00')
  .transform((value) => (value === '' ? null : Number(value.slice(0, 2)) * 60 + Number(value.slice(3))));

export const TimeZone = text({ max: 100, oneLine: true }).refine(
  isTimeZone,
  'is not a time zone that this server knows',
);

/** How one member is reached (spec 3.5). */
export const MemberDelivery = z
  .strictObject({
    /** Empty follows the workspace. */
    mode: z.union([z.literal('').transform(() => null), DeliveryMode]),
    updates: z.enum(['all', 'important', 'none']),
    quietFrom: clockTime,
    quietTo: clockTime,
    timeZone: TimeZone,
    urgentThrough: z.literal('on').optional(),
  })
  .superRefine(({ quietFrom, quietTo }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (quietFrom === null && quietTo !== null) refuse('quietFrom', 'is needed when quiet hours have an end');
    if (quietFrom !== null && quietTo === null) refuse('quietTo', 'is needed when quiet hours have a start');
    if (quietFrom !== null && quietFrom === quietTo) refuse('quietTo', 'must differ from the start');
  });

const seconds = (least: number) =>
  z.coerce.number('must be a number of seconds').int('must be whole seconds').min(least).max(55);

/** What holds for a workspace where its members say nothing else. */
export const WorkspaceDelivery = z.strictObject({
  mode: DeliveryMode,
  graceSeconds: seconds(0),
  pushFirstSeconds: seconds(1),
  pushOnlySeconds: seconds(1),
});

export const snoozeLengths = ['30', '60', '240', 'morning'] as const;
/** Minutes, or until eight in the morning. */
export const Snooze = z.strictObject({ for: z.enum(snoozeLengths) });

/** Another mode for a while. */
export const ModeForNow = z.strictObject({
  mode: DeliveryMode,
  hours: z.coerce.number('must be a number of hours').min(1).max(24).default(1),
});

/** What a page of Nod says of itself: whether it is in front of the person, and the zone of their browser. */
export const PagePresence = z.strictObject({ foreground: z.boolean(), timeZone: z.string().max(100).optional() });
