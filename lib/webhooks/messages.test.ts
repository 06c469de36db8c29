import '@/lib/testing/allow-private-callbacks';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { answerInSandbox } from '@/lib/due/sandbox';
import { answerQuestion } from '@/lib/questions/answer';
import { decideAs } from '@/lib/testing/decisions';
import { addKey, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { storeOpen } from '@/lib/testing/questions';
import { startReceiver } from '@/lib/testing/webhook-receiver';
import { deliverDue, leaseMs, owe, roomy } from '@/lib/testing/webhooks';
import { listMessages, messagePage } from '@/lib/webhooks/messages';
import { claimDueMessages } from '@/lib/webhooks/outbox.sql';
import { readSecret, rotateShownSecret, secretStanding } from '@/lib/webhooks/secret-on-page';
import { sendAgain } from '@/lib/webhooks/send-again';

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  await query('DELETE FROM outbox_message');
  place = await makeWorkspace();
});
afterAll(() => closeDatabase());

const nowhere = 'http://127.0.0.1:1/hook?token=s3cr3t&run=7';

test('pages give every webhook of the workspace once, newest first, also those of one millisecond; nobody else’s', async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, () => owe(place.workspaceId, nowhere)));
  await query('UPDATE outbox_message SET created_at = nod_now() WHERE workspace_id = $1', [place.workspaceId]);
  await owe((await makeWorkspace()).workspaceId, nowhere);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listMessages(place.viewer, cursor);
    seen.push(...page.messages.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor && seen.length < 500);
  expect(seen).toHaveLength(120);
  expect(new Set(seen)).toEqual(new Set(ids));
  await expect(listMessages(place.owner, 'made-up')).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a webhook says where it stands, what it answers and what each try brought, without secrets', async () => {
  const receiver = await startReceiver((response, number) => response.writeHead(number === 1 ? 500 : 200).end('said'));
  const { id, digest } = await storeOpen(place.agent, {
    question: 'Ship it?',
    context: `token: ghp_${'a1'.repeat(20)}`,
    callbackUrl: `${receiver.url}/hook?token=s3cr3t`,
  });
  await answerQuestion(place.owner, { id, value: 'yes', shownDigest: digest });
  const stateOf = async () => (await listMessages(place.owner)).messages[0];
  expect(await stateOf()).toMatchObject({
    state: 'on_its_way',
    tries: 0,
    address: `${receiver.url}/hook?token=…`,
    question: { text: 'Ship it?', href: `/q/${id}` },
  });
  await deliverDue();
  const retrying = await stateOf();
  expect(retrying).toMatchObject({ state: 'retrying', tries: 1, lastFailure: 'answered 500' });
  expect(retrying?.nextTryAt).toBeDefined();
  await shiftClock(6000);
  await claimDueMessages(roomy, leaseMs);
  expect(await stateOf()).toMatchObject({ state: 'on_its_way' });
  await shiftClock(70_000);
  await deliverDue();
  expect(await stateOf()).toMatchObject({ state: 'delivered', tries: 3 });
  await sendAgain(place.owner, retrying?.id ?? '');
  expect(await stateOf()).toMatchObject({ state: 'on_its_way' });
  const page = await messagePage(place.viewer, retrying?.id ?? '');
  expect(page?.attempts).toMatchObject([
    { number: 3, statusCode: 200, response: 'said', isManual: false },
    { number: 1, statusCode: 500, failure: 'answered 500' },
  ]);
  expect(page?.body).toContain('decision.answered');
  expect(page?.body).not.toContain('ghp_');
  expect(await messagePage((await makeWorkspace()).owner, retrying?.id ?? '')).toBeUndefined();
  await receiver.close();
});

test('what the sandbox says is marked as such, what is real is not', async () => {
  const listener = await startReceiver();
  const sandbox = await addKey(place.owner, 'sandbox');
  const { decisionId } = await decideAs(sandbox, { question: 'Tried?', callbackUrl: listener.url });
  await query('UPDATE question SET sandbox_due_at = nod_now() WHERE id = $1', [decisionId]);
  await answerInSandbox(1);
  const { id, digest } = await storeOpen(place.agent, { question: 'Ship it?', callbackUrl: listener.url });
  await answerQuestion(place.owner, { id, value: 'yes', shownDigest: digest });
  await owe(place.workspaceId, listener.url);
  const { messages } = await listMessages(place.viewer);
  const marks = messages.map(({ question, isSandbox }) => [question?.text, isSandbox]);
  expect(new Map(marks as [string | undefined, boolean][])).toEqual(
    new Map([
      ['Tried?', true],
      ['Ship it?', false],
      [undefined, false],
    ]),
  );
  const tried = messages.find(({ isSandbox }) => isSandbox);
  expect(await messagePage(place.viewer, tried?.id ?? '')).toMatchObject({ message: { isSandbox: true } });
  await listener.close();
});

test('the secret itself is shown to those who may answer, and only they rotate it; all see since when it is', async () => {
  expect(await secretStanding(place.viewer)).toEqual({});
  const { id, value } = await readSecret(place.owner);
  expect(value).toMatch(/^whsec_/);
  const standing = await secretStanding(place.viewer);
  expect(standing).toEqual({ current: { id, createdAt: expect.any(String) } });
  await expect(readSecret(place.viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(rotateShownSecret(place.viewer, id)).rejects.toMatchObject({ code: 'forbidden' });
  const next = await rotateShownSecret(place.owner, id);
  expect(await secretStanding(place.viewer)).toMatchObject({ current: { id: next }, earlierUntil: expect.any(String) });
  await expect(rotateShownSecret(place.owner, id)).rejects.toMatchObject({ code: 'changed' });
});
