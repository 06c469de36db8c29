import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allAgents } from '@/cli/agents/all';
import { TestHome } from './home-for-tests';
import { plainValue, readJson } from './json-text';
import { realFiles } from './real-files-for-tests';
import { readToml } from './toml-file';

let home: TestHome;

beforeEach(() => {
  home = new TestHome();
});

afterEach(() => home.remove());

describe.each(realFiles)('$name', ({ agent, path, text }) => {
  it('is the same after setup and uninstall, and a second setup changes nothing', async () => {
    home.write(path, text, 0o640);
    const before = home.everything();
    const first = await home.setup([agent]);
    expect(first).toMatchObject({ exitCode: 0, output: expect.stringContaining('connected') });
    const after = home.everything();
    expect(after).not.toEqual(before);
    expect(Object.values(after).join()).toContain('nod.cjs');
    const second = await home.setup([agent]);
    expect(second).toMatchObject({ exitCode: 0, output: expect.stringContaining('nothing to change') });
    expect(home.everything()).toEqual(after);
    expect((await home.uninstall()).exitCode).toBe(0);
    expect(home.everything()).toEqual(before);
    expect(home.has('.config/nod/bin')).toBe(false);
    expect(home.has('.config/nod/installed.json')).toBe(false);
  });

  it('says the same after uninstall when the note of setup was lost', async () => {
    home.write(path, text);
    await home.setup([agent]);
    rmSync(join(home.settings, 'installed.json'));
    expect((await home.uninstall()).exitCode).toBe(0);
    expect(withoutEmpty(meaningOf(path, home.read(path)))).toEqual(withoutEmpty(meaningOf(path, text)));
  });

  it('is the same after a setup with another key and server, and uninstall', async () => {
    home.write(path, text);
    await home.setup([agent]);
    home.signIn(`pk_${'12'.repeat(8)}.${'34'.repeat(24)}`);
    expect((await home.setup([agent])).output).not.toContain('nothing to change');
    await home.uninstall();
    expect(home.read(path)).toBe(text);
  });
});

const meaningOf = (path: string, text: string): unknown =>
  path.endsWith('.toml') ? readToml(text) : text.trim() === '' ? {} : plainValue(readJson(text));

/** Without a note nobody can tell an empty list of the person's from one that setup made, nor whose the permission or the version was. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((one) => typeof one !== 'string' || !/^mcp__nod(__|$)/.test(one)).map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([key]) => key !== 'version')
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const);
  return Object.fromEntries(
    members.filter(([, inner]) => JSON.stringify(inner) !== '{}' && JSON.stringify(inner) !== '[]'),
  );
}

describe('a home folder with nothing in it', () => {
  it('has nothing in it again after setup of every agent and uninstall', async () => {
    const before = home.everything();
    await home.setup(allAgents.map(({ id }) => id));
    const files = Object.keys(home.everything()).filter((name) => /\.(json|toml)$/.test(name));
    expect(files).toEqual([
      '.claude.json',
      '.claude/settings.json',
      '.codex/config.toml',
      '.codex/hooks.json',
      '.config/Code/User/mcp.json',
      '.copilot/hooks/nod.json',
      '.cursor/hooks.json',
      '.cursor/mcp.json',
      '.gemini/settings.json',
    ]);
    expect(Object.values(home.everything()).filter((file) => file !== 'folder')).toSatisfy((texts: string[]) =>
      texts.every((text) => text.startsWith('600 ')),
    );
    await home.uninstall('--agent', 'codex');
    expect(home.has('.codex')).toBe(false);
    expect(home.has('.config/nod/bin/nod.cjs')).toBe(true);
    await home.uninstall();
    expect(home.everything()).toEqual({ ...before, '.config': 'folder' });
  });
});
