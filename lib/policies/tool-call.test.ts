import { expect, test } from 'vitest';
import { isOwnTool, toolCallOf } from '@/lib/policies/tool-call';
import { cpuMsOf } from '@/lib/testing/cpu-time';

const call = (toolName: string, ...toolInputs: unknown[]) => toolCallOf({ toolName, toolInputs });

test.each([
  ['Bash', 'Bash', 'shell'],
  ['shell', 'Bash', 'shell'],
  ['local_shell', 'Bash', 'shell'],
  ['exec_command', 'Bash', 'shell'],
  ['container.exec', 'Bash', 'shell'],
  ['run_in_terminal', 'Bash', 'shell'],
  ['runInTerminal', 'Bash', 'shell'],
  ['run_terminal_cmd', 'Bash', 'shell'],
  ['run_shell_command', 'Bash', 'shell'],
  ['create_file', 'Write', 'edit'],
  ['write_file', 'Write', 'edit'],
  ['replace_string_in_file', 'Edit', 'edit'],
  ['multi_replace_string_in_file', 'Edit', 'edit'],
  ['insert_edit_into_file', 'Edit', 'edit'],
  ['apply_patch', 'Edit', 'edit'],
  ['replace', 'Edit', 'edit'],
  ['search_replace', 'Edit', 'edit'],
  ['edit_file', 'Edit', 'edit'],
  ['delete_file', 'Edit', 'edit'],
  ['MultiEdit', 'MultiEdit', 'edit'],
  ['edit_notebook_file', 'NotebookEdit', 'edit'],
  ['read_file', 'Read', 'read'],
  ['search_file_content', 'Grep', 'read'],
  ['list_dir', 'LS', 'read'],
  ['web_fetch', 'WebFetch', 'other'],
  ['update_plan', 'TodoWrite', 'other'],
  ['mcp__github__get_issue', 'mcp__github__get_issue', 'mcp'],
  ['mcp_github_get_issue', 'mcp__github__get_issue', 'mcp'],
  ['MCP:get_issue', 'mcp__unknown__get_issue', 'mcp'],
  ['github__get_issue', 'mcp__github__get_issue', 'mcp'],
  ['Bash2', 'Bash2', 'other'],
  ['constructor', 'constructor', 'other'],
])('%s is %s, %s', (name, tool, kind) => {
  expect(call(name, {})).toMatchObject({ tool, kind });
});

test.each<[input: unknown, command: string | undefined]>([
  [{ command: 'ls' }, 'ls'],
  [{ cmd: 'ls' }, 'ls'],
  ['ls', 'ls'],
  ['{"command": "ls"}', 'ls'],
  [{ command: ['bash', '-lc', 'rm -rf x'] }, "bash -lc 'rm -rf x'"],
  [{ cmd: ['echo', "it's", '$X', ''] }, String.raw`echo 'it'\''s' '$X' ''`],
  [{ action: { type: 'exec', command: ['ls', '-la'] } }, 'ls -la'],
  [{ task: { command: 'npm', args: ['run', 'a b'] } }, "npm run 'a b'"],
  [{ tool: 'Bash', params: { command: 'ls' } }, 'ls'],
  [{ command: 5 }, undefined],
  [{ command: [] }, undefined],
  [{ command: [{}] }, undefined],
  [{}, undefined],
  [null, undefined],
  [undefined, undefined],
  [7, undefined],
  [[], undefined],
  ['', undefined],
])('the command in %j is %j', (input, command) => {
  expect(call('Bash', input).inputs).toEqual([command === undefined ? { malformed: true } : { command }]);
});

test('where two fields name a command, both are judged', () => {
  expect(call('Bash', { command: 'ls', cmd: 'rm x' }).inputs).toEqual([{ command: 'ls' }, { command: 'rm x' }]);
});

const patch =
  '*** Begin Patch\n*** Update File: a b.ts\n*** Move to: c.ts\n*** Add File: d\r\n*** Delete File: e\n+*** Add File: no\n';
test.each<[input: unknown, paths: string[]]>([
  [{ file_path: 'a' }, ['a']],
  [{ filePath: 'a' }, ['a']],
  [{ absolute_path: '/a' }, ['/a']],
  [{ notebook_path: 'a' }, ['a']],
  [{ target_file: 'a' }, ['a']],
  ['{"file_path":"a"}', ['a']],
  ['a', ['a']],
  [{ input: patch }, ['a b.ts', 'c.ts', 'd', 'e']],
  [{ command: patch }, ['a b.ts', 'c.ts', 'd', 'e']],
  [patch, ['a b.ts', 'c.ts', 'd', 'e']],
  [{ changes: { 'a.ts': {}, 'b.ts': {} } }, ['a.ts', 'b.ts']],
  [{ replacements: [{ filePath: 'a' }, { filePath: 'b' }] }, ['a', 'b']],
  [{ files: ['a', 'b'] }, ['a', 'b']],
  [{ file_path: 'a', path: 'b' }, ['a', 'b']],
  [{ params: { path: 'a' } }, ['a']],
])('the files in %j are %j', (input, paths) => {
  expect(call('Edit', input).inputs).toEqual([{ paths: paths.map((written) => ({ written })) }]);
});

test.each([{}, null, 5, { file_path: 5 }, { file_path: ' ' }, 'two\nlines', [[]]])(
  'an edit of %j names no file',
  (input) => {
    expect(call('Edit', input).inputs).toEqual([{ malformed: true }]);
  },
);

test('a call without inputs is malformed where it needs one', () => {
  expect(call('Bash').inputs).toEqual([{ malformed: true }]);
  expect(call('Edit').inputs).toEqual([{ malformed: true }]);
  expect(call('mcp__a__b').inputs).toEqual([{}]);
});

test('what links lead to goes with its path', () => {
  const made = toolCallOf({
    toolName: 'Edit',
    toolInputs: [{ file_path: 'a' }, { file_path: 'b' }],
    resolvedPaths: [['/x'], [null]],
  });
  expect(made.inputs).toEqual([
    { paths: [{ written: 'a', resolved: '/x' }] },
    { paths: [{ written: 'b', unresolvable: true }] },
  ]);
});

test('a path that the hook could not follow is told from one that no hook looked at', () => {
  const made = (resolvedPaths?: (string | null | undefined)[][]) =>
    toolCallOf({ toolName: 'Edit', toolInputs: [{ file_path: 'a' }], resolvedPaths }).inputs[0]?.paths;
  expect(made()).toEqual([{ written: 'a' }]);
  // Where it leads was sent as null, was no path that can be read, or was left out.
  for (const resolved of [[[null]], [[undefined]], [[]], []])
    expect(made(resolved)).toEqual([{ written: 'a', unresolvable: true }]);
});

test('one tool for all MCP servers says in its input which is called', () => {
  expect(call('mcp', { tool: 'mcp__github__get_issue', params: {} }).tool).toBe('mcp__github__get_issue');
  expect(call('use_mcp_tool', { server_name: 'github', tool_name: 'get_issue' }).tool).toBe('mcp__github__get_issue');
  expect(call('mcp_tool', {}).tool).toBe('mcp__unknown__unknown');
});

test.each([
  'mcp__nod__ask_user',
  'mcp__Nod__ask_user',
  'mcp__pushary__wait_for_answer',
  'mcp__plugin_nod_nod__ask_user',
  'mcp__claude_ai_Nod__ask_user',
  'mcp_nod_ask_user',
  'nod__ask_user',
  'nod.ask_user',
  'nod/ask_user',
  'nod-ask_user',
  'mcp:nod:ask_user',
  'ask_user',
  ' propose_scope ',
])('%s is Nod’s own', (name) => {
  expect(isOwnTool(name)).toBe(true);
});

test.each([
  'Bash',
  'mcp__github__ask_user',
  'mcp__nodx__ask_user',
  'mcp__xnod__ask_user',
  'mcp__nod_evil__ask_user',
  'mcp__nod__run_shell',
  'mcp__nod__ask_user__exec',
  'mcp__plugin_evil_nod__exec',
  'mcp__plugin_evil_nod__ask_user',
  'mcp:nod:run_shell',
  'nod__run_shell',
  'MCP:delete_all',
  'MCP:ask_user',
  'MCP:send_notification',
  'mcp__unknown__ask_user',
  'nod',
  'nod_rm',
  'ask_user2',
  '',
])('%s is not Nod’s own', (name) => {
  expect(isOwnTool(name)).toBe(false);
});

test('nothing that an agent sends makes it throw or take long', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 5000; level += 1) deep = level % 2 ? [deep] : { command: deep, edits: deep };
  const big = 'x'.repeat(1_000_000);
  const cyclic: Record<string, unknown> = {};
  cyclic.command = cyclic;
  const odd: unknown[] = [
    deep,
    big,
    { command: big },
    { command: Array(100_000).fill('x') },
    { file_path: big },
    { patch: '*** Add File: x\n'.repeat(60_000) },
    '{'.repeat(1_000_000),
    '['.repeat(1_000_000),
    { edits: Array(100_000).fill({ file_path: 'x' }) },
    { command: { toString: 5 } },
    Symbol.iterator,
    10n,
    Number.NaN,
    cyclic,
    new Date(),
    () => 1,
  ];
  for (const tool of ['Bash', 'Edit', 'Read', 'mcp__a__b', 'mcp', big, ''])
    for (const input of odd)
      expect(cpuMsOf(() => toolCallOf({ toolName: tool, toolInputs: [input] }))).toBeLessThan(2000);
});

test('an edit of more files than anybody looks at is malformed', () => {
  const many = Array.from({ length: 500 }, (_, index) => `*** Add File: f${index}`).join('\n');
  expect(call('apply_patch', { input: many }).inputs[0]?.malformed).toBe(true);
});
