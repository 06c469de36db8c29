import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { tidy } from '@/lib/due/tidy';
import { newId } from '@/lib/ids';
import { alwaysOffer } from '@/lib/policies/always-allow';
import { decide } from '@/lib/policies/decide';
import { editRule } from '@/lib/policies/edit-rule';
import { removeRule } from '@/lib/policies/remove-rule';
import { selectPreset, selectRepositories, selectRules } from '@/lib/policies/rules.sql';
import { mostRules, saveRule } from '@/lib/policies/save-rule';
import { setPreset } from '@/lib/policies/set-preset';
import { toolCallOf } from '@/lib/policies/tool-call';
import { answerQuestion } from '@/lib/questions/answer';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, ledgerOf, rowOf, storeOpen } from '@/lib/testing/questions';

let place: TestWorkspace;
beforeEach(async () => {
  place = await makeWorkspace();
});
afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

const hourMs = 3_600_000;
const save = (fields: Record<string, unknown> = {}, source?: Parameters<typeof saveRule>[2]) =>
  saveRule(place.owner, { pattern: 'Bash(npm test)', effect: 'allow', ...fields }, source);
const rules = async (workspaceId = place.workspaceId) =>
  (await selectRules(workspaceId)).map(({ pattern, effect, repoKey }) => [pattern, effect, repoKey]);
const detailOf = async (id: string) =>
  (
    await query<{ event: string; detail: unknown }>(
      'SELECT event, detail FROM ledger_entry WHERE subject_id = $1 ORDER BY seq',
      [id],
    )
  ).map(({ event, detail }) => [event, detail]);

test('a rule says who made it, when and how, and the ledger keeps it', async () => {
  const { id } = await save({
    effect: 'ask',
    repoKey: 'web',
    mode: 'push_only',
    timeoutSeconds: '45',
    timeoutAction: 'deny',
  });
  const [rule] = await selectRules(place.workspaceId);
  expect(rule).toMatchObject({
    id,
    pattern: 'Bash(npm test)',
    effect: 'ask',
    repoKey: 'web',
    agentSessionId: null,
    mode: 'push_only',
    timeoutSeconds: 45,
    timeoutAction: 'deny',
    pushFirstSeconds: null,
    expiresAt: null,
    origin: 'written',
    byName: 'owner',
  });
  expect(await detailOf(id)).toEqual([
    [
      'rule_made',
      { pattern: 'Bash(npm test)', effect: 'ask', repo: 'web', by: place.owner.memberId, origin: 'written' },
    ],
  ]);
});

test('making a rule again in the same place replaces it; in another place it stands beside it', async () => {
  const first = await save({ effect: 'deny', timeoutSeconds: undefined });
  expect(await save({ effect: 'ask', timeoutSeconds: 30 })).toEqual(first);
  await save({ repoKey: 'web' });
  expect((await rules()).toSorted()).toEqual([
    ['Bash(npm test)', 'allow', 'web'],
    ['Bash(npm test)', 'ask', null],
  ]);
  expect((await detailOf(first.id))[1]?.[1]).toMatchObject({ effect: 'ask', replaces: 'deny' });
});

test('an allow never replaces a deny: neither made over it, nor by changing it, nor with an answer', async () => {
  const { id } = await save({ effect: 'deny' });
  const refused = {
    code: 'invalid_request',
    issues: [{ field: 'effect', message: expect.stringContaining('remove that rule first') }],
  };
  await expect(save()).rejects.toMatchObject(refused);
  await expect(save({}, { origin: 'answer' })).rejects.toMatchObject(refused);
  await expect(editRule(place.owner, id, { effect: 'allow', keepsTime: true })).rejects.toMatchObject(refused);
  expect(await rules()).toEqual([['Bash(npm test)', 'deny', null]]);
  expect(await ledgerOf(id)).toEqual(['rule_made']);
});

test('a deny whose time is over forbids nothing any more', async () => {
  await save({ effect: 'deny', forMinutes: 60 });
  await shiftClock(hourMs - 1000);
  await expect(save()).rejects.toMatchObject({ code: 'invalid_request' });
  await shiftClock(hourMs);
  expect(await rules()).toEqual([]);
  const { id } = await save();
  expect(await rules()).toEqual([['Bash(npm test)', 'allow', null]]);
  expect((await detailOf(id)).at(-1)?.[1]).not.toHaveProperty('replaces');
});

test('of two that are saved at once there is one rule; when one of them is a deny, the deny stands in the end', async () => {
  for (let round = 0; round < 10; round++) {
    const pattern = `Bash(round ${round})`;
    const both = await Promise.allSettled([save({ pattern }), save({ pattern, effect: 'deny' })]);
    expect(both[1]?.status).toBe('fulfilled');
    expect((await rules()).filter(([one]) => one === pattern)).toEqual([[pattern, 'deny', null]]);
  }
  const same = await Promise.all(Array.from({ length: 8 }, () => save({ pattern: 'Bash(same)' })));
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
});

test('of a change to allow and a change to deny at once, the deny stands in the end', async () => {
  const { id } = await save({ effect: 'ask' });
  const change = (effect: string) => editRule(place.owner, id, { effect, keepsTime: true });
  const [, denied] = await Promise.allSettled([change('allow'), change('deny')]);
  expect(denied?.status).toBe('fulfilled');
  expect(await rules()).toEqual([['Bash(npm test)', 'deny', null]]);
});

test('a workspace has 500 rules at most, also when two make the last one at once; replacing one is always possible', async () => {
  await query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect) SELECT gen_random_uuid(), $1, 'Bash(number ' || n || ')', 'ask' FROM generate_series(1, $2::int) n`,
    [place.workspaceId, mostRules - 1],
  );
  const both = await Promise.allSettled([save({ pattern: 'Bash(one)' }), save({ pattern: 'Bash(other)' })]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(save({ pattern: 'Bash(more)' })).rejects.toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('500'),
  });
  await save({ pattern: 'Bash(number 7)' });
  expect(await rules()).toHaveLength(mostRules);
});

const call = toolCallOf({ toolName: 'Bash', toolInputs: ['npm test'] });
/** What the rules that are in force now say of `npm test`, and which of them says it. */
async function verdict() {
  const { effect, rule } = decide(call, { preset: 'balanced', rules: await selectRules(place.workspaceId) });
  return [effect, rule?.id];
}
const answerFor = async (length: 'hour' | 'forever') => {
  const { id, digest } = await storeOpen(place.agent, {
    toolName: 'Bash',
    toolTarget: 'npm test',
    actionBody: 'npm test',
    machineId: 'm1',
  });
  const pattern = alwaysOffer(await rowOf(id))?.pattern ?? '';
  const always = { for: length, pattern };
  await answerQuestion(place.owner, { id, value: 'yes', shownDigest: digest, deliberate: true, always });
  return pattern;
};

test('an allow for an hour goes before a permanent ask, which stands again afterwards', async () => {
  const asking = await save({ effect: 'ask', timeoutSeconds: 30 });
  const allowing = await save({ forMinutes: 60 });
  expect(await verdict()).toEqual(['allow', allowing.id]);
  expect((await detailOf(allowing.id))[0]?.[1]).not.toHaveProperty('replaces');
  expect(await save({ forMinutes: 60 })).toEqual(allowing);
  await shiftClock(hourMs);
  expect(await verdict()).toEqual(['ask', asking.id]);
  expect(await selectRules(place.workspaceId)).toMatchObject([{ timeoutSeconds: 30, expiresAt: null }]);
});

test('so does a yes for an hour: the ask that led to it is not gone with it', async () => {
  const pattern = await answerFor('forever');
  await save({ pattern, effect: 'ask' });
  expect((await verdict())[0]).toBe('ask');
  await answerFor('hour');
  expect((await verdict())[0]).toBe('allow');
  await shiftClock(hourMs);
  expect((await verdict())[0]).toBe('ask');
  // What is over makes room for the next hour.
  await answerFor('hour');
  expect((await verdict())[0]).toBe('allow');
  expect(await rules()).toHaveLength(2);
});

test('a deny stands throughout, whatever is made for an hour beside it', async () => {
  const { id } = await save({ effect: 'deny' });
  await save({ effect: 'ask', forMinutes: 60 });
  await expect(save({ forMinutes: 120 })).rejects.toMatchObject({ issues: [{ field: 'effect' }] });
  expect(await verdict()).toEqual(['deny', id]);
  await shiftClock(2 * hourMs);
  expect(await verdict()).toEqual(['deny', id]);
});

test('a deny for an hour refuses an allow for good while it lasts: made, changed or with an answer', async () => {
  const pattern = await answerFor('forever');
  const { id } = await save({ pattern, effect: 'ask' });
  const denying = await save({ pattern, effect: 'deny', forMinutes: 60 });
  const refused = { code: 'invalid_request', issues: [{ field: 'effect' }] };
  await expect(save({ pattern })).rejects.toMatchObject(refused);
  await expect(editRule(place.owner, id, { effect: 'allow', keepsTime: true })).rejects.toMatchObject(refused);
  await answerFor('forever');
  expect((await rules()).map(([, effect]) => effect).toSorted()).toEqual(['ask', 'deny']);
  expect(await verdict()).toEqual(['deny', denying.id]);
  await shiftClock(hourMs);
  await save({ pattern });
  expect(await rules()).toEqual([[pattern, 'allow', null]]);
});

test('one for good and one for a while that are saved at once both stand, and each of them once', async () => {
  for (let round = 0; round < 5; round++) {
    const pattern = `Bash(round ${round})`;
    await Promise.all([
      ...Array.from({ length: 4 }, () => save({ pattern, effect: 'ask' })),
      ...Array.from({ length: 4 }, () => save({ pattern, forMinutes: 60 })),
    ]);
    const stored = (await selectRules(place.workspaceId)).filter((rule) => rule.pattern === pattern);
    expect(stored.map(({ effect, expiresAt }) => `${effect} ${expiresAt !== null}`).toSorted()).toEqual([
      'allow true',
      'ask false',
    ]);
  }
});

test('of an allow for an hour and a deny that are saved at once, the deny decides', async () => {
  for (let round = 0; round < 10; round++) {
    const [, denied] = await Promise.allSettled([save({ forMinutes: 60 }), save({ effect: 'deny' })]);
    expect(denied?.status).toBe('fulfilled');
    expect((await verdict())[0]).toBe('deny');
    await query('DELETE FROM policy_rule WHERE workspace_id = $1', [place.workspaceId]);
  }
});

test('a change of time never takes the place of another rule, and says which time is taken', async () => {
  const asking = await save({ effect: 'ask' });
  const allowing = await save({ forMinutes: 60 });
  const before = await selectRules(place.workspaceId);
  const refused = (words: string) => ({
    code: 'invalid_request',
    issues: [{ field: 'forMinutes', message: expect.stringContaining(words) }],
  });
  await expect(editRule(place.owner, allowing.id, { effect: 'allow', keepsTime: false })).rejects.toMatchObject(
    refused('holds for good'),
  );
  const forAnHour = { effect: 'ask', forMinutes: 60, keepsTime: false };
  await expect(editRule(place.owner, asking.id, forAnHour)).rejects.toMatchObject(refused('holds for a while'));
  expect(await selectRules(place.workspaceId)).toEqual(before);
  expect([await ledgerOf(asking.id), await ledgerOf(allowing.id)]).toEqual([['rule_made'], ['rule_made']]);
  // One whose time is over is in nobody's way.
  await shiftClock(hourMs);
  await editRule(place.owner, asking.id, forAnHour);
  expect(await selectRules(place.workspaceId)).toMatchObject([{ id: asking.id, expiresAt: expect.any(Date) }]);
});

test('a change leaves pattern and place, and the time only when told so', async () => {
  const { id } = await save({ repoKey: 'web', forMinutes: 60 });
  await shiftClock(hourMs / 2);
  const [before] = await selectRules(place.workspaceId);
  await editRule(place.owner, id, { effect: 'ask', timeoutSeconds: '20', pattern: 'Bash(*)', keepsTime: true });
  const [kept] = await selectRules(place.workspaceId);
  expect(kept).toMatchObject({ id, pattern: 'Bash(npm test)', repoKey: 'web', effect: 'ask', timeoutSeconds: 20 });
  expect(kept?.expiresAt).toEqual(before?.expiresAt);
  await editRule(place.owner, id, { effect: 'deny', keepsTime: false });
  expect(await selectRules(place.workspaceId)).toMatchObject([
    { effect: 'deny', timeoutSeconds: null, expiresAt: null },
  ]);
});

test('a rule for one session goes with its session, and cannot be made for another workspace’s', async () => {
  await askAs(place.agent, { sessionId: 'here' });
  const other = await makeWorkspace();
  await askAs(other.agent, { sessionId: 'there' });
  const idOf = async (sessionId: string) =>
    (await query<{ id: string }>('SELECT id FROM agent_session WHERE session_id = $1', [sessionId]))[0]?.id;
  await expect(save({}, { origin: 'answer', agentSessionId: await idOf('there') })).rejects.toMatchObject({
    code: 'not_found',
  });
  await save({}, { origin: 'answer', agentSessionId: await idOf('here') });
  expect(await selectRules(place.workspaceId)).toMatchObject([
    { origin: 'answer', agentSessionId: await idOf('here') },
  ]);
  await query(`DELETE FROM question WHERE session_id = 'here'`);
  await query(`DELETE FROM agent_session WHERE session_id = 'here'`);
  expect(await rules()).toEqual([]);
});

test('what cannot be a rule is refused by its field', async () => {
  const refused: [string, Record<string, unknown>][] = [
    ['pattern', { pattern: '' }],
    ['pattern', { pattern: 'Bash(' }],
    ['pattern', { pattern: 'x'.repeat(301) }],
    ['pattern', { pattern: 'Bash(a\nb)' }],
    ['effect', { effect: 'approve' }],
    ['timeoutSeconds', { timeoutSeconds: 5 }],
    ['timeoutSeconds', { effect: 'ask', timeoutSeconds: 601 }],
    ['timeoutSeconds', { effect: 'ask', timeoutSeconds: '0' }],
    // Silence never runs a command.
    ['timeoutAction', { effect: 'ask', timeoutAction: 'approve' }],
    ['forMinutes', { forMinutes: 0 }],
    ['createdBy', { createdBy: newId() }],
  ];
  for (const [field, fields] of refused)
    await expect(save(fields), JSON.stringify(fields)).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ field }],
    });
  expect(await rules()).toEqual([]);
});

test('a viewer changes nothing', async () => {
  const { id } = await save();
  const asViewer = [
    saveRule(place.viewer, { pattern: 'Bash', effect: 'allow' }),
    editRule(place.viewer, id, { effect: 'deny', keepsTime: true }),
    removeRule(place.viewer, id),
    setPreset(place.viewer, { preset: 'hands_off' }),
  ];
  for (const act of asViewer) await expect(act).rejects.toMatchObject({ code: 'forbidden' });
  expect(await rules()).toEqual([['Bash(npm test)', 'allow', null]]);
  expect(await selectPreset(place.workspaceId)).toBe('balanced');
});

test('another workspace sees, changes and removes none of it', async () => {
  const { id } = await save({ repoKey: 'secret-repo' });
  const other = await makeWorkspace();
  await expect(removeRule(other.owner, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(editRule(other.owner, id, { effect: 'deny', keepsTime: true })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await rules(other.workspaceId)).toEqual([]);
  expect(await selectRepositories(other.workspaceId, 10)).toEqual([]);
  await saveRule(other.owner, { pattern: 'Bash(npm test)', effect: 'deny' });
  expect(await rules()).toEqual([['Bash(npm test)', 'allow', 'secret-repo']]);
});

test('removing is written down once, however often it is asked for', async () => {
  const { id } = await save({ forMinutes: 60 });
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => removeRule(place.owner, id)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ledgerOf(id)).toEqual(['rule_made', 'rule_removed']);
  await expect(removeRule(place.owner, 'no id')).rejects.toMatchObject({ code: 'not_found' });
});

test('the preset changes once, also when two choose it at once, and the ledger says from what', async () => {
  await Promise.all([setPreset(place.owner, { preset: 'careful' }), setPreset(place.owner, { preset: 'careful' })]);
  await setPreset(place.owner, { preset: 'hands_off' });
  expect(await selectPreset(place.workspaceId)).toBe('hands_off');
  const by = place.owner.memberId;
  expect(await detailOf(place.workspaceId)).toEqual([
    ['preset', { from: 'balanced', to: 'careful', by }],
    ['preset', { from: 'careful', to: 'hands_off', by }],
  ]);
  await expect(setPreset(place.owner, { preset: 'reckless' })).rejects.toMatchObject({ issues: [{ field: 'preset' }] });
});

test('rules that are over for more than a day are tidied away, others stay', async () => {
  await save({ pattern: 'Bash(short)', forMinutes: 60 });
  await save({ pattern: 'Bash(long)', forMinutes: 2880 });
  await save({ pattern: 'Bash(always)' });
  const stored = async () =>
    (
      await query<{ pattern: string }>('SELECT pattern FROM policy_rule WHERE workspace_id = $1 ORDER BY 1', [
        place.workspaceId,
      ])
    ).map((row) => row.pattern);
  await query('UPDATE chore SET due_at = nod_now()');
  await shiftClock(24 * hourMs);
  await tidy();
  expect(await stored()).toEqual(['Bash(always)', 'Bash(long)', 'Bash(short)']);
  await shiftClock(26 * hourMs);
  await tidy();
  expect(await stored()).toEqual(['Bash(always)', 'Bash(long)']);
});
