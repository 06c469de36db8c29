import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../server/repository';

const run = promisify(execFile);
const installTimeoutMs = 240_000;

/** The programs of the two agents; only the package of this platform is installed, about 400 MB each. */
const claudeVersion = '2.1.332';
const codexVersion = '0.171.0';
const platforms: Record<string, { name: string; codexTriple: string }> = {
  'linux x64': { name: 'linux-x64', codexTriple: 'x86_64-unknown-linux-musl' },
  'linux arm64': { name: 'linux-arm64', codexTriple: 'aarch64-unknown-linux-musl' },
  'darwin x64': { name: 'darwin-x64', codexTriple: 'x86_64-apple-darwin' },
  'darwin arm64': { name: 'darwin-arm64', codexTriple: 'aarch64-apple-darwin' },
};

const cache = path.join(repositoryRoot, 'node_modules/.cache/agents');
/** What npm says when it does not get through to its registry. */
const notReached =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

export interface InstalledAgents {
  claude: string;
  codex: string;
}

/** Why the real agents cannot be had here: the tests that need them are left out then, and say so. */
export interface MissingAgents {
  missing: string;
}

let installed: Promise<InstalledAgents | MissingAgents> | undefined;

/**
 * Installs the pinned Claude Code and Codex from npm, once for the checkout; gives where their programs lie.
 * @throws Error when npm fails for another reason than a registry that it cannot reach.
 */
export function installAgents(): Promise<InstalledAgents | MissingAgents> {
  installed ??= install();
  return installed;
}

async function install(): Promise<InstalledAgents | MissingAgents> {
  const platform = platforms[`${process.platform} ${process.arch}`];
  if (!platform) return leftOut(`they are not published for ${process.platform} ${process.arch}`);
  const { name, codexTriple } = platform;
  const claudePackage = `@anthropic-ai/claude-code-${name}`;
  try {
    const claude = await installOne(`${claudePackage}@${claudeVersion}`, `claude-code-${claudeVersion}`);
    const codex = await installOne(`@openai/codex@${codexVersion}-${name}`, `codex-${codexVersion}`);
    return {
      claude: path.join(claude, 'node_modules', claudePackage, 'claude'),
      codex: path.join(codex, 'node_modules/@openai/codex/vendor', codexTriple, 'bin/codex'),
    };
  } catch (error) {
    const output = `${error}${(error as { stderr?: string }).stderr ?? ''}`;
    if (notReached.test(output)) return leftOut('the npm registry cannot be reached');
    if ((error as { killed?: boolean }).killed)
      return leftOut(`npm did not get them within ${installTimeoutMs / 1000} s`);
    throw error;
  }
}

function leftOut(why: string): MissingAgents {
  const missing = `Tests with the real Claude Code and Codex are left out: ${why}.`;
  console.log(missing);
  return { missing };
}

/** A folder is there whole or not at all: npm fills one of its own, and of two at once the second throws its away. */
async function installOne(spec: string, folderName: string): Promise<string> {
  const folder = path.join(cache, folderName);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const filling = await mkdtemp(path.join(cache, 'filling-'));
  try {
    const quietly = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];
    const options = { cwd: filling, timeout: installTimeoutMs };
    await run('npm', ['install', '--prefix', filling, ...quietly, '--fetch-retry-mintimeout=1000', spec], options);
    await rename(filling, folder).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error;
    });
    return folder;
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
}
