import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { explain } from './explain.mjs';
import { lastLines, runCommand } from './run-command.mjs';

const firefox = '/usr/bin/firefox-esr';

/** What the end-to-end tests need beside npm packages. Without an optional one, some tests are left out. */
async function missingPackages() {
  const wantsFirefox = process.env.NOD_VERIFY_NO_FIREFOX !== '1';
  const usesFirefox = wantsFirefox || existsSync(firefox);
  const packages = [
    { name: 'chromium', present: existsSync('/usr/bin/chromium') || (await hasPlaywrightsChromium()) },
    { name: 'dbus', present: isOnPath('dbus-daemon') },
    { name: 'openssl', present: isOnPath('openssl') },
    { name: 'firefox-esr', present: !wantsFirefox || existsSync(firefox), optional: true },
    { name: 'libnotify4', present: !usesFirefox || hasNotificationLibrary(), optional: !existsSync(firefox) },
    { name: 'fonts-dejavu-core', present: hasFonts(), optional: true },
  ];
  return packages.filter(({ present }) => !present);
}

/**
 * Installs what is missing where that is allowed: as root, with apt-get, and unless NOD_VERIFY_NO_APT is 1. Ends the
 * process with a sentence when something necessary stays missing.
 */
export async function installDebianPackages() {
  const missing = await missingPackages();
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  if (mayInstall()) {
    console.log(`Installing Debian packages: ${names.join(', ')} …`);
    const complaints = await installWithApt(names);
    if (!complaints) return;
    console.log(complaints);
  }
  const left = await missingPackages();
  const needed = left.filter(({ optional }) => !optional).map(({ name }) => name);
  const command = `apt-get install --no-install-recommends ${left.map(({ name }) => name).join(' ')}`;
  if (needed.length > 0) explain(`The end-to-end tests need ${needed.join(', ')}. As root: ${command}`);
  if (left.length > 0) console.log(`Tests that need these Debian packages are left out. As root: ${command}`);
}

function mayInstall() {
  return process.getuid?.() === 0 && process.env.NOD_VERIFY_NO_APT !== '1' && isOnPath('apt-get');
}

async function installWithApt(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runCommand('apt-get', ['update', '-q'], { env });
  const install = await runCommand('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...names], { env });
  if (install.code === 0) return undefined;
  return `apt-get could not install them:\n${lastLines(update.output + install.output, 20)}`;
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

async function hasPlaywrightsChromium() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
}

function hasNotificationLibrary() {
  if (!existsSync('/usr/lib')) return false;
  const folders = ['/usr/lib64', '/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name))];
  return folders.some((folder) => existsSync(join(folder, 'libnotify.so.4')));
}

function hasFonts() {
  return process.platform !== 'linux' || existsSync('/usr/share/fonts/truetype/dejavu');
}
