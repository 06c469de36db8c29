import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DeviceActor, KeyActor } from '@/lib/actor';
import { shiftClock } from '@/lib/clock';
import { CreateDecision } from '@/lib/contract/decision';
import { prisma, query } from '@/lib/db/client';
import { approvalUrl, decisionHolder } from '@/lib/decisions/link';
import { readDecisionPage } from '@/lib/decisions/page';
import { prepareDecision } from '@/lib/decisions/prepare';
import { newId, newSecret, sha256 } from '@/lib/ids';
import { answerQuestion } from '@/lib/questions/answer';
import { settleAsCancelled, storeQuestion } from '@/lib/questions/questions.sql';
import { keyedDigest } from '@/lib/secrets/keyed-digest';
import { addKey, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs } from '@/lib/testing/questions';

let place: TestWorkspace;
beforeAll(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));

/** Opens a decision as the Decisions API does, but for the pushes. */
async function open(fields: Record<string, unknown> = {}, actor: KeyActor = place.full) {
  const input = CreateDecision.parse({
    question: 'Refund the order?',
    externalId: 'user-44',
    approvalUrl: true,
    ...fields,
  });
  const prepared = prepareDecision(actor, newId(), input);
  const row = { ...prepared.fields, content_digest: await keyedDigest(prepared.content) };
  const stored = await storeQuestion(row, prepared.lifetimeMs, '[]', 60_000);
  if (stored.outcome !== 'stored') throw new Error(`The decision was not stored: ${stored.outcome}`);
  return prepared.fields.id;
}

const tokenOf = async (id: string) => new URL(await approvalUrl(id)).searchParams.get('t') ?? undefined;

async function holderOf(id: string) {
  const holder = await decisionHolder(id, await tokenOf(id));
  if (!holder) throw new Error('The link opens nothing.');
  return holder;
}

const throughLink = async (id: string) => readDecisionPage(await holderOf(id), id);

/** A device of this person's that got the push of a decision, and its token. */
async function enrolledDevice(externalId: string, questionId: string) {
  const { id: endUserId } = await prisma().endUser.findFirstOrThrow({ where: { externalId } });
  const [deviceId, deliveryId, token] = [newId(), newId(), newSecret()];
  await query(
    `INSERT INTO device (id, workspace_id, end_user_id, endpoint, p256dh, auth, name, channel)
     VALUES ($1, $2, $3, $4, 'key', 'auth', 'Phone', 'mobile')`,
    [deviceId, place.workspaceId, endUserId, `https://127.0.0.1:1/${deviceId}`],
  );
  await query(
    `INSERT INTO delivery (id, workspace_id, device_id, question_id, kind, token_hashes, attempts)
     VALUES ($1, $2, $3, $4, 'question', ARRAY[$5::bytea], 1)`,
    [deliveryId, place.workspaceId, deviceId, questionId, sha256(token)],
  );
  return { deviceId, token: `d.${deliveryId}.${token}` };
}

describe('who sees what', () => {
  test('whoever holds the link of a decision may answer it, and is not told what the integrator calls them', async () => {
    const page = await throughLink(await open());
    expect(page).toMatchObject({ workspaceName: 'Tests', state: 'pending', canAnswer: true, isMember: false });
    expect(page).not.toHaveProperty('askedOf');
  });

  test('a device of the end user who is asked may answer, by the token of its push', async () => {
    const id = await open();
    const { token } = await enrolledDevice('user-44', id);
    const holder = (await decisionHolder(id, token)) as DeviceActor;
    expect(await readDecisionPage(holder, id)).toMatchObject({ canAnswer: true });
    const { digest = '' } = (await readDecisionPage(holder, id)) ?? {};
    await answerQuestion(holder, { id, value: 'yes', shownDigest: digest, onPage: true });
    expect(await readDecisionPage(holder, id)).toMatchObject({ answer: { value: 'yes', by: 'end_user' } });
  });

  test('the link of one decision opens no other, of the same person or another', async () => {
    const [mine, other, theirs] = [await open(), await open({}), await open({ externalId: 'user-45' })];
    const token = await tokenOf(mine);
    expect(await decisionHolder(other, token)).toBeUndefined();
    expect(await decisionHolder(theirs, token)).toBeUndefined();
    expect(await readDecisionPage(await holderOf(mine), theirs)).toBeUndefined();
  });

  test('a decision for which no link was asked has none', async () => {
    const id = await open({ approvalUrl: false });
    expect(await decisionHolder(id, await tokenOf(id))).toBeUndefined();
  });

  test.each(['', 'a.', 'd.', 'a.b', 'd.x.y', 'long'])('the token %j opens nothing', async (token) => {
    const given = token === 'long' ? 'a.'.repeat(300) : token;
    expect(await decisionHolder(await open(), given)).toBeUndefined();
  });

  test('members read whom it asks and cannot answer for them', async () => {
    const id = await open();
    for (const member of [place.owner, place.viewer])
      expect(await readDecisionPage(member, id)).toMatchObject({
        askedOf: 'user-44',
        canAnswer: false,
        isMember: true,
      });
  });

  test('a decision that names no end user is answered by a member who may answer', async () => {
    const id = await open({ externalId: undefined });
    expect(await readDecisionPage(place.owner, id)).toMatchObject({ canAnswer: true });
    expect(await readDecisionPage(place.viewer, id)).toMatchObject({ canAnswer: false });
  });

  test('members of another workspace, other kinds of questions and ids that are none: nothing', async () => {
    const [id, other] = [await open(), await makeWorkspace()];
    expect(await readDecisionPage(other.owner, id)).toBeUndefined();
    const asked = await askAs(place.agent);
    expect(await readDecisionPage(place.owner, asked.correlationId ?? '')).toBeUndefined();
    for (const none of [newId(), 'x', '../q', '']) expect(await readDecisionPage(place.owner, none)).toBeUndefined();
  });
});

describe('what is shown', () => {
  test('values come from the parameters, in the order of the presentation', async () => {
    const id = await open({
      parameters: { amount: 4800, express: false, note: 'kept out' },
      presentation: {
        label: 'Refund',
        effect: 'Money goes back.',
        changes: [
          { parameter: 'express', label: 'Today', format: { kind: 'boolean' } },
          { parameter: 'amount', label: 'Amount', format: { kind: 'currency', currency: 'EUR' } },
        ],
      },
    });
    const page = await throughLink(id);
    expect(page?.presentation?.changes).toEqual([
      { label: 'Today', value: false, format: { kind: 'boolean' } },
      { label: 'Amount', value: 4800, format: { kind: 'currency', currency: 'EUR' } },
    ]);
    expect(JSON.stringify(page)).not.toContain('kept out');
  });

  test('secrets in the context are not shown, although they go back on the wire', async () => {
    const secret = 'AKIAIOSFODNN7EXAMPLE';
    const page = await throughLink(await open({ context: `order 7, key ${secret}`, email: 'someone@example.test' }));
    expect(page?.context).toContain('order 7');
    expect(JSON.stringify(page)).not.toContain(secret);
    expect(JSON.stringify(page)).not.toContain('someone@example.test');
  });

  test('a yes to something with a risk must be held, other types and other decisions need not', async () => {
    const presentation = { label: 'Delete', effect: 'All goes.', risk: 'There is no copy.' };
    expect(await throughLink(await open({ presentation }))).toMatchObject({ needsHold: true });
    expect(await throughLink(await open())).toMatchObject({ needsHold: false });
    expect(await throughLink(await open({ presentation, type: 'input' }))).toMatchObject({ needsHold: false });
  });

  test('a page without Nod’s name says so', async () => {
    expect(await throughLink(await open({ poweredBy: false }))).toMatchObject({ poweredBy: false });
    expect(await throughLink(await open())).toMatchObject({ poweredBy: true });
  });
});

describe('what became of it', () => {
  const answerYes = async (id: string) => {
    const page = await throughLink(id);
    return answerQuestion(await holderOf(id), { id, value: 'yes', shownDigest: page?.digest, onPage: true });
  };

  test('an answer is shown to its link as recorded, and again for the same answer sent twice', async () => {
    const id = await open();
    expect((await answerYes(id)).recorded).toBe(true);
    expect((await answerYes(id)).recorded).toBe(true);
    const page = await throughLink(id);
    expect(page).toMatchObject({ state: 'answered', canAnswer: false, answer: { value: 'yes', by: 'end_user' } });
    expect(page?.settledAt).toBeDefined();
  });

  test('an answer that the integrator passed on is not said to be given here', async () => {
    const id = await open();
    await answerQuestion(place.full, { id, value: 'no' });
    expect(await throughLink(id)).toMatchObject({ answer: { value: 'no', by: 'integrator' } });
  });

  test('withdrawn and out of time are told apart', async () => {
    const [withdrawn, late] = [await open(), await open({ expiresInSeconds: 60 })];
    await settleAsCancelled(place.workspaceId, withdrawn, 'integrator');
    expect(await throughLink(withdrawn)).toMatchObject({ state: 'cancelled', canAnswer: false });
    await shiftClock(61_000);
    expect(await throughLink(late)).toMatchObject({ state: 'expired', canAnswer: false });
  });

  test('a day after it was settled its link opens nothing more; members still look', async () => {
    const id = await open();
    await answerYes(id);
    const holder = await holderOf(id);
    await shiftClock(24 * 3_600_000 - 60_000);
    expect(await readDecisionPage(holder, id)).toBeDefined();
    await shiftClock(24 * 3_600_000 + 60_000);
    expect(await readDecisionPage(holder, id)).toBeUndefined();
    expect(await readDecisionPage(place.owner, id)).toMatchObject({ state: 'answered' });
  });

  test('the sandbox’s decisions are told by their answer', async () => {
    const sandbox = await addKey(place.owner, 'sandbox');
    const id = await open({ sandboxOutcome: 'no_answer' }, sandbox);
    expect(await decisionHolder(id, await tokenOf(id))).toBeUndefined();
    expect(await readDecisionPage(place.owner, id)).toMatchObject({ askedOf: 'user-44', state: 'pending' });
  });
});
