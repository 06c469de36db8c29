import { appendFileSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestHome } from '@/cli/setup/home-for-tests';
import { checkAgents } from './checks';

let home: TestHome;

beforeEach(() => {
  home = new TestHome();
});

afterEach(() => home.remove());

const codexCheck = async () => (await checkAgents()).find(({ name }) => name === 'Codex');

/** As Codex writes it when the person has approved a hook. */
function trust(place: string, hooks = home.path('.codex/hooks.json')): void {
  const table = `\n[hooks.state."${hooks}:pre_tool_use:${place}"]\ntrusted_hash = "sha256:00"\n`;
  appendFileSync(home.path('.codex/config.toml'), table);
}

test('the hooks of Codex are a failure until the person has trusted them, whatever the hash says', async () => {
  await home.setup(['codex']);
  expect(await codexCheck()).toMatchObject({
    ok: false,
    detail: expect.stringContaining('not trusted yet'),
    next: expect.stringMatching(/codex.*\/hooks/),
  });
  trust('0:0', '/elsewhere/hooks.json');
  expect(await codexCheck()).toMatchObject({ ok: false });
  trust('0:0');
  expect(await codexCheck()).toMatchObject({ ok: true });
});

test('trust in the hook of another tool in the same file is none in Nod’s', async () => {
  const theirs = { matcher: 'Bash', hooks: [{ type: 'command', command: 'check' }] };
  home.write('.codex/hooks.json', JSON.stringify({ hooks: { PreToolUse: [theirs] } }));
  await home.setup(['codex']);
  trust('0:0');
  expect(await codexCheck()).toMatchObject({ ok: false });
  trust('1:0');
  expect(await codexCheck()).toMatchObject({ ok: true });
});

test('a folder of settings that is a link is known by both names', async () => {
  await home.setup(['codex']);
  mkdirSync(home.path('dotfiles'));
  renameSync(home.path('.codex'), home.path('dotfiles/codex'));
  symlinkSync('dotfiles/codex', home.path('.codex'));
  trust('0:0', home.path('dotfiles/codex/hooks.json'));
  expect(await codexCheck()).toMatchObject({ ok: true });
});

test('where hooks are missing, that is what is said', async () => {
  mkdirSync(home.path('.codex'));
  const check = await codexCheck();
  expect(check).toMatchObject({ ok: false, next: 'nod setup --agent codex' });
  expect(check?.detail).not.toContain('trusted');
});
