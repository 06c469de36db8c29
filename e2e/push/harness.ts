import { makeCertificate } from './certificates';
import { launchChromium, type PushChromium } from './chromium';
import { launchFirefox, type PushFirefox } from './firefox';
import { type NotificationServer, startNotificationServer } from './notifications';
import { PushService } from './push-service';
import { serverEnvironment } from './server-environment';
import { addVirtualDevice, type VirtualDevice } from './virtual-device';

/** Everything between a server that sends pushes and a person who sees them, on this machine. */
export interface PushHarness {
  service: PushService;
  notifications: NotificationServer;
  /** Add this to the environment of the server process under test. */
  serverEnvironment: Record<string, string>;
  /** Another Chromium of the same person needs a desktop of its own, or its notifications could not be told apart. */
  launchChromium(
    origin: string,
    own?: { notifications: NotificationServer; userAgent?: string },
  ): Promise<PushChromium>;
  launchFirefox(): Promise<PushFirefox>;
  /** Starts another desktop, or the lock screen of a phone. */
  addDesktop(): Promise<NotificationServer>;
  /** Subscribes a device that needs no browser. */
  addVirtualDevice(applicationServerKey?: string): VirtualDevice;
  /** Ends everything that was started through the harness, browsers too. */
  close(): Promise<void>;
}

/** Starts the push service and the desktop; browsers are launched when asked for. */
export async function startPushHarness(): Promise<PushHarness> {
  const closers: (() => Promise<void>)[] = [];
  const closeLater = <Started extends { close(): Promise<void> }>(started: Started): Started => {
    closers.unshift(() => started.close());
    return started;
  };
  const close = async () => {
    for (const closeOne of closers.splice(0)) await closeOne();
  };
  try {
    const certificate = await makeCertificate();
    closers.push(certificate.remove);
    const service = closeLater(await PushService.start(certificate));
    const notifications = closeLater(await startNotificationServer());
    return {
      service,
      notifications,
      serverEnvironment: serverEnvironment(service, certificate),
      launchChromium: async (origin, own) =>
        closeLater(await launchChromium({ service, certificate, notifications, origin, ...own })),
      launchFirefox: async () => closeLater(await launchFirefox({ service, notifications })),
      addDesktop: async () => closeLater(await startNotificationServer()),
      addVirtualDevice: (applicationServerKey) => addVirtualDevice(service, applicationServerKey),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
