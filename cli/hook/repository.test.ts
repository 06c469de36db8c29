import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryOf } from './repository';

function checkout(url: string, remote = 'origin'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'Shop-')));
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(
    join(folder, '.git/config'),
    `[core]\n\tbare = false\n[remote "${remote}"]\n\turl = ${url}\n\tfetch = +x\n`,
  );
  return folder;
}

describe('a repository is named the same however it was cloned', () => {
  test.each([
    'https://github.com/Ada/Shop.git',
    'https://ada:secret@github.com/ada/shop',
    'https://github.com:443/ada/shop/',
    'ssh://git@github.com:22/ada/shop.git',
    'git@github.com:ada/shop.git',
    'git@github.com:/ada/shop.git',
    'github.com:ada/shop',
    'git://github.com/ada/shop.git',
    '"https://github.com/ada/shop.git"',
    'https://github.com/ada/shop.git # mine',
  ])('%s', (url) => {
    const folder = checkout(url);
    expect(repositoryOf(join(folder, 'src/deep'))).toEqual({ root: folder, repoKey: 'github.com/ada/shop' });
  });

  test('groups within groups are kept', () =>
    expect(repositoryOf(checkout('git@gitlab.com:a/b/c.git')).repoKey).toBe('gitlab.com/a/b/c'));

  test('without an origin, the first remote names it', () =>
    expect(repositoryOf(checkout('git@github.com:ada/shop.git', 'upstream')).repoKey).toBe('github.com/ada/shop'));
});

test.each(['/srv/git/shop.git', '../shop', 'C:\\git\\shop', 'file:///srv/git/shop.git', 'https://github.com/../x'])(
  'a remote on this machine (%s) names only the folder',
  (url) => expect(repositoryOf(checkout(url)).repoKey).toMatch(/^local\/shop-/),
);

test('a worktree and a submodule find the configuration that they point to', () => {
  const main = checkout('git@github.com:ada/shop.git');
  const worktree = realpathSync(mkdtempSync(join(tmpdir(), 'worktree-')));
  mkdirSync(join(main, '.git/worktrees/w'), { recursive: true });
  writeFileSync(join(main, '.git/worktrees/w/commondir'), '../..\n');
  writeFileSync(join(worktree, '.git'), `gitdir: ${join(main, '.git/worktrees/w')}\n`);
  expect(repositoryOf(worktree)).toEqual({ root: worktree, repoKey: 'github.com/ada/shop' });

  mkdirSync(join(main, '.git/modules/part'), { recursive: true });
  writeFileSync(join(main, '.git/modules/part/config'), '[remote "origin"]\n\turl = https://github.com/ada/part.git\n');
  mkdirSync(join(main, 'part'));
  writeFileSync(join(main, 'part/.git'), 'gitdir: ../.git/modules/part\n');
  expect(repositoryOf(join(main, 'part'))).toEqual({ root: join(main, 'part'), repoKey: 'github.com/ada/part' });
});

test('outside of any repository, and in a folder that is gone, there is still a name', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'Loose-')));
  expect(repositoryOf(folder)).toMatchObject({ root: undefined, repoKey: expect.stringMatching(/^local\/loose-/) });
  expect(repositoryOf(join(folder, 'gone')).repoKey).toBe('local/gone');
});
