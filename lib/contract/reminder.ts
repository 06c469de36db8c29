import { z } from 'zod';
import { text } from '@/lib/contract/text';

/** The server's clock decides; 30 days. */
export const longestMinutes = 43_200;

/** What schedule_reminder and POST /reminders take. Body and title have no length here: it is counted after secrets are removed. */
export const ScheduleReminder = z.strictObject({
  body: text()
    .optional()
    .describe(
      'What the person should be reminded of, in at most 180 characters. Leave it out to list, fetch or cancel.',
    ),
  title: text({ mayBeEmpty: true, oneLine: true })
    .optional()
    .describe('A short title, in at most 100 characters. Your name is shown when left out.'),
  inMinutes: z
    .number()
    .min(1)
    .max(longestMinutes)
    .optional()
    .describe('Minutes from now, 1 to 43200 (30 days). Give this or at, not both.'),
  at: text({ max: 100, oneLine: true })
    .optional()
    .describe(
      'The moment in ISO 8601 with its offset, such as 2027-01-15T09:00:00+01:00 or 2027-01-15T08:00:00Z, within 30 days. Give this or inMinutes, not both.',
    ),
  requestId: text({ max: 200, oneLine: true })
    .optional()
    .describe('Your own id for this reminder: calling again with it never makes a second one.'),
  agentName: text({ max: 200, mayBeEmpty: true, oneLine: true })
    .optional()
    .describe('Who leaves it, as "Agent - project".'),
  sessionId: text({ max: 200, oneLine: true })
    .optional()
    .describe('The id of this agent session, the same on every call.'),
  machineId: text({ max: 200, oneLine: true }).optional().describe('The machine this agent runs on.'),
  env: z
    .literal('test')
    .optional()
    .meta({ type: 'string', enum: ['test'], description: 'test: store it, and never send it.' }),
  cancelReminderId: text({ max: 200, oneLine: true }).optional().describe('Cancel this reminder instead.'),
  reminderId: text({ max: 200, oneLine: true })
    .optional()
    .describe('Read this reminder instead, also when it is over.'),
});
export type ScheduleReminder = z.output<typeof ScheduleReminder>;

/** What GET /reminders takes in its query. */
export const FindReminder = ScheduleReminder.pick({ reminderId: true });

const ReminderStatus = z.enum(['scheduled', 'firing', 'dispatched', 'cancelled', 'suppressed', 'failed']);
export type ReminderStatus = z.output<typeof ReminderStatus>;

const reminder = () =>
  z.strictObject({
    id: z.string(),
    title: z.string().optional(),
    body: z.string(),
    fireAt: z.string().describe('When it comes, in UTC.'),
    status: ReminderStatus,
    reason: z.string().optional().describe('Why it ended this way.'),
    settledAt: z.string().optional(),
  });
export type ReminderReply = z.output<ReturnType<typeof reminder>>;

export const ScheduleReminderResult = z.strictObject({
  reminder: reminder().optional(),
  duplicate: z.boolean().optional().describe('true: it was scheduled by an earlier call; nothing new was stored.'),
  cancelled: z.boolean().optional(),
  pending: z.array(reminder()).describe('What is still to come, the next one first.'),
  hint: z.string().optional(),
  warning: z.string().optional(),
  delivery: z
    .strictObject({
      pending: z.number().optional().describe('Devices that are still being tried.'),
      sent: z.number().optional().describe('Devices whose push service took it.'),
      delivered: z.number().optional().describe('Devices that reported it.'),
      failed: z.number().optional(),
    })
    .optional(),
  env: z.enum(['test']).optional(),
});
export type ScheduleReminderResult = z.output<typeof ScheduleReminderResult>;

/** The form of /reminders: text, and a local time of the member's own zone. */
export const LeaveReminder = z.strictObject({
  body: text(),
  title: text({ mayBeEmpty: true, oneLine: true }).optional(),
  at: text({ max: 40, oneLine: true }),
});
export type LeaveReminder = z.output<typeof LeaveReminder>;
