import { z } from 'zod';
import { text } from '@/lib/contract/text';

const base64url = (what: string) =>
  z.string().regex(/^[A-Za-z0-9_-]{16,200}={0,2}$/, `must be ${what} in URL-safe base64`);

/** What a browser hands over when it subscribes: PushSubscription.toJSON() and what the server cannot see in the user agent. */
export const SubscribeDevice = z.strictObject({
  endpoint: text({ max: 2048, oneLine: true }),
  keys: z.strictObject({ p256dh: base64url('a public key'), auth: base64url('a secret') }),
  expirationTime: z.number().nullish(),
  /** A touch screen behind a desktop user agent is an iPad. */
  touchPoints: z.number().int().min(0).max(100).optional(),
  /** Whether Nod runs as an installed app. */
  installed: z.boolean().optional(),
});
export type SubscribeDevice = z.output<typeof SubscribeDevice>;

export const Resubscribe = z.strictObject({
  oldEndpoint: text({ max: 2048, oneLine: true }),
  subscription: SubscribeDevice,
});

export const CheckDevice = z.strictObject({ endpoint: text({ max: 2048, oneLine: true }) });

const ticked = z.literal('on').optional();

/** The form of one device. Boxes count only when the form had them (`boxes`): a box that is not ticked is not sent. */
export const UpdateDevice = z.strictObject({
  name: text({ max: 60, oneLine: true }).optional(),
  tags: text({ max: 2000, oneLine: true, mayBeEmpty: true }).optional(),
  boxes: z.literal('1').optional(),
  getsQuestions: ticked,
  getsUpdates: ticked,
  getsReminders: ticked,
  hidesText: ticked,
});

/** An answer from a notification's button: the token is all the authority it has. */
export const AnswerByToken = z.strictObject({
  questionId: z.string().min(1).max(64),
  deliveryId: z.string().min(1).max(64),
  token: z.string().min(1).max(200),
  value: z.string().max(20_000),
});

export const DeliveryEvent = z.strictObject({
  deliveryId: z.string().min(1).max(64),
  event: z.enum(['displayed', 'clicked']),
});
