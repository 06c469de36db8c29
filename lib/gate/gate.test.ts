import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { GateCall, type GateVerdict } from '@/lib/contract/policy';
import { closeDatabase, query } from '@/lib/db/client';
import { changeMemberDelivery, changeModeForNow, endModeForNow } from '@/lib/delivery/settings';
import { admitToGate } from '@/lib/gate/admit';
import { gate } from '@/lib/gate/gate';
import { writeGathered } from '@/lib/gate/record';
import { newId } from '@/lib/ids';
import { insertKey } from '@/lib/keys/create';
import { saveRule } from '@/lib/policies/save-rule';
import { setPreset } from '@/lib/policies/set-preset';
import { cancelQuestion } from '@/lib/questions/cancel';
import { stopAgents } from '@/lib/stops/stop';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;
let apiKey: string;

beforeEach(async () => {
  await shiftClock(0);
  place = await makeWorkspace();
  const { workspaceId, memberId } = place.owner;
  apiKey = (await insertKey({ workspaceId, memberId, name: 'hook', kind: 'agent' })).apiKey;
});
afterAll(async () => {
  await writeGathered();
  await closeDatabase();
});

/** Asks the gate as the route does. */
async function judge(call: Record<string, unknown>, key = apiKey): Promise<GateVerdict> {
  const body = GateCall.parse({ v: 1, source: 'claude-code', machineId: 'm1', cwd: '/home/user/shop', ...call });
  const actor = await admitToGate(key, body);
  if (!actor) throw new Error('not admitted');
  return gate(actor, body);
}
const run = (command: string, more: Record<string, unknown> = {}) =>
  judge({ toolName: 'Bash', toolInputs: [{ command }], sessionId: 's1', ...more });
const edit = (path: string, more: Record<string, unknown> = {}) =>
  judge({ toolName: 'Edit', toolInputs: [{ file_path: path }], sessionId: 's1', ...more });

const ledger = async () => {
  await writeGathered();
  return query<{ event: string; subject_id: string | null; detail: Record<string, string> }>(
    'SELECT event, subject_id, detail FROM ledger_entry WHERE workspace_id = $1 ORDER BY seq',
    [place.workspaceId],
  );
};

/** A ratified scope of the session that the calls above belong to. */
async function ratify(scope: { allowed?: string[]; offLimits?: string[] }): Promise<string> {
  const asked = await askAs(place.agent, { sessionId: 's1', machineId: 'm1' });
  const { agent_session_id: session } = await rowOf(asked.correlationId);
  const id = newId();
  await query(
    `INSERT INTO scope (id, workspace_id, agent_session_id, question_id, session_id, state, allowed_paths, off_limits_paths, done_when)
     VALUES ($1, $2, $3, $4, 's1', 'ratified', $5, $6, 'done')`,
    [id, place.workspaceId, session, asked.correlationId, scope.allowed ?? [], scope.offLimits ?? []],
  );
  return id;
}

test('reading is allowed, another command asks with the way to ask, and what Nod does not gate is none of its business', async () => {
  expect(await run('git status')).toMatchObject({ kind: 'allow' });
  expect(await run('npm install left-pad')).toMatchObject({
    kind: 'ask',
    policy: { mode: 'push_first', timeoutSeconds: 45, timeoutAction: 'escalate', pushFirstSeconds: 20 },
    questionContext: { toolName: 'Bash', toolTarget: 'npm install left-pad' },
  });
  expect(await judge({ toolName: 'WebFetch', toolInputs: [{ url: 'https://example.test' }] })).toEqual({
    kind: 'no_opinion',
    reason: 'not_gated',
  });
  expect(await edit('/home/user/shop/src/a.ts')).toEqual({ kind: 'no_opinion', reason: 'not_gated' });
});

test('Nod’s own tools are never gated: an agent that asks must not have to ask whether it may', async () => {
  await setPreset(place.owner, { preset: 'careful' });
  for (const toolName of ['mcp__nod__ask_user', 'mcp__pushary__wait_for_answer', 'ask_user'])
    expect(await judge({ toolName, toolInputs: [{}] })).toEqual({ kind: 'no_opinion', reason: 'not_gated' });
  expect(await judge({ toolName: 'mcp__billing__refund', toolInputs: [{}] })).toMatchObject({ kind: 'ask' });
});

test('the kill switch comes before every rule, of the workspace and of one session', async () => {
  await saveRule(place.owner, { pattern: 'Bash(npm test)', effect: 'allow' });
  expect(await run('npm test')).toMatchObject({ kind: 'allow' });
  await stopAgents(place.owner, { hours: '1' });
  expect(await run('npm test')).toMatchObject({ kind: 'kill' });
  expect(await run('git status')).toMatchObject({ kind: 'kill' });
  const stopped = (await ledger()).filter(({ event }) => event === 'denied');
  expect(stopped.map(({ detail }) => detail.target)).toEqual(['npm test', 'git status']);
});

test('a rule of a repository decides only there, and of two the one of the repository wins', async () => {
  await saveRule(place.owner, { pattern: 'Bash(npm test:*)', effect: 'deny' });
  await saveRule(place.owner, { pattern: 'Bash(npm test:*)', effect: 'allow', repoKey: 'github.com/acme/shop' });
  expect(await run('npm test')).toMatchObject({ kind: 'deny' });
  expect(await run('npm test', { repoKey: 'github.com/acme/shop' })).toMatchObject({ kind: 'allow' });
  expect(await run('npm test', { repoKey: 'github.com/acme/other' })).toMatchObject({ kind: 'deny' });
});

test('a rule whose time is over does not decide any more', async () => {
  await saveRule(place.owner, { pattern: 'Bash(npm test:*)', effect: 'allow', forMinutes: '60' });
  expect(await run('npm test')).toMatchObject({ kind: 'allow' });
  await shiftClock(60 * 60_000);
  expect(await run('npm test')).toMatchObject({ kind: 'ask' });
});

test('a rule says how it asks; without one the person’s own mode and windows hold', async () => {
  await saveRule(place.owner, {
    pattern: 'Bash(npm publish:*)',
    effect: 'ask',
    mode: 'push_only',
    timeoutSeconds: '300',
    timeoutAction: 'deny',
  });
  expect(await run('npm publish')).toMatchObject({
    kind: 'ask',
    policy: { mode: 'push_only', timeoutSeconds: 300, timeoutAction: 'deny', pushFirstSeconds: 300 },
  });
  await changeModeForNow(place.owner, { mode: 'notify_only', hours: '1' });
  expect(await run('npm publish')).toMatchObject({ kind: 'ask', policy: { mode: 'notify_only' } });
  await endModeForNow(place.owner);
  await changeMemberDelivery(place.owner, {
    mode: 'terminal_only',
    updates: 'all',
    quietFrom: '',
    quietTo: '',
    timeZone: 'UTC',
  });
  expect(await run('npm install')).toMatchObject({ kind: 'ask', policy: { mode: 'terminal_only' } });
});

test('a scope in force stops what is off limits, asks to be widened, and lets the agreed files be changed', async () => {
  const scope = await ratify({ allowed: ['src', 'src/**'], offLimits: ['.env*'] });
  expect(await edit('/home/user/shop/src/a.ts')).toMatchObject({ kind: 'allow' });
  expect(await edit('/home/user/shop/.env.local')).toMatchObject({ kind: 'deny' });
  expect(await edit('README.md')).toMatchObject({
    kind: 'ask',
    scopePath: 'README.md',
    scopeReason: expect.stringContaining('widen the scope'),
  });
  const rows = (await ledger()).filter(({ subject_id: subject }) => subject === scope);
  // What is allowed is gathered, so it may come after.
  expect(rows.map(({ event, detail }) => [event, detail.target, detail.pattern]).sort()).toEqual([
    ['allowed', '/home/user/shop/src/a.ts', 'src/**'],
    ['denied', '/home/user/shop/.env.local', '.env*'],
  ]);
});

test('a scope that only names what is off limits grants nothing', async () => {
  await ratify({ offLimits: ['.env*'] });
  expect(await edit('.env')).toMatchObject({ kind: 'deny' });
  expect(await edit('src/a.ts')).toEqual({ kind: 'no_opinion', reason: 'not_gated' });
  await setPreset(place.owner, { preset: 'careful' });
  expect(await edit('src/a.ts')).toMatchObject({ kind: 'ask' });
});

test('a rule that asks or denies still does inside of a scope', async () => {
  await ratify({ allowed: ['src/**'] });
  await saveRule(place.owner, { pattern: 'Edit(src/secret/**)', effect: 'deny' });
  await saveRule(place.owner, { pattern: 'Edit(src/pay/**)', effect: 'ask' });
  expect(await edit('src/a.ts')).toMatchObject({ kind: 'allow' });
  expect(await edit('src/secret/a.ts')).toMatchObject({ kind: 'deny' });
  const asked = await edit('src/pay/a.ts');
  expect(asked).toMatchObject({ kind: 'ask' });
  expect(asked.scopePath).toBeUndefined();
});

test('a scope of another session, or one that is not in force, decides nothing', async () => {
  const scope = await ratify({ allowed: ['src/**'], offLimits: ['.env*'] });
  expect(await edit('.env', { sessionId: 's2' })).toEqual({ kind: 'no_opinion', reason: 'not_gated' });
  await query(`UPDATE scope SET state = 'declined' WHERE id = $1`, [scope]);
  expect(await edit('.env')).toEqual({ kind: 'no_opinion', reason: 'not_gated' });
});

test('the agent’s own question goes to the person, but not for a minute after it was taken back from there', async () => {
  const question = { toolName: 'AskUserQuestion', toolInputs: [{ questions: [] }], sessionId: 's1' };
  expect(await judge(question)).toMatchObject({ kind: 'ask', policy: { mode: 'push_first' } });
  const asked = await askAs(place.agent, { sessionId: 's1', machineId: 'm1' });
  await cancelQuestion(place.agent, { correlationId: asked.correlationId, handoff: true });
  expect(await judge(question)).toEqual({ kind: 'no_opinion', reason: 'handing_off' });
  await shiftClock(61_000);
  expect(await judge(question)).toMatchObject({ kind: 'ask' });
});

test('a rule about the agent’s own question comes before that', async () => {
  const question = { toolName: 'AskUserQuestion', toolInputs: [{ questions: [] }], sessionId: 's1' };
  await saveRule(place.owner, { pattern: 'AskUserQuestion', effect: 'deny' });
  expect(await judge(question)).toMatchObject({ kind: 'deny' });
});

test('an agent’s own allow rules may stand only where nobody’s rule, no scope and no danger asks', async () => {
  await saveRule(place.owner, { pattern: 'Bash(npm ci:*)', effect: 'ask' });
  expect(await run('npm install')).toMatchObject({ kind: 'ask', ownRulesStand: true });
  expect((await run('npm ci')).ownRulesStand).toBeUndefined();
  for (const command of ['rm -rf build', "echo 'open", 'cat .env', '$X'])
    expect([command, (await run(command)).ownRulesStand]).toEqual([command, undefined]);
  expect((await edit('')).ownRulesStand).toBeUndefined();
  await setPreset(place.owner, { preset: 'careful' });
  expect((await run('npm install')).ownRulesStand).toBeUndefined();
});

test('a refusal that cannot be put into the ledger is a refusal all the same', async () => {
  await saveRule(place.owner, { pattern: 'Bash(terraform:*)', effect: 'deny' });
  expect(await run('terraform apply -var "x=\ud800"; true')).toMatchObject({ kind: 'deny' });
  await query(`ALTER TABLE ledger_entry ADD CONSTRAINT broken CHECK (event <> 'denied') NOT VALID`);
  try {
    expect(await run('terraform plan')).toMatchObject({ kind: 'deny' });
  } finally {
    await query('ALTER TABLE ledger_entry DROP CONSTRAINT broken');
  }
  await run('terraform apply -var api_key=hunter2hunter2');
  expect(JSON.stringify(await ledger())).not.toContain('hunter2hunter2');
});

test('the ledger holds what a rule allowed and what was refused, and not every reading', async () => {
  await saveRule(place.owner, { pattern: 'Bash(npm test:*)', effect: 'allow' });
  await saveRule(place.owner, { pattern: 'Bash(npm publish:*)', effect: 'deny' });
  await run('ls');
  await run('npm test');
  await run('npm publish --token=s3cr3t-value-1234');
  const rows = (await ledger()).filter(({ event }) => event === 'allowed' || event === 'denied');
  expect(rows.map(({ event, detail }) => [event, detail.rule]).sort()).toEqual([
    ['allowed', 'Bash(npm test:*)'],
    ['denied', 'Bash(npm publish:*)'],
  ]);
  expect(JSON.stringify(rows)).not.toContain('s3cr3t-value');
});

test('a hook that reports nothing is known by its calls to the gate, in one session however many come at once', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => run(`ls ${index}`, { sessionId: 'quiet' })));
  const sessions = () =>
    query<{ hook_seen_at: Date | null; agent_type: string; last_action: string }>(
      `SELECT hook_seen_at, agent_type, last_action FROM agent_session WHERE workspace_id = $1 AND session_id = 'quiet'`,
      [place.workspaceId],
    );
  await expect.poll(sessions).toHaveLength(1);
  expect((await sessions())[0]).toMatchObject({ agent_type: 'claude-code', hook_seen_at: expect.any(Date) });
  expect((await sessions())[0]?.last_action).toMatch(/^\$ ls/);
});

test('a key that is unknown, wrong or of another workspace sees and decides nothing here', async () => {
  const call = GateCall.parse({ toolName: 'Bash', toolInputs: [{ command: 'npm test' }], sessionId: 's1' });
  expect(await admitToGate(undefined, call)).toBeUndefined();
  expect(await admitToGate(`${apiKey.slice(0, -4)}0000`, call)).toBeUndefined();
  await saveRule(place.owner, { pattern: 'Bash(npm test:*)', effect: 'allow' });
  const other = await makeWorkspace();
  const { workspaceId, memberId } = other.owner;
  const theirs = await insertKey({ workspaceId, memberId, name: 'hook', kind: 'agent' });
  expect(await run('npm test')).toMatchObject({ kind: 'allow' });
  expect(
    (await judge({ toolName: 'Bash', toolInputs: [{ command: 'npm test' }], sessionId: 's1' }, theirs.apiKey)).kind,
  ).toBe('ask');
});

test('inputs of any shape get a verdict: none of them is an error', async () => {
  const odd: unknown[] = [
    undefined,
    [],
    [null],
    [7],
    [''],
    [{}],
    [{ command: 7 }],
    ['rm -rf build'],
    [[['x']]],
    [{ command: 'x'.repeat(1_000_000) }],
  ];
  for (const toolInputs of odd)
    expect(['ask', 'deny', 'allow', 'no_opinion']).toContain((await judge({ toolName: 'Bash', toolInputs })).kind);
  expect((await judge({ toolName: 'Bash', toolInputs: ['rm -rf build'] })).kind).toBe('ask');
  expect((await judge({ toolName: 'Bash', toolInputs: [] })).kind).toBe('ask');
});
