import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export interface Repository {
  /** The folder that holds it; undefined outside of any. */
  root: string | undefined;
  /** `host/owner/repository`, else `local/folder`. */
  repoKey: string;
}

/** Which repository a folder belongs to, read from Git's own files: starting `git` would take longer than all the rest. */
export function repositoryOf(cwd: string): Repository {
  const found = findGit(resolve(cwd));
  const root = found?.root;
  const remote = found && remoteIn(found.config);
  return { root, repoKey: (remote && keyOfRemote(remote)) ?? `local/${localName(root ?? cwd)}` };
}

const localName = (folder: string): string => basename(resolve(folder)).toLowerCase() || 'root';

/** The nearest `.git` from here up, and where its configuration is: worktrees and submodules have only a file that points there. */
function findGit(from: string): { root: string; config: string } | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const found = statSync(git, { throwIfNoEntry: false });
    if (found?.isDirectory()) return { root: folder, config: join(git, 'config') };
    if (found?.isFile()) {
      const pointed = /^gitdir:\s*(.+?)\s*$/m.exec(textOf(git) ?? '')?.[1];
      if (pointed) return { root: folder, config: join(commonFolder(resolve(folder, pointed)), 'config') };
    }
    if (dirname(folder) === folder) return undefined;
  }
}

function commonFolder(gitFolder: string): string {
  const common = textOf(join(gitFolder, 'commondir'))?.trim();
  return common ? resolve(gitFolder, common) : gitFolder;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Not there, or not for us to read: then it tells nothing.
    return undefined;
  }
}

/** The address of `origin`, else of the first remote. */
function remoteIn(config: string): string | undefined {
  const remotes = new Map<string, string>();
  let remote: string | undefined;
  for (const line of (textOf(config) ?? '').split(/\r?\n/)) {
    const section = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section) remote = section[1]?.toLowerCase() === 'remote' ? section[2] : undefined;
    const url = /^\s*url\s*=\s*"?(.*?)"?\s*$/i.exec(line.replace(/\s[#;].*$/, ''))?.[1];
    if (remote !== undefined && url && !remotes.has(remote)) remotes.set(remote, url);
  }
  return remotes.get('origin') ?? remotes.values().next().value;
}

/** `host/owner/repository` in lower case, without credentials, port and `.git`; undefined for a folder of this machine. */
function keyOfRemote(address: string): string | undefined {
  const inUrl = /^(?:https?|ssh|git|git\+ssh):\/\/(?:[^/@]*@)?(\[[^\]]+\]|[^/:]+)(?::\d*)?\/(.+)$/i.exec(address);
  // As in git@host:owner/repository; one letter before the colon is a drive of Windows.
  const short = /^(?:[^/@]+@)?([^/:@]{2,}):(?!\/\/)(.+)$/.exec(address);
  const [, host, path] = inUrl ?? short ?? [];
  const parts = path
    ?.replace(/[?#].*$/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (!host || !parts?.length || parts.includes('..')) return undefined;
  const key = [host, ...parts]
    .join('/')
    .replace(/\.git$/i, '')
    .toLowerCase();
  return key.length <= 200 ? key : undefined;
}
