import { once } from 'node:events';
import dbus from 'dbus-next';
import { NotificationInterface, type ShownNotification } from './notification-interface';
import { startPrivateBus } from './private-bus';
import { waitUntil } from './wait-until';

/** Says which notification is meant: its title, or a test of it. */
export type WhichNotification = string | ((notification: ShownNotification) => boolean);

/**
 * A desktop that shows notifications to a test. What the test does here reaches the browser as a person's click would:
 * the service worker gets a trusted event.
 */
export interface NotificationServer {
  /** For the DBUS_SESSION_BUS_ADDRESS of a browser. */
  busAddress: string;
  /** What is on the screen now, oldest first. */
  shown(): ShownNotification[];
  /** Everything that was ever shown, replacements too. */
  history: ShownNotification[];
  /** Waits for a notification to be on the screen. */
  waitForShown(which: WhichNotification, timeoutMs?: number): Promise<ShownNotification>;
  /** Waits until no such notification is on the screen. */
  waitForGone(which: WhichNotification, timeoutMs?: number): Promise<void>;
  /** Presses a button. Without `which`, there must be just one notification. @throws Error when there is no such button. */
  clickButton(label: string, which?: WhichNotification): void;
  /** Presses the notification itself. */
  click(which?: WhichNotification): void;
  /** Sweeps the notification away. */
  dismiss(which?: WhichNotification): void;
  close(): Promise<void>;
}

/** Starts the desktop, on a D-Bus of its own. */
export async function startNotificationServer(): Promise<NotificationServer> {
  const privateBus = await startPrivateBus();
  const onScreen = new Map<number, ShownNotification>();
  const history: ShownNotification[] = [];
  const desktop = new NotificationInterface({
    shown: (notification) => {
      onScreen.set(notification.id, notification);
      history.push(notification);
    },
    closed: (id) => onScreen.delete(id),
  });
  const bus = dbus.sessionBus({ busAddress: privateBus.address });
  await once(bus, 'connect');
  bus.export('/org/freedesktop/Notifications', desktop);
  await bus.requestName('org.freedesktop.Notifications', 0);

  const shown = () => [...onScreen.values()];
  const theOne = (which: WhichNotification = () => true): ShownNotification => {
    const [found, ...others] = shown().filter(fits(which));
    if (!found || others.length > 0) throw new Error(`One notification was meant, on the screen: ${list(shown())}`);
    return found;
  };
  return {
    busAddress: privateBus.address,
    shown,
    history,
    waitForShown: (which, timeoutMs) =>
      waitUntil(`the notification ${which}`, () => shown().find(fits(which)), timeoutMs),
    waitForGone: async (which, timeoutMs) => {
      await waitUntil(`the end of the notification ${which}`, () => !shown().some(fits(which)), timeoutMs);
    },
    clickButton: (label, which) => {
      const { id, buttons, actionKeys } = theOne(which);
      const key = actionKeys[buttons.indexOf(label)];
      if (key === undefined) throw new Error(`There is no button "${label}", only ${buttons.join(', ')}`);
      desktop.ActionInvoked(id, key);
    },
    click: (which) => {
      desktop.ActionInvoked(theOne(which).id, 'default');
    },
    dismiss: (which) => {
      const { id } = theOne(which);
      onScreen.delete(id);
      desktop.NotificationClosed(id);
    },
    close: async () => {
      bus.disconnect();
      await privateBus.close();
    },
  };
}

const fits = (which: WhichNotification) => (notification: ShownNotification) =>
  typeof which === 'string' ? notification.title === which : which(notification);

const list = (notifications: ShownNotification[]) => notifications.map(({ title }) => title).join(', ') || 'none';
