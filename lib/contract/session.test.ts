import { expect, test } from 'vitest';
import { ModeForHook } from '@/lib/contract/session';

test.each(['', '\u0000', 'mine\u0000', 'mine\ud800', '\u202emine', 'mine\n', 'x'.repeat(201)])(
  'a hook that asks about what no session can be called asks about none: %j',
  (session) => {
    expect(ModeForHook.parse({ session }).session).toBeUndefined();
  },
);

test('a hook that asks about its session is told about it', () => {
  expect(ModeForHook.parse({ session: 'mine' })).toEqual({ session: 'mine' });
  expect(ModeForHook.parse({})).toEqual({});
});
