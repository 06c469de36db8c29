import { z } from 'zod';
import { keptObject } from '@/lib/contract/kept-object';
import { SendNotification } from '@/lib/contract/notification';
import { text } from '@/lib/contract/text';

const { title, body, url, iconUrl, imageUrl, subscriberIds, externalIds, tags } = SendNotification.shape;

/** What POST /send takes. */
export const Send = z.strictObject({
  title,
  body,
  url: url.describe('What a tap opens; the page of the notification when left out.'),
  iconUrl,
  imageUrl,
  subscriberIds,
  externalIds,
  tags,
  data: keptObject()
    .optional()
    .describe('Kept with the notification, without secrets, and shown to nobody. At most 4 kB.'),
  metadata: keptObject().optional().describe('The same, for facts about the notification. At most 4 kB.'),
  idempotencyKey: text({ max: 200, oneLine: true })
    .optional()
    .describe('The same for every retry of one send: nobody is told twice.'),
});
export type Send = z.output<typeof Send>;

export const Sent = z.strictObject({
  success: z.literal(true).meta({ type: 'boolean', description: 'It was taken: the person finds it in Nod.' }),
  notificationId: z.string(),
  sent: z.number().describe('How many devices’ push services have taken it by now.'),
  status: z
    .literal('queued')
    .optional()
    .meta({ type: 'string', enum: ['queued'], description: 'Some devices are still being tried.' }),
  queued: z.number().optional().describe('How many devices are still being tried.'),
  duplicate: z.boolean().optional().describe('true: an earlier call with this key sent it; nothing was sent again.'),
  suppressed: z.string().optional().describe('Why nobody was alerted: the person finds it in Nod.'),
  limits: z
    .strictObject({
      remaining: z.number().describe('How many more can be sent now.'),
      limit: z.number().describe('How many this workspace may send in 5 minutes.'),
    })
    .describe('Of notifications in this workspace.'),
  warning: z.string().optional(),
  hint: z.string().optional(),
});
export type Sent = z.output<typeof Sent>;
