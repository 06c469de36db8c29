import { operation } from '@/lib/contract/operation';
import { FindReminder, ScheduleReminder, ScheduleReminderResult } from '@/lib/contract/reminder';

const shared = {
  path: '/api/v1/server/reminders',
  tag: 'Reminders',
  keys: ['connector', 'agent', 'full'],
  response: ScheduleReminderResult,
} as const;

export const leaveReminder = operation({
  ...shared,
  id: 'leaveReminder',
  method: 'POST',
  summary: 'Leave, cancel or read a reminder',
  description:
    'A reminder comes once, to the devices of the member who made the key. What is done is told apart by the body: with `body` and a time it is left, ' +
    'with `cancelReminderId` cancelled, with `reminderId` read, and an empty body lists what is pending.',
  body: ScheduleReminder,
  errors: ['subscription_required', 'not_found', 'idempotency_conflict', 'limit_reached'],
  examples: [
    {
      summary: 'Leave one for in an hour',
      body: { body: 'The export is done: look at it', inMinutes: 60, requestId: 'export-4711' },
      gives: { reminderId: 'reminder.id' },
    },
    { summary: 'Read it', body: { reminderId: '{reminderId}' } },
    { summary: 'Cancel it', body: { cancelReminderId: '{reminderId}' } },
  ],
});

export const findReminders = operation({
  ...shared,
  id: 'findReminders',
  method: 'GET',
  summary: 'List what is pending, or read one reminder',
  query: FindReminder,
  errors: ['not_found'],
  examples: [
    { summary: 'What is pending' },
    { summary: 'One reminder, also when it is over', query: { reminderId: '{reminderId}' } },
  ],
});
