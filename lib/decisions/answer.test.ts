import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DeviceActor, KeyActor } from '@/lib/actor';
import { closeDatabase, query } from '@/lib/db/client';
import { answerDecision } from '@/lib/decisions/answer';
import { cancelDecision } from '@/lib/decisions/cancel';
import { getDecision } from '@/lib/decisions/get';
import { approvalUrl, decisionHolder } from '@/lib/decisions/link';
import { listDecisions } from '@/lib/decisions/list';
import { answerInSandbox } from '@/lib/due/sandbox';
import { newId } from '@/lib/ids';
import { answerQuestion } from '@/lib/questions/answer';
import { cancelQuestion } from '@/lib/questions/cancel';
import { waitForAnswer } from '@/lib/questions/wait';
import { currentSecret } from '@/lib/secrets/secrets';
import { decideAs } from '@/lib/testing/decisions';
import { addBoundKey, addEndUserDevice } from '@/lib/testing/end-users';
import { addKey, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, ledgerOf, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterAll(() => closeDatabase());

/** A decision that was pushed to one device of its end user, and that device. */
async function onDevice(fields: Record<string, unknown> = {}): Promise<{ id: string; device: DeviceActor }> {
  const deviceId = await addEndUserDevice(place.workspaceId, 'customer');
  const { decisionId: id } = await decideAs(place.full, fields);
  const [delivery] = await query<{ id: string }>('SELECT id FROM delivery WHERE question_id = $1 AND device_id = $2', [
    id,
    deviceId,
  ]);
  const { end_user_id: endUserId } = await rowOf(id);
  const deliveryId = delivery?.id ?? '';
  return {
    id,
    device: {
      by: 'device',
      workspaceId: place.workspaceId,
      memberId: null,
      endUserId,
      deviceId,
      deliveryId,
      channel: 'mobile',
    },
  };
}

const holderOf = async (id: string) =>
  decisionHolder(id, new URL(await approvalUrl(id)).searchParams.get('t') ?? undefined);
const stateOf = async (id: string) => (await rowOf(id)).state;

test('the end user’s device answers; the row, the ledger and the key that asked agree', async () => {
  const { id, device } = await onDevice();
  const outcome = await answerQuestion(device, { id, value: 'yes', source: 'mobile_background' });
  expect(outcome).toMatchObject({
    recorded: true,
    row: { answer_value: 'yes', answered_by: null, answered_on: device.deviceId },
  });
  expect(await getDecision(place.full, id, 0, callNow())).toMatchObject({
    status: 'answered',
    answered: true,
    value: 'yes',
  });
  expect(await ledgerOf(id)).toEqual(['asked', 'answered']);
  const [entry] = await query<{ detail: object }>(
    `SELECT detail FROM ledger_entry WHERE subject_id = $1 AND event = 'answered'`,
    [id],
  );
  expect(entry?.detail).toMatchObject({
    endUser: device.endUserId,
    device: device.deviceId,
    source: 'mobile_background',
  });
});

test('a device that was taken away, or moved to somebody else, no longer answers', async () => {
  const { id, device } = await onDevice();
  await query(`UPDATE device SET status = 'unsubscribed' WHERE id = $1`, [device.deviceId]);
  await expect(answerQuestion(device, { id, value: 'yes' })).rejects.toMatchObject({ code: 'forbidden' });
  await addEndUserDevice(place.workspaceId, 'another');
  await query(
    `UPDATE device SET status = 'active', end_user_id = (SELECT id FROM end_user WHERE external_id = 'another' AND workspace_id = $2) WHERE id = $1`,
    [device.deviceId, place.workspaceId],
  );
  await expect(answerQuestion(device, { id, value: 'yes' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await stateOf(id)).toBe('pending');
});

test('neither a member, nor another end user, nor a member’s device answers for an end user', async () => {
  const { id, device } = await onDevice();
  const { content_digest: shownDigest } = await rowOf(id);
  await expect(answerQuestion(place.owner, { id, value: 'yes', shownDigest })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(answerQuestion({ ...device, endUserId: newId() }, { id, value: 'yes' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const asMember = { ...device, endUserId: null, memberId: place.owner.memberId };
  await expect(answerQuestion(asMember, { id, value: 'yes' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await stateOf(id)).toBe('pending');
});

test('an end user’s device answers no agent’s question', async () => {
  const { device } = await onDevice();
  const { correlationId: id } = await askAs(place.agent);
  await expect(answerQuestion(device, { id, value: 'yes' })).rejects.toMatchObject({ code: 'not_found' });
});

test('the link of a decision opens that decision, and only where a link was asked for', async () => {
  const [one, two, without] = [
    await decideAs(place.full, { approvalUrl: true }),
    await decideAs(place.full, { approvalUrl: true, question: 'Another?' }),
    await decideAs(place.full, { question: 'No link?' }),
  ];
  expect(one.approvalUrl).toBe(await approvalUrl(one.decisionId));
  expect(await holderOf(one.decisionId)).toMatchObject({ by: 'link' });
  const token = new URL(one.approvalUrl ?? '').searchParams.get('t') ?? '';
  expect(await decisionHolder(two.decisionId, token)).toBeUndefined();
  expect(without.approvalUrl).toBeUndefined();
  expect(await holderOf(without.decisionId)).toBeUndefined();
  for (const bad of ['', 'a.', 'a.x', `${token}x`, token.slice(0, -1), 'd.x.y', undefined])
    expect(await decisionHolder(one.decisionId, bad)).toBeUndefined();
});

test('a link made with a secret that was retired before the decision was opened opens nothing', async () => {
  const { id: leaked } = await currentSecret('digest');
  const { decisionId: older } = await decideAs(place.full, { approvalUrl: true });
  await query('UPDATE secret SET retired_at = nod_now() WHERE id = $1', [leaked]);
  const { decisionId: newer } = await decideAs(place.full, { approvalUrl: true, question: 'Later?' });
  // The process still signs with the secret that it read before: exactly what who has the leaked one can do.
  expect(await holderOf(older)).toMatchObject({ by: 'link' });
  expect(await holderOf(newer)).toBeUndefined();
  await query('UPDATE secret SET retired_at = NULL WHERE id = $1', [leaked]);
});

test('nobody answers what the sandbox is asked', async () => {
  const { decisionId: id } = await decideAs(await addKey(place.owner, 'sandbox'), { externalId: undefined });
  const { content_digest: shownDigest } = await rowOf(id);
  await expect(answerQuestion(place.owner, { id, value: 'yes', shownDigest })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const { decisionId: real } = await decideAs(place.full, { externalId: undefined });
  const shown = { shownDigest: (await rowOf(real)).content_digest };
  expect(await answerQuestion(place.owner, { id: real, value: 'yes', ...shown })).toMatchObject({ recorded: true });
});

test('a link answers once; used again it says who won', async () => {
  const { decisionId: id } = await decideAs(place.full, { approvalUrl: true });
  const holder = await holderOf(id);
  if (holder?.by !== 'link') throw new Error('no link');
  const { content_digest: shownDigest } = await rowOf(id);
  await expect(answerQuestion(holder, { id, value: 'yes', shownDigest: 'other' })).rejects.toMatchObject({
    code: 'changed',
  });
  expect(await answerQuestion(holder, { id, value: 'no', source: 'answer_link', shownDigest })).toMatchObject({
    recorded: true,
  });
  expect(await answerQuestion(holder, { id, value: 'yes', shownDigest })).toMatchObject({
    recorded: false,
    row: { answer_value: 'no' },
  });
  expect(await answerQuestion(holder, { id, value: 'no', shownDigest })).toMatchObject({ recorded: true });
});

test('a presentation is approved where it stands whole, a risk only deliberately; no is always easy', async () => {
  const presentation = { label: 'Refund', effect: 'Money goes back.', risk: 'It cannot be taken back.' };
  const { id, device } = await onDevice({ presentation: { ...presentation, risk: undefined } });
  await expect(answerQuestion(device, { id, value: 'yes' })).rejects.toMatchObject({ code: 'forbidden' });
  const { content_digest: shownDigest } = await rowOf(id);
  expect(await answerQuestion(device, { id, value: 'yes', onPage: true, shownDigest })).toMatchObject({
    recorded: true,
  });
  const risky = await onDevice({ presentation, question: 'Again?' });
  const shown = { onPage: true, shownDigest: (await rowOf(risky.id)).content_digest };
  await expect(answerQuestion(risky.device, { id: risky.id, value: 'yes', ...shown })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await answerQuestion(risky.device, { id: risky.id, value: 'no' })).toMatchObject({ recorded: true });
});

test('a full key passes on an answer: the same one again is fine, another is told what counts', async () => {
  const { decisionId: id } = await decideAs(place.full);
  expect(await answerDecision(place.full, id, 'no')).toEqual({
    decisionId: id,
    status: 'answered',
    answered: true,
    value: 'no',
  });
  expect(await answerDecision(place.full, id, 'no')).toMatchObject({ value: 'no' });
  await expect(answerDecision(place.full, id, 'yes')).rejects.toMatchObject({
    code: 'refused',
    status: 409,
    details: { status: 'answered', value: 'no' },
  });
  expect(await rowOf(id)).toMatchObject({ answered_by_key: place.full.keyId, answer_source: null });
  const { decisionId: gone } = await decideAs(place.full, { question: 'Late?' });
  await cancelDecision(place.full, gone);
  await expect(answerDecision(place.full, gone, 'yes')).rejects.toMatchObject({
    code: 'refused',
    details: { status: 'cancelled' },
  });
});

test('the key of somebody who only looks by now answers nothing', async () => {
  const { decisionId: id } = await decideAs(place.full);
  await query(`UPDATE member SET role = 'viewer' WHERE id = $1`, [place.owner.memberId]);
  await expect(answerDecision(place.full, id, 'yes')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await stateOf(id)).toBe('pending');
});

test('a key that was revoked a moment ago answers nothing', async () => {
  const { decisionId: id } = await decideAs(place.full);
  await query('UPDATE api_key SET revoked_at = nod_now() WHERE id = $1', [place.full.keyId]);
  await expect(answerDecision(place.full, id, 'yes')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await stateOf(id)).toBe('pending');
});

test.each([
  ['confirm', {}, 'maybe'],
  ['confirm', {}, 'defer'],
  ['select', { type: 'select', options: ['a', 'b'] }, 'c'],
  ['input', { type: 'input' }, ''],
])('a %s takes no answer like "%s"', async (_type, fields, answer) => {
  const { decisionId: id } = await decideAs(place.full, fields);
  await expect(answerDecision(place.full, id, answer)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('of twenty answers, a cancel and a link at once exactly one counts, and all are told the same', async () => {
  for (let round = 0; round < 10; round++) {
    const { decisionId: id } = await decideAs(place.full, { approvalUrl: true, question: `Round ${round}?` });
    const holder = await holderOf(id);
    const { content_digest: shownDigest } = await rowOf(id);
    if (!holder) throw new Error('no link');
    await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, index) => answerDecision(place.full, id, index % 2 ? 'yes' : 'no')),
      answerQuestion(holder, { id, value: 'yes', shownDigest }),
      cancelDecision(place.full, id),
    ]);
    expect((await ledgerOf(id)).filter((event) => event !== 'asked')).toHaveLength(1);
    const { status } = await getDecision(place.full, id, 0, callNow());
    expect(status).toBe(await stateOf(id));
  }
});

test('agents find no decision: they neither wait for it nor withdraw it', async () => {
  const { decisionId: correlationId } = await decideAs(place.full);
  for (const actor of [place.agent, place.connector, place.full]) {
    const waited = await waitForAnswer(actor, { correlationId, timeoutMs: 55_000 }, callNow());
    expect(waited).toMatchObject({ status: 'missing', answered: false });
    expect(await cancelQuestion(actor, { correlationId, handoff: true })).toMatchObject({ cancelled: false });
  }
  expect(await stateOf(correlationId)).toBe('pending');
  const { correlationId: question } = await askAs(place.agent);
  await expect(cancelDecision(place.full, question)).rejects.toMatchObject({ code: 'not_found' });
});

test('a wait ends with the answer, and for what may not be seen there is no wait', async () => {
  const { decisionId: id } = await decideAs(place.full);
  const waiting = getDecision(place.full, id, 55_000, callNow());
  await answerDecision(place.full, id, 'yes');
  expect(await waiting).toMatchObject({ status: 'answered', value: 'yes' });
  await expect(getDecision(await addKey(place.owner, 'sandbox'), id, 55_000, callNow())).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('who may not see a decision finds nothing: other workspaces, other end users, the other side of the sandbox', async () => {
  const elsewhere = await makeWorkspace();
  const bound = await addBoundKey(place.owner, 'another');
  const sandbox = await addKey(place.owner, 'sandbox');
  const { decisionId: real } = await decideAs(place.full);
  const { decisionId: pretended } = await decideAs(sandbox);
  const foreign: [KeyActor, string][] = [
    [elsewhere.full, real],
    [bound, real],
    [sandbox, real],
    [place.full, pretended],
  ];
  for (const [actor, id] of foreign) {
    await expect(getDecision(actor, id, 0, callNow())).rejects.toMatchObject({ code: 'not_found' });
    await expect(cancelDecision(actor, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(answerDecision(actor, id, 'yes')).rejects.toMatchObject({ code: 'not_found' });
    expect((await listDecisions(actor, { limit: 100 })).decisions.map(({ decisionId }) => decisionId)).not.toContain(
      id,
    );
  }
  await expect(getDecision(place.full, 'nonsense', 0, callNow())).rejects.toMatchObject({ code: 'not_found' });
});

test('pages of a list miss nothing and repeat nothing while new decisions come', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 7; index++) ids.push((await decideAs(place.full, { question: `Q${index}?` })).decisionId);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listDecisions(place.full, { limit: 2, cursor });
    seen.push(...page.decisions.map(({ decisionId }) => decisionId));
    cursor = page.nextCursor ?? undefined;
    await decideAs(place.full, { question: `Later ${seen.length}?` });
  } while (cursor);
  expect(seen).toEqual(ids.reverse());
});

test.each([
  ['approve', {}, 'yes'],
  ['deny', {}, 'no'],
  ['approve', { type: 'select', options: ['first', 'middle', 'last'] }, 'first'],
  ['deny', { type: 'select', options: ['first', 'middle', 'last'] }, 'last'],
  ['approve', { type: 'input' }, 'approved'],
])(
  'in the sandbox %s answers %j with "%s" after a second, once, whoever works at it',
  async (sandboxOutcome, fields, value) => {
    const sandbox = await addKey(place.owner, 'sandbox');
    await addEndUserDevice(place.workspaceId, 'customer');
    const { decisionId: id, reachable } = await decideAs(sandbox, {
      ...fields,
      sandboxOutcome,
      callbackUrl: 'https://example.com/',
    });
    expect(reachable).toBe(true);
    expect(await query('SELECT 1 FROM delivery WHERE question_id = $1', [id])).toEqual([]);
    await answerInSandbox(50);
    expect(await stateOf(id)).toBe('pending');
    await query(`UPDATE question SET sandbox_due_at = nod_now() WHERE id = $1`, [id]);
    await Promise.all([answerInSandbox(50), answerInSandbox(50), answerInSandbox(50)]);
    expect(await rowOf(id)).toMatchObject({ state: 'answered', answer_value: value, answer_source: 'sandbox' });
    expect(await ledgerOf(id)).toEqual(['asked', 'answered']);
    expect(await query('SELECT 1 FROM outbox_message WHERE question_id = $1', [id])).toHaveLength(1);
  },
);

test('in the sandbox nobody answers when told so', async () => {
  const sandbox = await addKey(place.owner, 'sandbox');
  const { decisionId: id } = await decideAs(sandbox, { sandboxOutcome: 'no_answer' });
  await answerInSandbox(50);
  expect(await rowOf(id)).toMatchObject({ state: 'pending', sandbox_due_at: null });
});

test('a choice is answered and told in the words that it was offered in, and shown without its secrets', async () => {
  const options = ['keep', 'password=hunter22'];
  const { decisionId: id } = await decideAs(place.full, {
    type: 'select',
    options,
    callbackUrl: 'https://example.com/',
  });
  expect(await answerDecision(place.full, id, 'password=hunter22')).toMatchObject({ value: 'password=hunter22' });
  expect((await rowOf(id)).answer_value).toBe('password=[secret removed]');
  expect(await getDecision(place.full, id, 0, callNow())).toMatchObject({ value: 'password=hunter22' });
  const [owed] = await query<{ body: string }>('SELECT body FROM outbox_message WHERE question_id = $1', [id]);
  expect(JSON.parse(owed?.body ?? '')).toMatchObject({ answer: 'password=hunter22', value: 'password=hunter22' });
});

test('the callback carries the answer as it was given and the context to the byte', async () => {
  const context = 'a\r\n🙂 "quoted" \\ sk_live_abcdefgh12345678 \u2028';
  const { decisionId: id } = await decideAs(place.full, {
    type: 'input',
    context,
    callbackUrl: 'https://example.com/hook?a=1',
  });
  await answerDecision(place.full, id, 'password=hunter22 🙂');
  const [owed] = await query<{ url: string; body: string }>(
    'SELECT url, body FROM outbox_message WHERE question_id = $1',
    [id],
  );
  expect(owed?.url).toBe('https://example.com/hook?a=1');
  const { settled_at: settledAt } = await rowOf(id);
  expect(JSON.parse(owed?.body ?? '')).toEqual({
    event: 'decision.answered',
    correlationId: id,
    answer: 'password=hunter22 🙂',
    value: 'password=hunter22 🙂',
    answeredAt: settledAt?.toISOString(),
    context,
  });
});
