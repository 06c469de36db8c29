import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { type AlwaysFor, alwaysOffer } from '@/lib/policies/always-allow';
import { saveRule } from '@/lib/policies/save-rule';
import { answerQuestion } from '@/lib/questions/answer';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { ledgerOf, rowOf, storeOpen } from '@/lib/testing/questions';

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  place = await makeWorkspace();
});
afterAll(closeDatabase);

const hookAsk = (command: string, more: Record<string, unknown> = {}) =>
  storeOpen(place.agent, {
    question: `Run ${command}?`,
    toolName: 'Bash',
    toolTarget: command,
    actionBody: command,
    machineId: 'm1',
    sessionId: 's1',
    repoKey: 'github.com/acme/shop',
    ...more,
  });
const offerOf = async (id: string) => alwaysOffer(await rowOf(id));
const answer = (id: string, shownDigest: string, value: string, length: AlwaysFor, pattern: string) =>
  answerQuestion(place.owner, { id, value, shownDigest, deliberate: true, always: { for: length, pattern } });
const rules = () =>
  query(
    `SELECT pattern, effect, repo_key, agent_session_id IS NOT NULL AS of_session, expires_at, question_id, origin, created_by FROM policy_rule WHERE workspace_id = $1`,
    [place.workspaceId],
  );

test('“always allow” stores the pattern that was shown, with the answer, for the time that was chosen', async () => {
  for (const [command, length] of [
    ['pnpm vitest run', 'forever'],
    ['pnpm build', 'hour'],
    ['cargo test', 'session'],
  ] as const) {
    const { id, digest } = await hookAsk(command);
    const offer = await offerOf(id);
    expect((await answer(id, digest, 'yes', length, offer?.pattern ?? '')).recorded).toBe(true);
    expect(await ledgerOf(id)).toEqual(['asked', 'answered']);
    const [rule] = (await rules()).filter(({ question_id: question }) => question === id);
    expect(rule).toMatchObject({
      pattern: offer?.pattern,
      effect: 'allow',
      repo_key: 'github.com/acme/shop',
      origin: 'answer',
      created_by: place.owner.memberId,
      of_session: length === 'session',
    });
    expect(rule?.expires_at === null).toBe(length !== 'hour');
  }
  const made = await query(`SELECT 1 FROM ledger_entry WHERE workspace_id = $1 AND event = 'rule_made'`, [
    place.workspaceId,
  ]);
  expect(made).toHaveLength(3);
});

test('another pattern than the one shown, or one with a no, is refused and nothing is answered', async () => {
  const { id, digest } = await hookAsk('pnpm vitest run');
  await expect(answer(id, digest, 'yes', 'forever', 'Bash(pnpm:*)')).rejects.toMatchObject({ code: 'invalid_request' });
  const pattern = (await offerOf(id))?.pattern ?? '';
  await expect(answer(id, digest, 'no', 'forever', pattern)).rejects.toMatchObject({ code: 'invalid_request' });
  expect((await rowOf(id)).state).toBe('pending');
  expect(await rules()).toEqual([]);
});

test('of two answers at once with different lengths exactly one rule is made: that of the answer that won', async () => {
  const { id, digest } = await hookAsk('pnpm vitest run');
  const pattern = (await offerOf(id))?.pattern ?? '';
  const outcomes = await Promise.all([
    answer(id, digest, 'yes', 'forever', pattern),
    answerQuestion(place.owner, { id, value: 'no', shownDigest: digest }),
  ]);
  const won = outcomes[0].row.answer_value;
  expect(await rules()).toHaveLength(won === 'yes' ? 1 : 0);
});

test('what somebody forbids meanwhile stays forbidden', async () => {
  const { id, digest } = await hookAsk('pnpm vitest run');
  const pattern = (await offerOf(id))?.pattern ?? '';
  await saveRule(place.owner, { pattern, effect: 'deny', repoKey: 'github.com/acme/shop' });
  expect((await answer(id, digest, 'yes', 'forever', pattern)).recorded).toBe(true);
  expect(await rules()).toMatchObject([{ effect: 'deny' }]);
});

test('a workspace that is full of rules gets none by an answer, and the answer is not half done', async () => {
  await query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect) SELECT gen_random_uuid(), $1, 'Bash(x' || n || ')', 'allow' FROM generate_series(1, 500) n`,
    [place.workspaceId],
  );
  const { id, digest } = await hookAsk('pnpm vitest run');
  const pattern = (await offerOf(id))?.pattern ?? '';
  await expect(answer(id, digest, 'yes', 'forever', pattern)).rejects.toMatchObject({ code: 'limit_reached' });
  expect((await rowOf(id)).state).toBe('pending');
});

test('nothing is offered where the hook took a secret out', async () => {
  const { id } = await hookAsk('deploy --token secret-removed prod');
  expect(await offerOf(id)).toBeUndefined();
});

test('nothing is offered for what would not be the same command again', async () => {
  for (const command of [
    'git status && rm -rf x',
    'export TOKEN=abcdefgh12345678 && x',
    `echo ${'a'.repeat(300)}`,
    'bash',
    "echo 'open",
  ]) {
    const { id } = await hookAsk(command, { sessionId: `s ${command}`.slice(0, 50) });
    expect([command.slice(0, 30), await offerOf(id)]).toEqual([command.slice(0, 30), undefined]);
  }
  const { id } = await storeOpen(place.agent, { question: 'Ship it?' });
  expect(await offerOf(id)).toBeUndefined();
});
