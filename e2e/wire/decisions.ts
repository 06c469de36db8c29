import { expect } from '@playwright/test';
import { waitUntil } from '../push/wait-until';
import type { Query } from '../server/database';
import type { Reply, WireClient } from './client';

/** What creating a decision may give, as spec 6.2 lists it. */
export const createdFields = {
  always: ['answered', 'decisionId', 'expiresInSeconds', 'pollUrl', 'question', 'status', 'type'],
  sometimes: [
    'approvalUrl',
    'decisionPageUrl',
    'deviceCount',
    'hint',
    'idempotent',
    'reachable',
    'reachableChannels',
    'value',
  ],
};

/** What reading one gives, always all of it. */
export const readFields = [
  'answered',
  'answeredAt',
  'context',
  'createdAt',
  'decisionId',
  'expiresAt',
  'externalId',
  'options',
  'question',
  'status',
  'type',
  'value',
];

/** Opens a decision; gives its id. Fails the test when there is none. */
export async function openDecision(
  wire: WireClient,
  fields: Record<string, unknown> = {},
  key?: string,
): Promise<string> {
  const reply = await wire.post('/decisions', { question: 'Refund EUR 48 to Ada?', ...fields }, key);
  return idIn(reply);
}

/** The id of the decision that a call made or found. */
export function idIn(reply: Reply): string {
  expect([200, 201], reply.text).toContain(reply.status);
  return String(reply.body.decisionId);
}

/** The id of a decision that another call is just opening, by its question. */
export function idOfQuestion(wire: WireClient, question: string, key?: string): Promise<string> {
  return waitUntil(`a decision that asks "${question}"`, async () => {
    const { decisions } = (await wire.get('/decisions', { limit: '500' }, key)).body;
    const found = (decisions as { decisionId: string; question: string }[]).find((one) => one.question === question);
    return found?.decisionId;
  });
}

/** Lets enough other calls come and go that this one would be over too, if it did not block. Fails the test when it is. */
export async function expectBlocked(wire: WireClient, call: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  call.then(over, over);
  for (let others = 0; others < 6; others++) await wire.get('/decisions', { limit: '1' });
  expect(isOver, 'the call blocks').toBe(false);
}

/** Lets a test open as many decisions as it needs. */
export async function raiseDecisionLimits(query: Query): Promise<void> {
  await query('UPDATE workspace SET decision_limit = 100000, end_user_decision_limit = 100000');
}

/** Walks a list to its end; gives every item in the order that it came. */
export async function everyItem(
  wire: WireClient,
  path: string,
  query: Record<string, string>,
  options: { key?: string; between?: () => Promise<unknown> } = {},
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  do {
    const reply = await wire.get(path, { ...query, ...(cursor ? { cursor } : {}) }, options.key);
    expect(reply.status, reply.text).toBe(200);
    items.push(...((reply.body.decisions ?? reply.body.data) as Record<string, unknown>[]));
    cursor = (reply.body.nextCursor as string | null | undefined) ?? undefined;
    await options.between?.();
  } while (cursor);
  return items;
}
