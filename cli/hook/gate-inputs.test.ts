import { expect, test } from 'vitest';
import { gateInputs } from './gate-inputs';

test('of an edit the gate hears where, not what', () => {
  const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** Move to: b.ts\n*** End Patch';
  expect(
    gateInputs('edit', [
      { file_path: 'a.ts', old_string: 'x', new_string: 'y', replace_all: true },
      { file_path: 'a.ts', edits: [{ file_path: 'b.ts', old_string: 'x', new_string: 'y' }] },
      { command: patch },
      patch,
      'a.ts',
      { changes: { 'a.ts': { update: { unified_diff: 'x' } } } },
      { command: 'create', path: 'a.ts', file_text: 'x' },
    ]),
  ).toEqual([
    { file_path: 'a.ts', replace_all: true },
    { file_path: 'a.ts', edits: [{ file_path: 'b.ts' }] },
    { command: '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n*** End Patch' },
    '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n*** End Patch',
    'a.ts',
    { changes: { 'a.ts': {} } },
    { command: 'create', path: 'a.ts' },
  ]);
});

test('the path of an edit is told as it is, even where it looks like a secret', () => {
  const input = { file_path: 'password=abc/../../.env' };
  expect(gateInputs('edit', [input])).toEqual([input]);
});
