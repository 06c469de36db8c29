import { spawnSync } from 'node:child_process';
import fs, {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestHome, testKey } from './home-for-tests';
import { setUp } from './setup';
import { runUninstall } from './uninstall';
import { writeFiles } from './write-files';

let home: TestHome;

beforeEach(() => {
  home = new TestHome();
});

afterEach(() => home.remove());

describe('a file that cannot be understood is never touched, the other agents go on, and the exit code says so', () => {
  it.each([
    ['broken JSON', '{ "hooks": { ', 'no valid JSON'],
    ['no object', '[1, 2]', 'no JSON object'],
    ['hooks that are a list', '{"hooks": []}', '"hooks" is no object'],
    ['an event that is an object', '{"hooks": {"PreToolUse": {}}}', '"hooks.PreToolUse" is no list'],
    ['hooks that are null', '{"hooks": null}', '"hooks" is no object'],
    ['hooks that are there twice', '{"hooks": {}, "hooks": {}}', '"hooks" is there twice'],
    ['something after the object', '{} {}', 'no valid JSON'],
    ['Latin-1', Buffer.from('{"name": "J\xfcrgen"}', 'latin1'), 'no UTF-8 text'],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'no UTF-8 text'],
  ])('%s', async (_, text, reason) => {
    home.write('.claude/settings.json', '');
    writeFileSync(home.path('.claude/settings.json'), text);
    const before = home.everything();
    const { output, exitCode } = await home.setup(['claude-code', 'cursor']);
    expect(exitCode).toBe(1);
    expect(output).toContain(`settings.json was left as it is: `);
    expect(output).toContain(reason);
    const after = home.everything();
    expect(after['.cursor/hooks.json']).toContain('nod.cjs');
    expect(after['.claude.json']).toBeUndefined();
    expect(after['.claude/settings.json']).toBe(before['.claude/settings.json']);
  });

  it.each([
    ['broken TOML', 'model = \n', 'no valid TOML'],
    ['servers in one line', 'mcp_servers = { a = { url = "x" } }\n', 'writes "mcp_servers" in one line'],
    ['another server called nod', '[mcp_servers.nod]\ncommand = "nod"\n', 'another MCP server that is called nod'],
  ])('Codex: %s', async (_, text, reason) => {
    home.write('.codex/config.toml', text);
    const before = home.everything();
    const { output, exitCode } = await home.setup(['codex']);
    expect(exitCode).toBe(1);
    expect(output).toContain(reason);
    expect(home.everything()).toEqual(before);
  });

  it('uninstall says so and takes out the rest', async () => {
    await home.setup(['cursor']);
    home.write('.cursor/mcp.json', '{ broken');
    const { output, exitCode } = await home.uninstall();
    expect(exitCode).toBe(1);
    expect(output).toContain('mcp.json was left as it is');
    expect(home.has('.cursor/hooks.json')).toBe(false);
    expect(home.read('.cursor/mcp.json')).toBe('{ broken');
    // Its entry may still be in there, so what is known of it stays.
    expect(home.has('.config/nod/installed.json')).toBe(true);
  });
});

describe('an entry for Nod that the person wrote', () => {
  const json = `{"mcpServers": {"nod": {"type": "http", "url": "https://nod.example.test/api/mcp/mcp", "headers": {"Authorization": "Bearer ${testKey}"}}}}`;
  const toml = '[mcp_servers.nod]\nurl = "https://nod.example.test/api/mcp/mcp"\nbearer_token_env_var = "NOD_KEY"\n';

  it.each([
    ['claude-code', '.claude.json', json],
    ['codex', '.codex/config.toml', toml],
  ])('stays as it is, there is no second one, and uninstall leaves it (%s)', async (agent, path, text) => {
    home.write(path, text);
    const { output, exitCode } = await home.setup([agent]);
    expect(exitCode).toBe(0);
    expect(output).toContain('has an MCP entry for Nod that setup did not write');
    expect(home.read(path)).toBe(text);
    expect((await home.setup([agent])).output).toContain('nothing to change');
    await home.uninstall();
    expect(home.read(path)).toBe(text);
  });
});

describe('another server that got the name nod after setup', () => {
  const own = { command: 'my-own-server' };

  it.each([
    ['claude-code', '.claude.json', 'mcpServers'],
    ['vscode', '.config/Code/User/mcp.json', 'servers'],
  ])('is refused by setup, and left by uninstall (%s)', async (agent, path, list) => {
    await home.setup([agent]);
    const text = JSON.stringify({ [list]: { nod: own }, mine: 1 });
    home.write(path, text);
    const { output, exitCode } = await home.setup([agent]);
    expect(exitCode).toBe(1);
    expect(output).toContain('another MCP server that is called nod');
    expect(home.read(path)).toBe(text);
    await home.uninstall();
    expect(home.read(path)).toBe(text);
    expect(Object.values(home.everything()).join()).not.toContain('nod.cjs');
  });
});

describe('where the files are', () => {
  it('writes through links and keeps permissions', async () => {
    home.write('dotfiles/claude.json', '{"model": "opus"}', 0o640);
    home.write('dotfiles/.git/HEAD', 'ref: refs/heads/main');
    mkdirSync(home.path('.codex'));
    mkdirSync(home.path('.claude'));
    symlinkSync('../dotfiles/claude.json', home.path('.claude/settings.json'));
    symlinkSync('../dotfiles/codex.toml', home.path('.codex/config.toml'));
    const before = home.everything();
    const { output } = await home.setup(['claude-code', 'codex']);
    expect(lstatSync(home.path('.claude/settings.json')).isSymbolicLink()).toBe(true);
    expect(home.read('dotfiles/claude.json')).toContain('nod.cjs');
    expect(statSync(home.path('dotfiles/claude.json')).mode & 0o777).toBe(0o640);
    expect(home.read('dotfiles/codex.toml')).toContain('[mcp_servers.nod]');
    expect(output).toContain(`is in the Git repository ${home.path('dotfiles')}: do not commit it`);
    await home.uninstall();
    expect(home.everything()).toEqual(before);
  });

  it('honours CLAUDE_CONFIG_DIR and CODEX_HOME', async () => {
    vi.stubEnv('CLAUDE_CONFIG_DIR', home.path('elsewhere/claude'));
    vi.stubEnv('CODEX_HOME', home.path('elsewhere/codex'));
    await home.setup(['claude-code', 'codex']);
    expect(Object.keys(home.everything()).filter((name) => /json|toml/.test(name))).toEqual([
      'elsewhere/claude/.claude.json',
      'elsewhere/claude/settings.json',
      'elsewhere/codex/config.toml',
      'elsewhere/codex/hooks.json',
    ]);
    await home.uninstall();
    expect(home.has('elsewhere')).toBe(false);
  });

  it('says when others may read a file that holds the key', async () => {
    home.write('.cursor/mcp.json', '{}', 0o644);
    expect((await home.setup(['cursor'])).output).toContain(`chmod 600 ${home.path('.cursor/mcp.json')}`);
  });

  it('keeps a copy of what it changes, for the person alone', async () => {
    home.write('.cursor/mcp.json', '{"mine": 1}');
    await home.setup(['cursor']);
    const [copy = '', ...others] = readdirSync(join(home.settings, 'backups'));
    expect(others).toEqual([]);
    expect(copy).toMatch(/^cursor-\d{4}-.*-mcp\.json$/);
    expect(home.read(`.config/nod/backups/${copy}`)).toBe('{"mine": 1}');
    expect(statSync(join(home.settings, 'backups', copy)).mode & 0o777).toBe(0o600);
  });

  it('copies the running program, and the next setup brings it up to date', async () => {
    await home.setup(['cursor']);
    writeFileSync(home.bundle, 'console.log("newer")');
    const { output } = await home.setup(['cursor']);
    expect(output).toContain('nothing to change');
    expect(home.read('.config/nod/bin/nod.cjs')).toBe('console.log("newer")');
    expect(statSync(home.path('.config/nod/bin/nod.cjs')).mode & 0o777).toBe(0o755);
  });
});

describe('nothing is half done', () => {
  /** The bundle as the server hands it out. */
  const builtBundle = buildBundle();

  it('changes no file of an agent when one of its folders cannot be written to', async () => {
    home.write('.config/Code/User/mcp.json', '{}');
    home.write('.copilot', 'this is a file where a folder should be');
    const before = home.everything();
    const { output, exitCode } = await home.setup(['vscode', 'cursor']);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/VS Code was left as it is: E\w+/);
    expect(output).toContain('Cursor: connected');
    await home.uninstall();
    expect(home.everything()).toEqual(before);
  });

  it('says so in a folder that is read-only', async () => {
    home.write('.cursor/mcp.json', '{}');
    chmodSync(home.path('.cursor'), 0o500);
    const before = home.everything();
    chmodSync(dirname(home.bundle), 0o755);
    const { output } = await withoutRootsRights(home.path('.'), () => home.setup(['cursor']));
    expect(output).toContain('Cursor was left as it is: EACCES');
    expect(home.everything()).toEqual(before);
  });

  it('says which files were written when the disk fails between two', async () => {
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      if (String(to).endsWith('.cursor/hooks.json')) throw new Error('EIO: i/o error');
      renameSync(from, to);
    };
    syncBuiltinESMExports();
    try {
      const { output, exitCode } = await home.setup(['cursor']);
      expect(exitCode).toBe(1);
      expect(output).toContain('Cursor was changed only in part');
      expect(output).toContain(`${home.path('.cursor/mcp.json')} is written`);
      expect(output).not.toContain('left as it is');
    } finally {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
    }
    expect(home.has('.cursor/hooks.json')).toBe(false);
    expect((await home.setup(['cursor'])).exitCode).toBe(0);
    await home.uninstall();
    expect(home.has('.cursor')).toBe(false);
  });

  it('leaves the old or the new text when a later file cannot be prepared', () => {
    home.write('a', 'old');
    home.write('c', 'old');
    const changes = ['a', 'b/missing', 'c'].map((name) => ({ path: home.path(name), text: 'new' }));
    expect(() => writeFiles(changes)).toThrow(/ENOENT/);
    expect(home.everything()).toMatchObject({ a: '644 old', c: '644 old' });
    expect(Object.keys(home.everything()).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([0, 1, 2, 3, 4])('can be completed and undone when setup is killed at step %s of writing', async (step) => {
    home.write('.cursor/mcp.json', '{"mine": 1}');
    home.write('.cursor/hooks.json', '{"version": 1, "hooks": {}}');
    const before = home.everything();
    await killedSetup(step);
    const after = home.everything();
    for (const name of ['.cursor/mcp.json', '.cursor/hooks.json'])
      expect(after[name] === before[name] || (after[name] ?? '').includes('nod')).toBe(true);
    expect((await home.setup(['cursor'])).exitCode).toBe(0);
    expect(home.read('.cursor/hooks.json')).toContain('nod.cjs');
    await home.uninstall();
    expect(withoutRests(home.everything())).toEqual(before);
  });

  /** Stops at the nth change of a name, as a process does that is killed there: nothing after it runs, no cleaning up either. */
  async function killedSetup(step: number): Promise<void> {
    const script = `
      const fs = require('node:fs');
      let left = ${step};
      const rename = fs.renameSync;
      fs.renameSync = (...names) => { if (left-- === 0) process.kill(process.pid, 'SIGKILL'); return rename(...names); };
      require(${JSON.stringify(await builtBundle)});
    `;
    const { signal } = spawnSync(process.execPath, ['-e', script, 'nod', 'setup', '--agent', 'cursor', '--yes'], {
      env: { HOME: home.folder, PATH: '', NODE_ENV: 'test' },
    });
    expect(signal).toBe(step < 4 ? 'SIGKILL' : null);
  }

  const withoutRests = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).filter(([name]) => !name.endsWith('.tmp')));
});

describe('two at once', () => {
  it('end with one installation', async () => {
    home.write('.cursor/mcp.json', '{"mine": 1}');
    const before = home.everything();
    const both = [1, 2].map(() => setUp({ agents: ['cursor'], yes: true, dryRun: false, bundle: home.bundle }));
    await Promise.all(both);
    expect(home.read('.cursor/hooks.json').match(/nod\.cjs/g)).toHaveLength(8);
    await home.uninstall();
    expect(home.everything()).toEqual(before);
  });

  it('do not wait for one that was killed', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(join(home.settings, 'setup.lock'), String(pid));
    expect((await home.setup(['cursor'])).output).toContain('Cursor: connected');
    expect(existsSync(join(home.settings, 'setup.lock'))).toBe(false);
  });
});

describe('what the person sees', () => {
  it('is the whole change, without secrets, and a dry run changes nothing at all', async () => {
    home.write('.claude.json', '{\n  "oauth": { "token": "sk-ant-1234567890abcdefghij" }\n}\n');
    const settings = () => readdirSync(home.settings, { recursive: true });
    const before = [home.everything(), settings()];
    const { output, exitCode } = await home.setup(['claude-code'], { dryRun: true });
    expect(exitCode).toBe(0);
    expect([home.everything(), settings()]).toEqual(before);
    expect(output).toContain('+    "nod": {');
    expect(output).toContain('+++ ');
    expect(output).not.toMatch(/cdcd|sk-ant-1234/);
    await home.setup(['claude-code']);
    const installed = [home.everything(), settings()];
    const dry = await home.uninstall('--dry-run');
    expect(dry.output).toContain('-    "nod": {');
    expect(dry.output).not.toContain('cdcd');
    expect([home.everything(), settings()]).toEqual(installed);
  });

  it('is asked before anything changes: where nobody can be asked, nothing does', async () => {
    const before = home.everything();
    const run = () => setUp({ agents: ['cursor'], yes: false, dryRun: false, bundle: home.bundle });
    await expect(run()).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('--yes') });
    expect(home.everything()).toEqual(before);
    await home.setup(['cursor']);
    await expect(runUninstall([])).rejects.toMatchObject({ code: 'usage' });
  });

  it('names the agent that is not known, and says when there is none', async () => {
    await expect(home.setup(['emacs'])).rejects.toThrow('There is no agent "emacs". Known are claude-code, codex');
    await expect(home.setup([])).rejects.toThrow('No coding agent was found');
  });

  it('takes the agents that are found when none is named', async () => {
    mkdirSync(home.path('.gemini'));
    home.write('bin/claude', '#!/bin/sh\n', 0o755);
    vi.stubEnv('PATH', home.path('bin'));
    const { output } = await home.setup([]);
    expect(output).toContain('Setting up: Claude Code, Gemini CLI');
  });

  it('tells Codex users to trust the hooks', async () => {
    expect((await home.setup(['codex'])).output).toContain('/hooks');
  });
});

async function buildBundle(): Promise<string> {
  const { buildCli } = (await import('@/scripts/steps/build-cli.mjs' as string)) as {
    buildCli(file: string): Promise<void>;
  };
  const file = join(mkdtempSync(join(tmpdir(), 'nod-bundle-')), 'nod.cjs');
  await buildCli(file);
  return file;
}

/** Modes hold for everybody but root: tests that run as root become nobody for a while, who then owns the folder. */
async function withoutRootsRights<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  const nobody = 65_534;
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(folder, name), nobody, nobody);
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
