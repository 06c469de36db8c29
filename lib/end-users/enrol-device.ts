import type { z } from 'zod';
import type { EnrolDevice } from '@/lib/contract/end-user';
import { describeDevice } from '@/lib/devices/describe';
import { checkEndpoint } from '@/lib/devices/subscribe';
import {
  type EnrolmentRow,
  type EnrolOutcome,
  enrol,
  isEnrolled,
  leave,
  selectEnrolment,
} from '@/lib/end-users/end-users.sql';
import { AppError } from '@/lib/errors';
import { newId, sha256 } from '@/lib/ids';

const refusals: Record<Exclude<EnrolOutcome, 'enrolled'>, string> = {
  used: 'This link was used before. Ask for a new one.',
  expired: 'This link has run out. Ask for a new one.',
  unknown: 'This link does not open anything. Ask for a new one.',
  has_device:
    'Questions reach another browser of yours already. Ask for a link from the service itself to add this one.',
  too_many: 'Questions reach 20 browsers of yours already. Turn one of them off first.',
};

/**
 * Connects an end user's browser by the token of its link, once; the same browser may say so again. Throws AppError `unauthorized` with words
 * for the person, and `invalid_request` for an endpoint that is not a public https address.
 */
export async function enrolDevice(
  { token, subscription }: z.output<typeof EnrolDevice>,
  userAgent: string,
): Promise<{ on: true }> {
  checkEndpoint(subscription.endpoint);
  const { endpoint, keys, touchPoints } = subscription;
  const outcome = await enrol(sha256(token), {
    id: newId(),
    endpoint,
    ...keys,
    user_agent: userAgent.slice(0, 300),
    ...describeDevice(userAgent, touchPoints),
  });
  if (outcome !== 'enrolled') throw new AppError('unauthorized', refusals[outcome], { hint: 'Ask for a new link.' });
  return { on: true };
}

/** Whether this browser gets the decisions of the person that a link was made for. */
export const isOn = async (token: string, endpoint: string): Promise<{ on: boolean }> => ({
  on: await isEnrolled(sha256(token), endpoint),
});

/** Turns an end user's browser off; only it and its push service know the endpoint, so that is the authority. */
export const leaveDevice = async (endpoint: string): Promise<{ left: boolean }> => ({ left: await leave(endpoint) });

/** The enrolment behind a link's token; undefined when there never was one, and the same when it ran out unused. */
export async function readEnrolment(token: string): Promise<EnrolmentRow | undefined> {
  const enrolment = await selectEnrolment(sha256(token));
  return enrolment?.is_expired && !enrolment.is_used ? undefined : enrolment;
}
