import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import type { Certificate } from './certificates';
import { chromiumLaunchOptions } from './chromium-launch';
import { startGoogleRegistration } from './google-registration';
import { startGoogleStream } from './google-stream';
import type { NotificationServer } from './notifications';
import type { PushService } from './push-service';
import { waitUntil } from './wait-until';

export interface ChromiumOptions {
  service: PushService;
  certificate: Certificate;
  notifications: NotificationServer;
  /** The origin that may show notifications without asking. */
  origin: string;
  /** What it says it is, in the place of a Chromium on Linux. */
  userAgent?: string;
}

/** A Chromium with real Web Push, whose Google is on this machine. */
export interface PushChromium {
  context: BrowserContext;
  /** Cuts the line on which pushes come; Chromium reconnects within half a minute. */
  disconnect(): void;
  close(): Promise<void>;
}

/**
 * Starts Chromium with a new profile. It must be a persistent context: in an incognito one, Chromium refuses to
 * subscribe and drops the clicks on notifications.
 * @throws Error when no Chromium is installed.
 */
export async function launchChromium(options: ChromiumOptions): Promise<PushChromium> {
  const stream = await startGoogleStream(options.certificate);
  const registration = await startGoogleRegistration(options.service, stream);
  const profile = await mkdtemp(join(tmpdir(), 'nod-chromium-'));
  const release = async () => {
    await Promise.all([registration.close(), stream.close()]);
    // Chromium still writes for a moment after it said that it was closed, hence the retries.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    const launch = chromiumLaunchOptions();
    const asAnother = options.userAgent === undefined ? [] : [`--user-agent=${options.userAgent}`];
    const context = await chromium.launchPersistentContext(profile, {
      ...launch,
      headless: true,
      env: { ...definedEnvironment(), DBUS_SESSION_BUS_ADDRESS: options.notifications.busAddress },
      args: [...launch.args, ...asAnother, ...googleArguments(registration.port, stream.port, options.certificate)],
    });
    await waitForPush(context, `http://127.0.0.1:${registration.port}`);
    await context.grantPermissions(['notifications'], { origin: options.origin });
    const close = async () => {
      await context.close();
      await release();
    };
    return { context, disconnect: stream.disconnect, close };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Subscribes once from a page that does nothing else. In a Chromium that has just started, a subscription hangs when the first page still
 * sends requests half a second after it was loaded, as Nod's do; once a quiet page has subscribed, it does not.
 */
async function waitForPush(context: BrowserContext, origin: string): Promise<void> {
  await context.grantPermissions(['notifications'], { origin });
  const page = await context.newPage();
  await page.goto(`${origin}/idle`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/idle.js');
    const registration = await navigator.serviceWorker.ready;
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
    const applicationServerKey = await crypto.subtle.exportKey('raw', pair.publicKey);
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    await subscription.unsubscribe();
    await registration.unregister();
  });
  // It would run on for half a minute, and stand before the worker under test.
  const chrome = await context.newCDPSession(page);
  await chrome.send('ServiceWorker.enable');
  await chrome.send('ServiceWorker.stopAllWorkers');
  await page.close();
  await waitUntil('the end of the idle worker', () => context.serviceWorkers().length === 0);
}

function googleArguments(registrationPort: number, streamPort: number, certificate: Certificate): string[] {
  return [
    `--gcm-checkin-url=http://127.0.0.1:${registrationPort}/checkin`,
    `--gcm-registration-url=http://127.0.0.1:${registrationPort}/register`,
    `--gcm-mcs-endpoint=https://127.0.0.1:${streamPort}`,
    `--ignore-certificate-errors-spki-list=${certificate.publicKeyHash}`,
  ];
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
