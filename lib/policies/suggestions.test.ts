import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { selectPreset, selectRules } from '@/lib/policies/rules.sql';
import { mostRules, saveRule } from '@/lib/policies/save-rule';
import { acceptSuggestion, declineSuggestion, listSuggestions } from '@/lib/policies/suggestions';
import { storeQuestionAt } from '@/lib/testing/feed';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
beforeEach(async () => {
  place = await makeWorkspace();
});
afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

const dayMs = 86_400_000;
const offered = async (actor = place.owner) =>
  listSuggestions(actor, {
    rules: await selectRules(actor.workspaceId),
    preset: await selectPreset(actor.workspaceId),
  });
const patterns = async (actor = place.owner) =>
  (await offered(actor)).map(({ effect, pattern }) => `${effect} ${pattern}`);

/** Answers to hooks, as they lie in the table. */
async function answered(values: string[], fields: Record<string, unknown> = {}) {
  for (const value of values)
    await storeQuestionAt(place, new Date(), {
      state: 'answered',
      is_hook_ask: true,
      tool_name: 'Bash',
      tool_target: 'pnpm vitest run',
      answer_value: value,
      answered_by: place.owner.memberId,
      ...fields,
    });
}
const three = (value: string, fields: Record<string, unknown> = {}) => answered([value, value, value], fields);

test('three equal answers to the same call offer a rule; two do not, and nothing is made by itself', async () => {
  await answered(['yes', 'yes'], { repo_key: 'web' });
  expect(await offered()).toEqual([]);
  await answered(['yes'], { repo_key: 'web' });
  expect(await offered()).toMatchObject([
    { effect: 'allow', repoKey: 'web', target: 'pnpm vitest run', times: 3, byViewer: true, risky: false },
  ]);
  expect(await selectRules(place.workspaceId)).toEqual([]);
});

test('three times no offers a deny', async () => {
  await three('no');
  expect(await offered()).toMatchObject([{ effect: 'deny', target: 'pnpm vitest run' }]);
});

test.each([
  ['a no among them', ['yes', 'yes', 'no', 'yes'], {}],
  ['one handed back to the keyboard', ['yes', 'yes', 'yes', 'defer'], {}],
  ['not a hook’s', ['yes', 'yes', 'yes'], { is_hook_ask: false }],
  ['a scope to widen', ['yes', 'yes', 'yes'], { scope_path: 'src/a.ts' }],
  ['test traffic', ['yes', 'yes', 'yes'], { env: 'test' }],
  ['answered by nobody', ['yes', 'yes', 'yes'], { answered_by: null }],
  ['a cut target', ['yes', 'yes', 'yes'], { tool_target: `echo ${'x'.repeat(195)}` }],
  ['a redacted target', ['yes', 'yes', 'yes'], { tool_target: 'curl -H [secret removed] x.test' }],
  ['a target that the hook redacted', ['yes', 'yes', 'yes'], { tool_target: 'deploy --token secret-removed prod' }],
  ['a choice, not a yes', ['yes', 'yes', 'yes'], { type: 'select' }],
])('nothing is offered for %s', async (_, values, fields) => {
  await answered(values, fields);
  expect(await offered()).toEqual([]);
});

test('answers of more than 30 days ago do not count', async () => {
  await three('yes');
  await shiftClock(31 * dayMs);
  expect(await offered()).toEqual([]);
});

test('answers of several repositories offer a rule for all of them', async () => {
  await answered(['yes'], { repo_key: 'web' });
  await answered(['yes', 'yes'], { repo_key: 'api' });
  expect((await offered())[0]?.repoKey).toBeUndefined();
});

test('at most three are offered, the most often answered first', async () => {
  for (const [index, script] of ['lint', 'docs', 'types', 'format'].entries()) {
    await three('yes', { tool_target: `npm run ${script}` });
    await answered(Array(index).fill('yes'), { tool_target: `npm run ${script}` });
  }
  expect((await offered()).map(({ target }) => target)).toEqual(['npm run format', 'npm run types', 'npm run docs']);
});

test('nothing is offered where a rule decides it already, whoever made it and however broad', async () => {
  await three('yes');
  const [pattern = ''] = (await offered()).map((one) => one.pattern);
  for (const rule of [
    { pattern, effect: 'ask' },
    { pattern: 'Bash(pnpm:*)', effect: 'allow' },
    { pattern: 'Bash(pnpm:*)', effect: 'deny' },
  ]) {
    const { id } = await saveRule(place.owner, rule);
    expect(await offered(), JSON.stringify(rule)).toEqual([]);
    await query('DELETE FROM policy_rule WHERE id = $1', [id]);
  }
  expect(await offered()).toHaveLength(1);
});

test('accepting makes exactly the rule that was shown, once', async () => {
  await three('yes', { repo_key: 'web' });
  const [{ pattern, effect, repoKey } = { pattern: '', effect: 'allow', repoKey: '' }] = await offered();
  const both = await Promise.allSettled([1, 2].map(() => acceptSuggestion(place.owner, { pattern, effect, repoKey })));
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await selectRules(place.workspaceId)).toMatchObject([
    { pattern, effect: 'allow', repoKey: 'web', origin: 'suggestion' },
  ]);
  expect(await offered()).toEqual([]);
});

test('a repository whose name had a secret removed is not named', async () => {
  for (const mark of ['secret-removed', '[secret removed]']) {
    await three('yes', { repo_key: `https://me:${mark}@host/shop` });
    expect((await offered())[0]?.repoKey, mark).toBeUndefined();
  }
});

test('a workspace that is full of rules gets none by a suggestion, and is told why', async () => {
  await three('yes');
  const [{ pattern, effect } = { pattern: '', effect: 'allow' }] = await offered();
  await query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect) SELECT gen_random_uuid(), $1, 'Bash(x' || n || ')', 'allow' FROM generate_series(1, $2::int) n`,
    [place.workspaceId, mostRules],
  );
  await expect(acceptSuggestion(place.owner, { pattern, effect })).rejects.toMatchObject({ code: 'limit_reached' });
  expect(await selectRules(place.workspaceId)).toHaveLength(mostRules);
});

test('what is declined is not offered again, and no rule is made', async () => {
  await three('yes');
  const [{ pattern, effect } = { pattern: '', effect: 'allow' }] = await offered();
  await declineSuggestion(place.owner, { pattern, effect });
  await three('yes');
  expect(await offered()).toEqual([]);
  expect(await selectRules(place.workspaceId)).toEqual([]);
});

test('only what is offered can be accepted or declined', async () => {
  await three('yes');
  for (const chosen of [
    { pattern: '*', effect: 'allow' },
    { pattern: (await offered())[0]?.pattern, effect: 'deny' },
  ]) {
    await expect(acceptSuggestion(place.owner, chosen)).rejects.toMatchObject({ code: 'not_found' });
    await expect(declineSuggestion(place.owner, chosen)).rejects.toMatchObject({ code: 'not_found' });
  }
  const [shown] = await offered();
  const chosen = { pattern: shown?.pattern, effect: shown?.effect };
  await expect(acceptSuggestion(place.viewer, chosen)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(declineSuggestion(place.viewer, chosen)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await query('SELECT 1 FROM declined_rule WHERE workspace_id = $1', [place.workspaceId])).toEqual([]);
});

test('another workspace’s answers offer nothing here; another member’s do, and do not count as one’s own', async () => {
  await three('yes');
  expect(await offered((await makeWorkspace()).owner)).toEqual([]);
  const colleague = await addMember(place.workspaceId, 'member');
  expect(await offered(colleague)).toMatchObject([{ byViewer: false }]);
  expect(await patterns(colleague)).toEqual(await patterns());
});

test('what cannot be undone is said so, and its rule names that command alone', async () => {
  await three('yes', { tool_target: 'rm -rf build' });
  expect(await offered()).toMatchObject([{ pattern: 'Bash(rm -rf build)', risky: true }]);
});
