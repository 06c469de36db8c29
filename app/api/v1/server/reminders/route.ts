import { FindReminder, ScheduleReminder } from '@/lib/contract/reminder';
import { withApi } from '@/lib/http/with-api';
import { parseOrThrow } from '@/lib/parse';
import { scheduleReminder } from '@/lib/reminders/schedule-reminder';

const access = { key: ['connector', 'agent', 'full'] } as const;

/** What is pending, or one reminder by `?reminderId=`. */
export const GET = withApi({ access }, ({ actor, request }) =>
  scheduleReminder(actor, parseOrThrow(FindReminder, Object.fromEntries(new URL(request.url).searchParams))),
);

/** Leaves, cancels, reads or lists, told apart by the body as the tool schedule_reminder does. */
export const POST = withApi({ access, body: ScheduleReminder }, ({ actor, body }) => scheduleReminder(actor, body));
