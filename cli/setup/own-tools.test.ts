import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeCode } from '@/cli/agents/claude-code/config';
import type { JsonEntry, JsonFile } from '@/cli/agents/config';
import { ownTools } from '@/lib/policies/tool-names';
import { withNod } from './config-file';
import { TestHome, testKey, testServer } from './home-for-tests';
import { saveInstalled } from './installed';
import { thisMachine } from './machine';
import { hookCommand } from './own-hook';

let home: TestHome;

beforeEach(() => {
  home = new TestHome();
});

afterEach(() => home.remove());

const settings = '.claude/settings.json';
const named = ownTools.map((tool) => `mcp__nod__${tool}`);
const allowed = (): string[] =>
  (JSON.parse(home.read(settings)) as { permissions: { allow: string[] } }).permissions.allow;

describe('what Claude Code may run without asking', () => {
  it('is each of Nod’s tools by its name, not every tool of a server that is called nod', async () => {
    await home.setup(['claude-code']);
    expect(allowed()).toEqual(named);
    expect(named).toHaveLength(7);
  });

  it('keeps what the person had allowed, also when the file was changed since', async () => {
    const mine = ['mcp__nod__ask_user', 'mcp__nod', 'mcp__nod__list_sessions'];
    home.write(settings, JSON.stringify({ permissions: { allow: mine } }, undefined, 2));
    await home.setup(['claude-code']);
    expect([...allowed()].sort()).toEqual([...named, 'mcp__nod'].sort());
    home.write(settings, home.read(settings).replace('{', '{\n  "model": "opus",'));
    await home.uninstall();
    expect(JSON.parse(home.read(settings))).toEqual({ model: 'opus', permissions: { allow: mine } });
  });

  /** What setup wrote, and noted, before it named each tool. */
  function olderSetup(text: string): void {
    const [file] = claudeCode
      .files(thisMachine())
      .filter((one): one is JsonFile => one.format === 'json' && one.path === home.path(settings));
    if (!file) throw new Error('Claude Code has no settings.');
    const older = (entries: JsonEntry[]): JsonEntry[] => [
      { kind: 'listed', path: ['permissions', 'allow'], value: 'mcp__nod' },
      ...entries.filter(({ kind }) => kind === 'hook'),
    ];
    const access = {
      url: `${testServer}/api/mcp/mcp`,
      apiKey: testKey,
      hookCommand: hookCommand('/usr/bin/node', '/usr/lib/nod.cjs', 'claude-code'),
    };
    const { text: after, installed } = withNod(text, {
      agent: 'claude-code',
      file: { ...file, entries: (given) => older(file.entries(given)) },
      access,
      installed: undefined,
      trustsSight: false,
    });
    const added = installed.added.length > 0 ? [['permissions', 'allow']] : [];
    home.write(settings, after);
    saveInstalled({ files: { [file.path]: { agent: 'claude-code', ...installed, added } }, folders: [] });
  }

  const edited = (text: string) => text.replace('{', '{\n  "model": "opus",');
  it.each([
    ['untouched', (text: string) => text],
    ['changed since', edited],
  ])('replaces the one entry of an older setup in a file that is %s', async (_, edit) => {
    const text = '{\n  "permissions": {\n    "allow": ["Bash(ls:*)"]\n  }\n}\n';
    olderSetup(text);
    home.write(settings, edit(home.read(settings)));
    expect(allowed()).toContain('mcp__nod');
    await home.setup(['claude-code']);
    expect(allowed()).toEqual(['Bash(ls:*)', ...named]);
    expect((await home.setup(['claude-code'])).output).toContain('nothing to change');
    await home.uninstall();
    expect(home.read(settings)).toBe(edit(text));
  });

  it('is taken out by uninstall as an older setup wrote it', async () => {
    const text = '{\n  "permissions": {\n    "allow": ["Bash(ls:*)"]\n  }\n}\n';
    olderSetup(text);
    home.write(settings, edited(home.read(settings)));
    await home.uninstall();
    expect(home.read(settings)).toBe(edited(text));
  });

  it('keeps the one entry where an older setup found it there', async () => {
    const text = '{"permissions": {"allow": ["mcp__nod"]}}';
    olderSetup(text);
    await home.setup(['claude-code']);
    expect(allowed()).toEqual(['mcp__nod', ...named]);
    await home.uninstall();
    expect(home.read(settings)).toBe(text);
  });
});
