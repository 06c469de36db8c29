import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db/client';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterAll(() => closeDatabase());

const stored = async (command: string) => {
  const words = { question: `Run ${command}?`, toolTarget: command, actionBody: command };
  const { correlationId } = await askAs(place.agent, { ...words, toolName: 'Bash', machineId: 'laptop' });
  return rowOf(correlationId ?? '');
};

test.each([
  'PASSWORD="$(rm -rf ~/work)" true',
  'echo -----BEGIN PRIVATE KEY----- ; rm -rf ~/work',
  'export API_TOKEN="$(rm -rf ~/work)"',
  'API_TOKEN=abcd1234efgh5678 rm -rf ~/work',
])('no command hides as a secret: %s', async (command) => {
  const row = await stored(command);
  for (const shown of [row.question, row.tool_target, row.action_body]) {
    expect(shown).toContain('rm -rf ~/work');
    expect(shown).not.toContain('abcd1234efgh5678');
  }
  expect(row.danger).not.toEqual([]);
});

test.each([
  ['deploy --token abcd1234efgh5678', 'deploy --token secret-removed'],
  [
    'curl -H "Authorization: Bearer abcdef0123456789" example.test',
    'curl -H "Authorization: secret-removed" example.test',
  ],
])('a secret that is plainly one is gone: %s', async (command, shown) => {
  expect(await stored(command)).toMatchObject({
    question: `Run ${shown}?`,
    tool_target: shown,
    action_body: shown,
  });
});
