import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from './explain.mjs';
import { lastLines, root, runCommand } from './run-command.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.nod-installed');
/** npm writes this file last: where it is, an installation was finished. */
const npmsOwnRecord = join(root, 'node_modules', '.package-lock.json');

/** Installs the packages when there are none, or other ones than package-lock.json names. Ends the process when npm cannot. */
export async function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages (the first time takes about a minute) …');
  const began = Date.now();
  // Also where NODE_ENV is "production": the build needs the development packages.
  const quiet = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runNpm([existsSync(lockFile) ? 'ci' : 'install', ...quiet]);
  if (code !== 0) explain(`The packages could not be installed. npm said:\n\n${lastLines(output)}`);
  writeStamp();
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

function isInstalled() {
  if (!existsSync(npmsOwnRecord)) return false;
  if (!existsSync(lockFile)) return true;
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === fingerprintOfLock();
  // Somebody ran npm by hand.
  if (statSync(npmsOwnRecord).mtimeMs < statSync(lockFile).mtimeMs) return false;
  writeStamp();
  return true;
}

function writeStamp() {
  if (!existsSync(lockFile)) return;
  writeFileSync(`${stampFile}.new`, fingerprintOfLock());
  renameSync(`${stampFile}.new`, stampFile);
}

function fingerprintOfLock() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

/** The npm that started us, if one did; else the one on the path. */
function runNpm(args) {
  const started = process.env.npm_execpath ?? '';
  return /npm-cli\.c?js$/.test(started)
    ? runCommand(process.execPath, [started, ...args])
    : runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}
