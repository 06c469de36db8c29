import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { waitUntil } from '../push/wait-until';
import { rawCall } from '../server/mcp';
import { answer, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, openPage } from '../server/workspace';
import { type HookMachine, makeHookMachine } from './run-hook';

// A scope that a person agreed to, and what the real hook says of each way to write a path (spec 4.4).

let server: NodServer;
let hooks: HookMachine;
let project: string;
const sessionId = 'scope-session';

test.beforeAll(async () => {
  server = await startServer();
  const workspace = await firstWorkspace(server.query);
  await openPage(server.query, workspace);
  const apiKey = await makeKey(server.query, workspace, 'agent');
  project = await realpath(await mkdtemp(path.join(os.tmpdir(), 'nod-scope-')));
  for (const folder of ['.git', 'src/deep', 'docs', 'web/src'])
    await mkdir(path.join(project, folder), { recursive: true });
  await writeFile(path.join(project, '.env'), 'A=1\n');
  await symlink('../.env', path.join(project, 'src/settings'));
  await symlink('../docs', path.join(project, 'src/linked'));
  await symlink('src', path.join(project, 'alias'));
  hooks = await makeHookMachine(server, apiKey, { sessionId, cwd: project });
  await hooks.run({ hook_event_name: 'SessionStart', source: 'startup' });
  const scope = { sessionId, doneWhen: 'It is done.', allowedPaths: ['src/**'], offLimitsPaths: ['.env*'] };
  const proposed = rawCall(server.url, 'propose_scope', scope, { key: apiKey });
  const id = await waitUntil('the scope', async () => {
    const [row] = await server.query<{ id: string }>(`SELECT id FROM question WHERE state = 'pending'`);
    return row?.id;
  });
  await answer(server, await signIn(server), id, 'yes');
  expect((await proposed).structured).toMatchObject({ ratified: true });
  // Outside of the scope, the person is asked; here at the agent's own prompt, so that no case waits for an answer.
  await server.query(`UPDATE member SET delivery_mode = 'terminal_only'`);
});

test.afterAll(async () => {
  await hooks?.machine.remove();
  await rm(project, { recursive: true, force: true });
  await stopEverything();
});

const cases: [written: string, decision: string | undefined][] = [
  ['src/a.ts', 'allow'],
  ['./src/a.ts', 'allow'],
  ['src/deep/new/b.ts', 'allow'],
  ['PROJECT/src/a.ts', 'allow'],
  ['file://PROJECT/src/a.ts', 'allow'],
  ['docs/../src/a.ts', 'allow'],
  ['src/.hidden', 'allow'],
  ['docs/a.md', 'ask'],
  ['package.json', 'ask'],
  ['src', 'allow'],
  ['srcs/a.ts', 'ask'],
  ['web/src/a.ts', 'ask'],
  // Where the file system does not tell these apart, neither does the scope.
  ['SRC/a.ts', process.platform === 'linux' ? 'ask' : 'allow'],
  ['src/../docs/a.md', 'ask'],
  ['src/linked/a.md', 'ask'],
  ['../elsewhere/src/a.ts', 'ask'],
  ['/etc/hosts', 'ask'],
  ['src/\u0000a.ts', 'ask'],
  ['', 'ask'],
  ['.env', 'deny'],
  ['./.env', 'deny'],
  ['src/../.env', 'deny'],
  ['PROJECT/.env', 'deny'],
  ['.envrc', 'deny'],
  ['.env.local', 'deny'],
  ['src/.env', 'deny'],
  ['src/settings', 'deny'],
  ['alias/settings', 'deny'],
  ['alias/../.env', 'deny'],
];

for (const tool of ['Edit', 'Write']) {
  test(`${tool}: inside, outside and off limits, however the path is written`, async () => {
    test.setTimeout(120_000);
    const said: typeof cases = [];
    for (const [written] of cases) {
      const file_path = written.replace('PROJECT', project);
      const tool_input =
        tool === 'Edit' ? { file_path, old_string: 'a', new_string: 'b' } : { file_path, content: 'b' };
      const { decision, stderr } = await hooks.run({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input });
      expect(stderr, written).toBe('');
      said.push([written, decision]);
    }
    expect(said).toEqual(cases);
  });
}
