import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceActor } from '@/lib/actor';
import { closeDatabase, query } from '@/lib/db/client';
import { sha256 } from '@/lib/ids';
import { answerQuestion } from '@/lib/questions/answer';
import { cancelQuestion } from '@/lib/questions/cancel';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, ledgerOf, rowOf, storeOpen } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterAll(() => closeDatabase());

const rich = (options: string[], rules: object) => ({
  questions: [{ question: 'Which?', multiSelect: false, options: options.map((label) => ({ label })), ...rules }],
});
const confirm = {};
const select = { type: 'select', options: [' staging ', 'production'] };
const input = { type: 'input' };
const one = rich(['red', 'green', 'blue'], {});
const several = rich(['red', 'green', 'blue'], { multiSelect: true });
const withCommas = rich(['a, b', 'c', 'a'], { multiSelect: true });
const open = rich(['red', 'green'], { allowOther: true });
const hook = { waitEndsAt: '2031-01-01T00:00:00Z' };

async function answerTo(fields: object, value: string, note?: string) {
  const { id, digest: shownDigest } = await storeOpen(place.agent, { ...fields });
  return { id, outcome: () => answerQuestion(place.owner, { id, value, note, shownDigest }) };
}

test.each([
  ['confirm', confirm, 'yes'],
  ['confirm', confirm, 'no'],
  ['select, a trimmed option', select, 'staging'],
  ['input', input, ' kept as typed \n'],
  ['input of 4000 characters', input, 'x'.repeat(4000)],
  ['input of 4000 characters that take two units each', input, '🙂'.repeat(4000)],
  ['one of several', one, 'green'],
  ['several', several, 'red'],
  ['several, in their order', several, 'red, blue'],
  ['several, all', several, 'red, green, blue'],
  ['labels that hold commas', withCommas, 'a, b, c, a'],
  ['a write-in', open, 'purple, if you have it'],
  ['a hook’s ask', hook, 'defer'],
])('%s is stored exactly as given', async (_what, fields, value) => {
  const { id, outcome } = await answerTo(fields, value);
  expect(await outcome()).toMatchObject({ recorded: true, row: { state: 'answered', answer_value: value } });
  expect(await rowOf(id)).toMatchObject({ answer_value: value, answered_by: place.owner.memberId });
});

test.each([
  ['confirm', confirm, ['Yes', 'YES', ' yes', 'maybe', '', 'true', 'defer']],
  ['select', select, [' staging ', 'Staging', 'other', '', 'staging, production', 'defer']],
  ['input', input, ['', ' \n\t', 'x'.repeat(4001), '🙂'.repeat(4001), 'a\u0000b', 'a\u202eb', '\ud800']],
  ['one of several', one, ['red, green', 'purple', '']],
  ['several', several, ['blue, red', 'red, red', 'red,blue', 'red, purple', ', red', '']],
  ['a write-in', open, ['', '   ', 'x'.repeat(4001)]],
])('%s: what is no answer to it is refused by name, and the question stays open', async (_what, fields, values) => {
  for (const value of values) {
    const { id, outcome } = await answerTo(fields, value);
    const refusal = expect(outcome(), JSON.stringify(value).slice(0, 40)).rejects;
    await refusal.toMatchObject({ code: 'invalid_request', issues: [{ field: 'answer' }] });
    expect(await rowOf(id)).toMatchObject({ state: 'pending' });
    await cancelQuestion(place.agent, { correlationId: id });
  }
});

test('a note may have 1000 characters; a blank one is no note', async () => {
  const long = await answerTo(confirm, 'yes', '🙂'.repeat(1000));
  expect(await long.outcome()).toMatchObject({ row: { answer_note: '🙂'.repeat(1000) } });
  const blank = await answerTo(confirm, 'yes', ' \n ');
  expect(await blank.outcome()).toMatchObject({ row: { answer_note: null } });
  for (const note of ['x'.repeat(1001), 'a\u0007', 'a\u2066b']) {
    const refused = await answerTo(confirm, 'yes', note);
    await expect(refused.outcome()).rejects.toMatchObject({ code: 'invalid_request', issues: [{ field: 'note' }] });
  }
});

test('where it was answered is recorded as told, and left out when unknown', async () => {
  const known = await storeOpen(place.agent);
  await answerQuestion(place.owner, { id: known.id, value: 'yes', source: 'inbox', shownDigest: known.digest });
  const unknown = await storeOpen(place.agent);
  await answerQuestion(place.owner, { id: unknown.id, value: 'yes', shownDigest: unknown.digest });
  expect([(await rowOf(known.id)).answer_source, (await rowOf(unknown.id)).answer_source]).toEqual(['inbox', null]);
});

test('a page that shows other content than what is stored is refused, and nothing is answered', async () => {
  const { id } = await storeOpen(place.agent);
  const { digest: another } = await storeOpen(place.agent, { question: 'Drop it?' });
  for (const shownDigest of [another, '', undefined]) {
    await expect(answerQuestion(place.owner, { id, value: 'yes', shownDigest })).rejects.toMatchObject({
      code: 'changed',
    });
  }
  expect(await rowOf(id)).toMatchObject({ state: 'pending' });
});

test('the loser of a race is told who won, not an error', async () => {
  const { id, digest: shownDigest } = await storeOpen(place.agent);
  await answerQuestion(place.owner, { id, value: 'no', shownDigest });
  const late = await answerQuestion(place.owner, { id, value: 'yes', shownDigest });
  expect(late).toMatchObject({ recorded: false, row: { state: 'answered', answer_value: 'no' } });
  expect(await ledgerOf(id)).toEqual(['asked', 'answered']);
});

test('what cannot be undone is approved only deliberately; refusing it is always easy', async () => {
  const danger = { question: 'May I clean up?', action: 'rm -rf build' };
  const tapped = await answerTo(danger, 'yes');
  await expect(tapped.outcome()).rejects.toThrow('a tap is not enough');
  expect(await rowOf(tapped.id)).toMatchObject({ state: 'pending', danger: ['Deletes files recursively'] });
  const { content_digest: shownDigest } = await rowOf(tapped.id);
  const held = await answerQuestion(place.owner, { id: tapped.id, value: 'yes', shownDigest, deliberate: true });
  expect(held).toMatchObject({ recorded: true });
  expect(await (await answerTo(danger, 'no')).outcome()).toMatchObject({ recorded: true });
  expect(await (await answerTo({ ...danger, ...hook }, 'defer')).outcome()).toMatchObject({ recorded: true });
  const choice = await answerTo(
    { question: 'Run rm -rf build?', type: 'select', options: ['run it', 'skip'] },
    'run it',
  );
  await expect(choice.outcome()).rejects.toThrow('a tap is not enough');
});

describe('who may answer', () => {
  test('not a viewer', async () => {
    const { id, digest: shownDigest } = await storeOpen(place.agent);
    await expect(answerQuestion(place.viewer, { id, value: 'yes', shownDigest })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('not a member of another workspace, who is not even told that it exists', async () => {
    const neighbour = await makeWorkspace();
    const { id, digest: shownDigest } = await storeOpen(place.agent);
    const refusals = [id, 'nonsense'].map((each) =>
      answerQuestion(neighbour.owner, { id: each, value: 'yes', shownDigest }),
    );
    const [exists, doesNot] = await Promise.all(
      refusals.map((refusal) => refusal.catch((error: unknown) => String(error))),
    );
    expect(exists).toContain('There is no such question.');
    expect(exists).toBe(doesNot);
    expect(await rowOf(id)).toMatchObject({ state: 'pending' });
  });

  test.each([
    ['was removed', 'removed_at = nod_now()'],
    ['became a viewer', `role = 'viewer'`],
  ])('not one who %s after the page was opened', async (_what, change) => {
    const { id, digest: shownDigest } = await storeOpen(place.agent);
    await query(`UPDATE member SET ${change} WHERE id = $1`, [place.owner.memberId]);
    await expect(answerQuestion(place.owner, { id, value: 'yes', shownDigest })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await rowOf(id)).toMatchObject({ state: 'pending' });
  });
});

describe('a device', () => {
  /** Asks, and gives the actor that the device of this member is for that question. */
  async function askedDevice(member = place.owner): Promise<{ id: string; device: DeviceActor }> {
    const deviceId = await addDevice(member);
    const { correlationId: id } = await askAs(place.agent);
    const [delivery] = await query<{ id: string }>(
      'SELECT id FROM delivery WHERE question_id = $1 AND device_id = $2',
      [id, deviceId],
    );
    const { workspaceId, memberId } = member;
    return {
      id,
      device: {
        by: 'device',
        workspaceId,
        memberId,
        endUserId: null,
        deviceId,
        deliveryId: delivery?.id ?? '',
        channel: 'mobile',
      },
    };
  }

  test('answers its one question once, however often it is tapped', async () => {
    const { id, device } = await askedDevice();
    const taps = await Promise.all(
      ['yes', 'no', 'yes', 'no'].map((value) => answerQuestion(device, { id, value, source: 'mobile_background' })),
    );
    const [winner] = new Set(taps.map(({ row }) => row.answer_value));
    // A tap that says the same as the one that won is told that it counts: it may be the same tap, sent again.
    expect(taps.map(({ recorded }) => recorded)).toEqual(['yes', 'no', 'yes', 'no'].map((value) => value === winner));
    expect(await ledgerOf(id)).toEqual(['asked', 'answered']);
    expect(await rowOf(id)).toMatchObject({ answered_on: device.deviceId, answer_source: 'mobile_background' });
    const used = await query('SELECT 1 FROM delivery WHERE id = $1 AND token_used_at IS NOT NULL', [device.deliveryId]);
    expect(used).toHaveLength(1);
  });

  test('cannot answer another question with it', async () => {
    const { device } = await askedDevice();
    const other = await storeOpen(place.agent, { question: 'Another?' });
    await expect(answerQuestion(device, { id: other.id, value: 'yes' })).rejects.toThrow('may no longer answer here');
    expect(await rowOf(other.id)).toMatchObject({ state: 'pending' });
  });

  test('cannot answer with a token that was used', async () => {
    const { id, device } = await askedDevice();
    await query('UPDATE delivery SET token_used_at = nod_now() WHERE id = $1', [device.deliveryId]);
    await expect(answerQuestion(device, { id, value: 'yes' })).rejects.toThrow('may no longer answer here');
  });

  test('cannot answer when the question is settled: its token died with it', async () => {
    const { id, device } = await askedDevice();
    await cancelQuestion(place.agent, { correlationId: id });
    expect(await answerQuestion(device, { id, value: 'yes' })).toMatchObject({
      recorded: false,
      row: { state: 'cancelled' },
    });
  });

  test('of a viewer gets no token, and cannot answer whatever it shows', async () => {
    const { id, device } = await askedDevice(place.viewer);
    const [delivery] = await query('SELECT token_hashes FROM delivery WHERE id = $1', [device.deliveryId]);
    expect(delivery).toEqual({ token_hashes: [] });
    await expect(answerQuestion(device, { id, value: 'yes' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('gets a token of its own for each question, of which only the hash is stored', async () => {
    const { id } = await askedDevice();
    await addDevice(place.owner);
    const { correlationId } = await askAs(place.agent);
    const rows = await query<{ token_hashes: Buffer[] }>(
      'SELECT token_hashes FROM delivery WHERE question_id = ANY ($1)',
      [[id, correlationId]],
    );
    const hashes = rows.flatMap((row) => row.token_hashes.map((hash) => hash.toString('hex')));
    expect(hashes).toHaveLength(3);
    expect(new Set(hashes).size).toBe(3);
    for (const hash of hashes) expect(hash).toHaveLength(sha256('').toString('hex').length);
  });
});

test('an answer on a page of a browser that gets pushes says on which device, and that device’s notification goes too', async () => {
  const device = await addDevice(place.owner, 'web');
  await query('UPDATE device SET web_session_id = $2 WHERE id = $1', [device, place.owner.webSessionId]);
  const { correlationId: id } = await askAs(place.agent);
  const { content_digest: shownDigest } = await rowOf(id);
  const answer = { id, value: 'yes', source: 'decide_page', shownDigest } as const;
  expect((await answerQuestion(place.owner, answer)).recorded).toBe(true);
  expect(await rowOf(id)).toMatchObject({ answered_by: place.owner.memberId, answered_on: device });
  const kinds = await query('SELECT kind FROM delivery WHERE device_id = $1 ORDER BY created_at, kind', [device]);
  expect(kinds.map(({ kind }) => kind)).toEqual(['question', 'settled']);
  // The same form sent again, because its receipt was lost.
  expect((await answerQuestion(place.owner, answer)).recorded).toBe(true);
});
