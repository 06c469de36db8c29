import { z } from 'zod';
import { externalId } from '@/lib/contract/decision';
import { keptObject } from '@/lib/contract/kept-object';
import { commaJoined, paging } from '@/lib/contract/paging';
import { targets, text } from '@/lib/contract/text';

export const SubscriberStatus = z.enum(['active', 'unsubscribed', 'expired', 'bounced']);

/** A device as integrators see it. What is not known is left out. */
export const Subscriber = z.strictObject({
  id: z.string(),
  siteId: z.string().describe('The workspace.'),
  endpoint: z
    .string()
    .describe('Which push service it is at, and a short hash. The whole address is a secret of the browser.'),
  status: SubscriberStatus.describe('expired: its push service ended it. unsubscribed: it was turned off or removed.'),
  browser: z.string().optional(),
  os: z.string().optional(),
  deviceType: z.enum(['mobile', 'tablet', 'desktop']).optional(),
  country: z.string().optional().describe('Nod does not find out where people are.'),
  city: z.string().optional(),
  timezone: z.string().optional(),
  language: z.string().optional(),
  tags: z.array(z.string()),
  externalId: z.string().optional().describe('Its end user’s, or the one that a member’s device was given.'),
  createdAt: z.string(),
  lastActiveAt: z.string(),
});
export type Subscriber = z.output<typeof Subscriber>;

export const SubscriberPath = z.strictObject({ id: text({ max: 200, oneLine: true }) });

export const ListSubscribersQuery = z.strictObject({
  ...paging,
  status: SubscriberStatus.optional().describe('Only those in this state.'),
  tags: commaJoined(256).optional().describe('Only those with one of these tags, joined by commas.'),
  externalId: externalId().optional().describe('Only those of this person.'),
});
export type ListSubscribers = z.output<typeof ListSubscribersQuery>;

export const SubscriberList = z.strictObject({
  data: z.array(Subscriber),
  hasMore: z.boolean(),
  nextCursor: z.string().optional(),
});
export type SubscriberList = z.output<typeof SubscriberList>;

export const ChangeSubscriber = z.strictObject({
  tags: targets()
    .transform((tags) => [...new Set(tags.map((tag) => tag.trim()))])
    .optional()
    .meta({ type: 'array', description: 'All of its tags from now on.' }),
  externalId: externalId()
    .optional()
    .describe('Of a member’s device. An end user’s device is theirs; it changes hands by enrolling again.'),
  customData: keptObject().optional().describe('Kept with the device and shown to nobody. At most 4 kB.'),
});
export type ChangeSubscriber = z.output<typeof ChangeSubscriber>;

export const RemovedSubscriber = z.strictObject({ id: z.string(), deleted: z.literal(true).meta({ type: 'boolean' }) });

export const SubscriberCount = z.strictObject({
  total: z.number().describe('All that there ever were, expired ones too.'),
  active: z.number(),
  unsubscribed: z.number().describe('Turned off or removed.'),
});
export type SubscriberCount = z.output<typeof SubscriberCount>;

/** What the tool list_subscribers takes. */
export const ListSubscribersByTool = z.strictObject({
  limit: z
    .number()
    .min(1)
    .max(100)
    .refine(Number.isInteger, 'must be a whole number')
    .default(20)
    .describe('How many at most: 1 to 100.'),
  cursor: text({ max: 500, oneLine: true }).optional().describe('The nextCursor of the page before.'),
  status: SubscriberStatus.optional().describe('Only those in this state.'),
  tags: targets().optional().describe('Only those with one of these tags.'),
  externalId: externalId().optional().describe('Only those of this person.'),
});

export const ListSubscribersToolResult = z.strictObject({
  data: z.array(z.looseObject({})),
  hasMore: z.boolean(),
  nextCursor: z.string().optional(),
});

export const GetSubscriberByTool = z.strictObject({
  subscriberId: text({ max: 200, oneLine: true }).describe('The id that list_subscribers gave.'),
});

/** What a model is told of a device: nothing that only programs need. */
export const SubscriberToolResult = z.strictObject({
  id: z.string(),
  status: z.string(),
  browser: z.string().optional(),
  os: z.string().optional(),
  deviceType: z.string().optional(),
  timezone: z.string().optional(),
  language: z.string().optional(),
  tags: z.array(z.string()).optional(),
  externalId: z.string().optional(),
  createdAt: z.string().optional(),
  lastActiveAt: z.string().optional(),
});

/** What the tool count_subscribers takes: nothing. */
export const CountSubscribersByTool = z.strictObject({});
