import { afterAll, beforeAll, expect, test } from 'vitest';
import { HookReport } from '@/lib/contract/session';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { reportHooks } from '@/lib/sessions/telemetry';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

// A batch says no more than its reports one by one, and keeps nobody waiting who asks.

let place: TestWorkspace;

beforeAll(async () => {
  place = await makeWorkspace();
});

afterAll(() => closeDatabase());

const envelope = (event: string, payload: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  hookId: newId(),
  source: 'claude-code',
  event,
  payload: JSON.stringify(payload),
  ...more,
});

const report = ({ agent }: TestWorkspace, envelopes: unknown[]) =>
  reportHooks(agent, HookReport.parse({ machineId: 'm', envelopes }));

test('a batch is taken in steps of at most 100 reports, and is one in its order and its moment', async () => {
  const session = newId();
  const envelopes = Array.from({ length: 250 }, (_, index) =>
    envelope(
      'PreToolUse',
      { session_id: session, tool_name: `tool ${index}` },
      { sentAt: new Date(1e12 - index).toISOString() },
    ),
  );
  expect(await report(place, envelopes)).toEqual({ accepted: 250, duplicates: 0, ignored: 0 });
  const steps = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM agent_event JOIN agent_session ON agent_session.id = agent_session_id
      WHERE session_id = $1 GROUP BY agent_event.xmin ORDER BY count`,
    [session],
  );
  expect(steps.map(({ count }) => count)).toEqual([50, 100, 100]);
  const [row] = await query(
    `SELECT last_action, (SELECT array_agg(line ORDER BY agent_event.created_at, agent_event.id) FROM agent_event WHERE agent_session_id = agent_session.id) AS lines
       FROM agent_session WHERE session_id = $1`,
    [session],
  );
  expect(row).toEqual({ last_action: 'tool 249', lines: envelopes.map((_, index) => `tool ${249 - index}`) });
  expect(await report(place, envelopes)).toEqual({ accepted: 0, duplicates: 250, ignored: 0 });
});

test('a batch leaves sessions as its reports do when they come one by one', async () => {
  // The same numbers in every run, so that a failure can be repeated.
  let state = 7;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const oneOf = (list: string[]) => list[below(list.length)] ?? '';
  const sessions = ['one', 'two'];
  const events = [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'Notification',
    'Stop',
    'StopFailure',
  ];
  const envelopes = Array.from({ length: 300 }, (_, index) =>
    envelope(
      below(6) === 0 ? 'SessionEnd' : oneOf(events),
      {
        session_id: oneOf(sessions),
        tool_name: `tool ${index}`,
        error: `error ${index}`,
        ...(below(4) === 0 ? { cwd: `/folder/${index}` } : {}),
      },
      { source: below(6) === 0 ? 'codex' : 'claude' },
    ),
  );
  const rows = (workspaceId: string) =>
    query(
      `SELECT session_id, machine_id, agent_type, agent_name, cwd, last_action, ended_at IS NULL AS lives, errored_at IS NULL AS well,
              last_input_at IS NULL AS untouched, turn_ended_at IS NULL AS under_way, hook_seen_at IS NULL AS unseen,
              (SELECT array_agg(line ORDER BY line) FROM agent_event WHERE agent_session_id = agent_session.id) AS lines
         FROM agent_session WHERE workspace_id = $1 ORDER BY 1, 2, 3`,
      [workspaceId],
    );
  const [whole, single] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  for (let first = 0; first < envelopes.length; first += 20) {
    const taken = envelopes.slice(first, first + 20);
    await report(whole, taken);
    for (const one of taken) await report(single, [one]);
    expect(await rows(whole.workspaceId)).toEqual(await rows(single.workspaceId));
  }
  expect(await rows(whole.workspaceId)).toHaveLength(4);
});
