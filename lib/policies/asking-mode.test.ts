import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase } from '@/lib/db/client';
import { changeMemberDelivery, changeModeForNow } from '@/lib/delivery/settings';
import { saveRule } from '@/lib/policies/save-rule';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs } from '@/lib/testing/questions';

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  place = await makeWorkspace();
  await addDevice(place.owner);
});
afterAll(closeDatabase);

let asked = 0;
const hookAsk = (command: string, more: Record<string, unknown> = {}) =>
  askAs(place.agent, {
    question: `Run ${command}?`,
    toolName: 'Bash',
    toolTarget: command,
    actionBody: command,
    machineId: 'm1',
    sessionId: `s${asked++}`,
    ...more,
  });
const mine = (mode: string) =>
  changeMemberDelivery(place.owner, { mode, updates: 'all', quietFrom: '', quietTo: '', timeZone: 'UTC' });

test('a rule says in which mode its calls are asked, whatever the person’s own mode is', async () => {
  await saveRule(place.owner, { pattern: 'Bash(npm publish:*)', effect: 'ask', mode: 'notify_only' });
  await saveRule(place.owner, { pattern: 'Bash(git push:*)', effect: 'ask', mode: 'push_only' });
  expect(await hookAsk('npm publish --access public')).toMatchObject({ status: 'notified', mode: 'notify_only' });
  await mine('notify_only');
  expect(await hookAsk('git push origin main')).toMatchObject({ status: 'pending', deliveryMode: 'push_only' });
  expect(await hookAsk('npm install')).toMatchObject({ status: 'notified' });
});

test('the person’s mode for now goes before a rule’s, and a rule is about hooks’ asks only', async () => {
  await saveRule(place.owner, { pattern: 'Bash(git push:*)', effect: 'ask', mode: 'push_only' });
  await changeModeForNow(place.owner, { mode: 'notify_only', hours: '1' });
  expect(await hookAsk('git push origin main')).toMatchObject({ status: 'notified' });
  await saveRule(place.owner, { pattern: '*', effect: 'ask', mode: 'terminal_only' });
  await shiftClock(61 * 60_000);
  expect(await askAs(place.agent, { question: 'Blue or green?' })).toMatchObject({ status: 'pending' });
});
