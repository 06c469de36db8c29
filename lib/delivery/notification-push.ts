import { longestTtlSeconds } from '@/lib/delivery/deliver';
import {
  fits,
  type PushPayload,
  pushPayload,
  type QuestionForPush,
  questionPayload,
  topicOf,
} from '@/lib/delivery/payload';
import { type NotificationFields, selectNotification } from '@/lib/notifications/notifications.sql';
import { selectQuestion } from '@/lib/questions/questions.sql';

type Shown = Pick<NotificationFields, 'id' | 'type' | 'title' | 'body' | 'url' | 'context' | 'icon_url' | 'image_url'>;

export const notificationPushOptions = (id: string, isError: boolean) => ({
  urgency: isError ? ('high' as const) : ('normal' as const),
  ttlSeconds: longestTtlSeconds,
  topic: topicOf(id),
});

/** What a device gets for a notification; with an embedded question its buttons answer that question. */
export function notificationPush(
  notification: Shown,
  embedded: Record<string, unknown> | null,
  target: { delivery_id: string; token: string | null },
  expiresAt: Date | null,
): PushPayload {
  const path = `/n/${notification.id}`;
  const { title, body } = notification;
  if (embedded) {
    return questionPayload(embedded as unknown as QuestionForPush, {
      deliveryId: target.delivery_id,
      token: target.token,
      expiresAt,
      path,
      text: { title, body: `${body}\n${String(embedded.question)}` },
    });
  }
  const payload = pushPayload({
    kind: 'notification',
    id: notification.id,
    title,
    body,
    tag: `notification-${notification.id}`,
    path,
    actions: [],
    deliveryId: target.delivery_id,
  });
  // Without a page of its own, a tap opens what the agent named.
  const url = notification.context ? undefined : (notification.url ?? undefined);
  const pictures = {
    ...(notification.icon_url ? { icon: notification.icon_url } : {}),
    ...(notification.image_url ? { image: notification.image_url } : {}),
  };
  const direct = url
    ? { ...payload, ...pictures, url, notification: { ...payload.notification, navigate: url } }
    : { ...payload, ...pictures };
  // Addresses that do not fit are left out: a tap then opens the notification's page.
  return fits(direct) ? direct : payload;
}

/** The same push made again from what is stored; undefined when it no longer exists. */
export async function notificationPayload(
  workspaceId: string,
  id: string,
  target: { delivery_id: string; token: string | null },
): Promise<{ payload: PushPayload; isError: boolean } | undefined> {
  const notification = await selectNotification(workspaceId, id);
  if (!notification) return undefined;
  const question = notification.linked_question_id
    ? await selectQuestion(workspaceId, notification.linked_question_id)
    : undefined;
  const open = question?.state === 'pending' ? (question as unknown as Record<string, unknown>) : null;
  return {
    payload: notificationPush(notification, open, target, question?.expires_at ?? null),
    isError: notification.type === 'error',
  };
}
