import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { PoliciesForHooks } from '@/lib/contract/policy';
import { closeDatabase } from '@/lib/db/client';
import { changeModeForNow } from '@/lib/delivery/settings';
import { policiesForHooks } from '@/lib/gate/policies-for-hooks';
import { saveRule } from '@/lib/policies/save-rule';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  place = await makeWorkspace();
});
afterAll(closeDatabase);

const rule = (pattern: string, effect: string, more: Record<string, unknown> = {}) =>
  saveRule(place.owner, { pattern, effect, ...more });
const told = async (repoAware = false) =>
  Object.fromEntries(
    PoliciesForHooks.parse(await policiesForHooks(place.agent, repoAware)).policies.map(
      ({ tool, timeoutSeconds, timeoutAction, repoKey }) => [
        repoKey ? `${tool} in ${repoKey}` : tool,
        `${timeoutSeconds} ${timeoutAction}`,
      ],
    ),
  );

test('an allow is told to older hooks only where it names what it allows; a deny always', async () => {
  await rule('Bash(npm test)', 'allow');
  await rule('Bash(git log:*)', 'allow');
  await rule('mcp__billing__read', 'allow');
  await rule('Bash(npm run *)', 'allow');
  await rule('Bash', 'allow');
  await rule('*', 'allow');
  await rule('mcp__billing__*', 'allow');
  await rule('Bash(npm publish:*)', 'deny');
  await rule('Edit(src/**)', 'deny');
  await rule('Bash(npm ci:*)', 'ask', { timeoutSeconds: '90', timeoutAction: 'deny' });
  expect(await told()).toEqual({
    'Bash(npm test)': '0 approve',
    'Bash(git log:*)': '0 approve',
    mcp__billing__read: '0 approve',
    'Bash(npm publish:*)': '0 deny',
    'Edit(src/**)': '0 deny',
    'Bash(npm ci:*)': '90 deny',
  });
});

test('a hook that knows no repositories is told what one of them forbids, and not what it allows', async () => {
  const repoKey = 'github.com/acme/shop';
  await rule('Bash(npm test)', 'allow', { repoKey });
  await rule('Bash(npm publish:*)', 'deny', { repoKey });
  await rule('Bash(npm publish:*)', 'ask');
  expect(await told()).toEqual({ 'Bash(npm publish:*)': '0 deny' });
  expect(await told(true)).toEqual({
    [`Bash(npm test) in ${repoKey}`]: '0 approve',
    [`Bash(npm publish:*) in ${repoKey}`]: '0 deny',
    'Bash(npm publish:*)': '45 escalate',
  });
});

test('the windows and the mode of the person are the defaults, and the mode for now is told apart', async () => {
  expect(await policiesForHooks(place.agent, false)).toEqual({
    policies: [],
    defaultTimeoutSeconds: 45,
    defaultTimeoutAction: 'escalate',
    defaultMode: 'push_first',
    defaultPushFirstSeconds: 20,
  });
  await changeModeForNow(place.owner, { mode: 'notify_only', hours: '1' });
  expect((await policiesForHooks(place.agent, false)).modeOverride).toBe('notify_only');
});
