import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';
import { type Autopush, startAutopush } from './autopush';
import type { NotificationServer } from './notifications';
import type { PushService } from './push-service';

const FIREFOX_ESR = '/usr/bin/firefox-esr';

/** Why the Firefox tests cannot run here; undefined when they can. */
export const firefoxMissing = existsSync(FIREFOX_ESR)
  ? undefined
  : 'Firefox ESR is not installed: install the Debian package firefox-esr to run this test.';

/** A Firefox with real Web Push, whose Mozilla is on this machine. */
export interface PushFirefox {
  browser: Browser;
  autopush: Autopush;
  close(): Promise<void>;
}

/**
 * Starts Firefox ESR with a new profile that may show notifications for every origin without asking.
 * @throws Error when the library is missing through which Firefox shows notifications.
 */
export async function launchFirefox(options: {
  service: PushService;
  notifications: NotificationServer;
}): Promise<PushFirefox> {
  requireNotificationLibrary();
  const autopush = await startAutopush(options.service);
  try {
    const browser = await launch({
      browser: 'firefox',
      protocol: 'webDriverBiDi',
      executablePath: FIREFOX_ESR,
      headless: true,
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: options.notifications.busAddress },
      extraPrefsFirefox: {
        'dom.push.serverURL': autopush.url,
        'dom.push.testing.allowInsecureServerURL': true, // ws:// is good enough on loopback
        'dom.push.connection.enabled': true, // switched off for automated browsers
        'dom.push.retryBaseInterval': 200, // milliseconds until the first reconnect, 5 s otherwise
        'permissions.default.desktop-notification': 1, // granted
        'alerts.useSystemBackend': true,
      },
    });
    const close = async () => {
      await browser.close();
      await autopush.close();
    };
    return { browser, autopush, close };
  } catch (error) {
    await autopush.close();
    throw error;
  }
}

// Without it, `showNotification` fails in the service worker with no more words than "Failure".
function requireNotificationLibrary(): void {
  const folders = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name)), '/usr/lib64'];
  if (folders.some((folder) => existsSync(join(folder, 'libnotify.so.4')))) return;
  throw new Error('Firefox shows notifications through libnotify: install the Debian package libnotify4.');
}
