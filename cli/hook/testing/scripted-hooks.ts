import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { bundleHook } from './bundle';
import { type HookSettings, signedInFolder } from './run-hook';
import { type Scripted, type ScriptedServer, scriptedServer } from './scripted-server';

/** A repository that nothing is in. */
export const project = realpathSync(mkdtempSync(join(tmpdir(), 'nod-project-')));
mkdirSync(join(project, '.git'));

export interface ScriptedHook {
  server: ScriptedServer;
  hook: HookSettings;
}

/** Gives each test of a file servers that fail as they are told, with the hook signed in to them. */
export function scriptedHooks(): {
  scripted(scripts: Record<string, Scripted | Scripted[]>): Promise<ScriptedHook>;
  file(): string;
} {
  let file = '';
  const servers: ScriptedServer[] = [];
  const folders: string[] = [];
  beforeAll(async () => {
    file = await bundleHook();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => {
    for (const folder of [dirname(file), project]) rmSync(folder, { recursive: true, force: true });
  });
  return {
    file: () => file,
    scripted: async (scripts) => {
      const server = await scriptedServer(scripts);
      servers.push(server);
      const configFolder = signedInFolder(server.url);
      folders.push(configFolder);
      return { server, hook: { file, configFolder } };
    },
  };
}

export const base = { session_id: 's-1', cwd: project, permission_mode: 'default' };
export const input = { command: 'rm -rf build', description: 'Clean up' };
export const before = {
  ...base,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: input,
  tool_use_id: 'toolu_1',
};
export const permission = { ...base, hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: input };
export const after = { ...before, hook_event_name: 'PostToolUse', tool_response: { stdout: 'done' } };

const policy = { mode: 'push_only', timeoutSeconds: 30, timeoutAction: 'escalate', pushFirstSeconds: 20 };
export const asks = (changes = {}) => ({
  kind: 'ask',
  reason: 'No rule names it',
  policy: { ...policy, ...changes },
  questionContext: { toolName: 'Bash', toolTarget: 'rm -rf build' },
});
export const answered = (value: string, note?: string) => ({
  answered: true,
  status: 'answered',
  value,
  ...(note ? { note } : {}),
});

export const decision = (permissionDecision: string, permissionDecisionReason?: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision,
    ...(permissionDecisionReason ? { permissionDecisionReason } : {}),
  },
});
