import { query } from '@/lib/db/client';
import { cutAtWord, type PushPayload, pushPayload, topicOf } from '@/lib/delivery/payload';
import type { PushOptions } from '@/lib/delivery/push';
import { agentLabel } from '@/lib/questions/agent-label';

/** What a push needs of a reminder. */
export interface ReminderForPush {
  id: string;
  title: string | null;
  body: string;
  agent_name: string;
}

/** A reminder is of use for a day. */
export const reminderPushOptions = (id: string): PushOptions => ({
  urgency: 'normal',
  ttlSeconds: 24 * 3600,
  topic: topicOf(id),
});

/** What a device gets for a reminder. */
export function reminderPush(reminder: ReminderForPush, target: { delivery_id: string }): PushPayload {
  const { agent, project } = agentLabel(reminder.agent_name, '');
  const who = [agent, project].filter(Boolean).join(' · ');
  return pushPayload({
    kind: 'reminder',
    id: reminder.id,
    title: reminder.title ?? cutAtWord(who ? `${who}: reminder` : 'Reminder', 100),
    body: reminder.body,
    tag: `reminder-${reminder.id}`,
    path: '/reminders',
    actions: [],
    deliveryId: target.delivery_id,
  });
}

/** The same push made again from what is stored; undefined when it no longer exists. */
export async function reminderPayload(
  workspaceId: string,
  reminderId: string,
  target: { delivery_id: string },
): Promise<PushPayload | undefined> {
  const [reminder] = await query<ReminderForPush>(
    'SELECT id, title, body, agent_name FROM reminder WHERE id = $1 AND workspace_id = $2',
    [reminderId, workspaceId],
  );
  return reminder && reminderPush(reminder, target);
}
