import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProposeScope } from '@/lib/contract/scope';
import { closeDatabase, query } from '@/lib/db/client';
import { scopesOfQuestions } from '@/lib/scopes/of-question';
import { proposeScope } from '@/lib/scopes/propose';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;
beforeAll(async () => {
  place = await makeWorkspace();
  await addDevice(place.owner);
});
afterAll(() => closeDatabase());

async function propose(fields: Record<string, unknown>): Promise<string> {
  const given = ProposeScope.parse({ sessionId: 's', doneWhen: 'Done', timeoutMs: 1, ...fields });
  return (await proposeScope(place.agent, given, callNow())).correlationId;
}
/** What pages are told of these questions. */
async function read(ids: string[], workspaceId = place.workspaceId) {
  const found = await scopesOfQuestions(workspaceId, await Promise.all(ids.map(rowOf)));
  return ids.map((id) => found.get(id));
}

test('a proposal is shown as it was sent, with what it covers besides', async () => {
  const id = await propose({
    allowedPaths: ['docs', 'src/a.ts'],
    offLimitsPaths: ['**/.env'],
    promises: ['Nothing else'],
  });
  const [found] = await read([id]);
  expect(found?.scope).toMatchObject({
    state: 'proposed',
    hookSeen: false,
    contract: {
      allowed: [
        { pattern: 'docs', alsoCovers: ['docs/**'], isBareWord: true },
        { pattern: 'src/a.ts', alsoCovers: [], isBareWord: false },
      ],
      offLimits: [{ pattern: '**/.env', stoppedCount: 0 }],
      promises: ['Nothing else'],
      doneWhen: 'Done',
      checksNothing: false,
    },
  });
});

test('that a hook has reported is told of its own session only', async () => {
  await query(
    `INSERT INTO agent_session (id, workspace_id, session_id, hook_seen_at) VALUES (gen_random_uuid(), $1, 'hooked', nod_now())`,
    [place.workspaceId],
  );
  const [hooked, other] = [await propose({ sessionId: 'hooked' }), await propose({ sessionId: 'other' })];
  const seen = (await read([hooked, other])).map((found) => found?.scope?.hookSeen);
  expect(seen).toEqual([true, false]);
  expect((await read([other]))[0]?.scope?.contract.checksNothing).toBe(true);
});

test('one path more names the scope in force, and none when there is none', async () => {
  const id = await propose({ sessionId: 'wide', allowedPaths: ['src/**'], agentName: 'Codex - web' });
  const wider = () => askAs(place.agent, { sessionId: 'wide', toolName: 'Edit', scopePath: 'README.md' });
  const before = await wider();
  expect(await read([before.correlationId])).toEqual([{ widening: { path: 'README.md' } }]);
  await query(`UPDATE question SET state = 'answered', answer_value = 'yes', settled_at = nod_now() WHERE id = $1`, [
    id,
  ]);
  const [scope] = await query<{ id: string }>('SELECT id FROM scope WHERE question_id = $1', [id]);
  const asked = await wider();
  expect(await read([asked.correlationId, before.correlationId])).toEqual([
    { widening: { path: 'README.md', scopeId: scope?.id, scopeName: 'web' } },
    // Asked before there was that scope, its yes adds nothing to it.
    { widening: { path: 'README.md' } },
  ]);
});

test('another workspace is told nothing', async () => {
  const id = await propose({ allowedPaths: ['src/**'] });
  const elsewhere = await makeWorkspace();
  expect(await read([id], elsewhere.workspaceId)).toEqual([undefined]);
});
