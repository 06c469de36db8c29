import type { MemberActor } from '@/lib/actor';
import { SubscribeDevice } from '@/lib/contract/device';
import { describeDevice } from '@/lib/devices/describe';
import { type DeviceRow, replaceSubscription, upsertDevice } from '@/lib/devices/devices.sql';
import { env } from '@/lib/env';
import { refusal } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { checkOutboundUrl } from '@/lib/outbound/guarded-request';
import { parseOrThrow } from '@/lib/parse';

/**
 * Connects this browser: its subscription belongs to this member from now on, whoever had it before. Throws AppError
 * `invalid_request` for an endpoint that is not a public https address.
 */
export async function subscribeDevice(actor: MemberActor, input: unknown, userAgent: string): Promise<DeviceRow> {
  const subscription = parseOrThrow(SubscribeDevice, input);
  checkEndpoint(subscription.endpoint);
  const description = describeDevice(userAgent, subscription.touchPoints);
  return upsertDevice({
    id: newId(),
    workspaceId: actor.workspaceId,
    memberId: actor.memberId,
    webSessionId: actor.webSessionId,
    endpoint: subscription.endpoint,
    p256dh: subscription.keys.p256dh,
    auth: subscription.keys.auth,
    userAgent: userAgent.slice(0, 300),
    ...description,
  });
}

/**
 * Follows a browser that replaced its subscription while no page was open. The old endpoint is a secret between that browser and its
 * push service, so knowing it is the authority. False when no device has it.
 */
export async function resubscribeDevice(oldEndpoint: string, subscription: SubscribeDevice): Promise<boolean> {
  checkEndpoint(subscription.endpoint);
  const { endpoint, keys } = subscription;
  return replaceSubscription(oldEndpoint, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/** Throws AppError `invalid_request` for an endpoint that is not a public https address. */
export function checkEndpoint(endpoint: string): void {
  try {
    checkOutboundUrl(endpoint, env().pushAllowedHosts);
  } catch (error) {
    throw refusal('endpoint', error instanceof Error ? error.message : 'cannot be used', { cause: error });
  }
}
