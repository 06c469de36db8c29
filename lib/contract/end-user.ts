import { z } from 'zod';
import { externalId } from '@/lib/contract/decision';
import { SubscribeDevice } from '@/lib/contract/device';
import { text } from '@/lib/contract/text';

export const EnrollEndUser = z.strictObject({
  externalId: externalId().describe('Your own id of this person, the same in every decision.'),
});

export const Enrolment = z.strictObject({
  externalId: z.string(),
  token: z.string().describe('Opens the page once; part of the link.'),
  deepLink: z.string(),
  universalLink: z.string().describe('Show it to this person, as a button or a QR code: one tap turns on decisions.'),
  expiresInSeconds: z.number(),
});

/** What the tool enroll_end_user gives: the link is enough. */
export const EnrolmentByTool = Enrolment.omit({ token: true });

export const ReachabilityQuery = z.strictObject({
  externalId: text({ mayBeEmpty: true, oneLine: true })
    .refine((value) => value.length <= 256, 'has more than 256 UTF-16 units')
    .meta({ maxLength: 256 })
    .optional()
    .describe('Your own id of the person.'),
});

export const Reachability = z.strictObject({
  externalId: z.string(),
  deliverability: z
    .enum(['push', 'fallback', 'unreachable'])
    .describe(
      'push: Nod delivers. fallback: nobody is enrolled, deliver an approvalUrl yourself. unreachable: nobody is named.',
    ),
  reachable: z.boolean(),
  reachableChannels: z.number(),
  deviceCount: z.number(),
  webEndpoints: z.number(),
  hint: z.string(),
});

/** A browser that an end user connects: the token is all the authority it has. */
export const EnrolDevice = z.strictObject({ token: z.string().min(1).max(200), subscription: SubscribeDevice });

export const EnrolledDevice = z.strictObject({
  token: z.string().min(1).max(200),
  endpoint: text({ max: 2048, oneLine: true }),
});

export const LeaveDevice = z.strictObject({ endpoint: text({ max: 2048, oneLine: true }) });
