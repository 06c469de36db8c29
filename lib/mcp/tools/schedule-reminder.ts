import { ScheduleReminder, ScheduleReminderResult } from '@/lib/contract/reminder';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';
import { scheduleReminder as run } from '@/lib/reminders/schedule-reminder';

export const scheduleReminder = defineTool({
  name: 'schedule_reminder',
  title: 'Remind the person later',
  description:
    'Leave a reminder that reaches the person once, at a later time, also after you have ended: body, and inMinutes or at. ' +
    'Confirm the local time with them. Without arguments it lists what is pending; cancelReminderId cancels one, reminderId reads one. ' +
    'It waits for no answer: to ask something, use ask_user.',
  keys: ['agent', 'connector', 'full'],
  input: ScheduleReminder,
  output: ScheduleReminderResult,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  run,
  unavailable: databaseIsDown('Nothing was stored or cancelled.'),
});
