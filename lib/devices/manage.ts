import type { MemberActor } from '@/lib/actor';
import { UpdateDevice } from '@/lib/contract/device';
import { pushPayload, topicOf } from '@/lib/delivery/payload';
import { sendAndRecord } from '@/lib/delivery/send';
import { whySuppressed } from '@/lib/delivery/timeline';
import {
  type DeviceRow,
  planTestPush,
  type RecentDelivery,
  selectDevices,
  selectRecentDeliveries,
  unsubscribeDevice,
  updateDevice,
} from '@/lib/devices/devices.sql';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { parseOrThrow } from '@/lib/parse';

const missing = () => new AppError('not_found', 'There is no such device of yours.');

export interface DeviceView {
  id: string;
  endpoint: string;
  name: string;
  kind: string;
  isPhone: boolean;
  status: DeviceRow['status'];
  reason?: string;
  tags: string[];
  lastSeenAt: string;
  lastDeliveredAt?: string;
  lastFailure?: string;
  gets: { questions: boolean; updates: boolean; reminders: boolean };
  hidesText: boolean;
}

/** A device with its last few pushes, newest first, each with what is known of it. */
export interface DeviceWithPushes extends DeviceView {
  recent: { title: string; outcome: string; at: string; href?: string }[];
}

/** The member's own devices, active first; dead ones too, so that the person is told. */
export async function listDevices(actor: MemberActor): Promise<DeviceView[]> {
  const rows = await selectDevices(actor.workspaceId, actor.memberId);
  return rows.map((row) => ({
    id: row.id,
    endpoint: row.endpoint,
    name: row.name,
    kind: `${row.browser} on ${row.os}`,
    isPhone: row.channel === 'mobile',
    status: row.status,
    ...(row.status_reason ? { reason: row.status_reason } : {}),
    tags: row.tags,
    lastSeenAt: row.last_seen_at.toISOString(),
    ...(row.last_delivered_at ? { lastDeliveredAt: row.last_delivered_at.toISOString() } : {}),
    ...(row.last_failure ? { lastFailure: row.last_failure } : {}),
    gets: { questions: row.gets_questions, updates: row.gets_updates, reminders: row.gets_reminders },
    hidesText: row.hides_text,
  }));
}

/** The same with what became of the last pushes to each. */
export async function listDevicesWithPushes(actor: MemberActor): Promise<DeviceWithPushes[]> {
  const devices = await listDevices(actor);
  if (devices.length === 0) return [];
  const ids = devices.map(({ id }) => id);
  const recent = await selectRecentDeliveries(actor.workspaceId, ids);
  return devices.map((device) => ({
    ...device,
    recent: recent.filter(({ device_id: of }) => of === device.id).map(recentView),
  }));
}

function recentView(push: RecentDelivery): DeviceWithPushes['recent'][number] {
  const href = push.notification_id
    ? `/n/${push.notification_id}`
    : push.question_id
      ? `/q/${push.question_id}`
      : undefined;
  return {
    title: push.kind === 'test' ? 'A test' : (push.title ?? 'A message'),
    outcome: outcomeOf(push),
    at: push.created_at.toISOString(),
    ...(href ? { href } : {}),
  };
}

/** The furthest that is known: nothing is claimed that nobody reported. */
function outcomeOf(push: RecentDelivery): string {
  if (push.clicked_at) return 'Tapped';
  if (push.displayed_at) return 'Displayed';
  if (push.failed_at) return `Failed: ${push.failure ?? 'no reason given'}`;
  if (push.suppressed) return `Not sent: ${whySuppressed[push.suppressed] ?? push.suppressed}`;
  if (push.accepted_at) return 'Accepted, not reported as shown';
  if (push.attempts === 0) return 'Kept silent for a moment';
  return push.failure ? `Tried again soon: ${push.failure}` : 'On its way';
}

/** Renames, tags or sets up one of the member's devices. Throws AppError `not_found` or `invalid_request`. */
export async function changeDevice(actor: MemberActor, id: string, input: unknown): Promise<void> {
  const { name, tags, boxes, ...ticked } = parseOrThrow(UpdateDevice, input);
  const list =
    tags === undefined
      ? undefined
      : [
          ...new Set(
            tags
              .split(',')
              .map((tag) => tag.trim())
              .filter(Boolean),
          ),
        ].slice(0, 20);
  const settings = boxes && {
    getsQuestions: ticked.getsQuestions === 'on',
    getsUpdates: ticked.getsUpdates === 'on',
    getsReminders: ticked.getsReminders === 'on',
    hidesText: ticked.hidesText === 'on',
  };
  const change = { name: name?.trim(), tags: list, ...settings };
  if (!isId(id) || !(await updateDevice(actor.memberId, id, change))) throw missing();
}

/** Takes one of the member's devices out of use. Throws AppError `not_found`. */
export async function removeDevice(actor: MemberActor, id: string, reason = 'removed'): Promise<void> {
  if (!isId(id) || !(await unsubscribeDevice(actor.memberId, id, reason))) throw missing();
}

/** Sends a test push and says what the push service said: undefined when it took it, its words otherwise. Throws AppError `not_found`. */
export async function sendTestPush(actor: MemberActor, id: string): Promise<string | undefined> {
  const target = isId(id) ? await planTestPush(actor.memberId, id) : undefined;
  if (!target) throw missing();
  const payload = pushPayload({
    kind: 'test',
    id: target.delivery_id,
    title: 'Nod reaches this device',
    body: 'A test you sent from the devices page.',
    tag: 'nod-test',
    path: '/devices',
    actions: [],
    deliveryId: target.delivery_id,
  });
  const outcome = await sendAndRecord(
    target,
    payload,
    { urgency: 'high', ttlSeconds: 300, topic: topicOf(target.delivery_id) },
    1000,
  );
  return outcome.kind === 'accepted' ? undefined : outcome.reason;
}
