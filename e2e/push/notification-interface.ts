import dbus, { type Variant } from 'dbus-next';

/** A notification as the browser asked the desktop to show it. */
export interface ShownNotification {
  id: number;
  title: string;
  /** May contain the desktop's mark-up: Chromium puts a link to the origin before the text. */
  body: string;
  /** Labels of the buttons, in order; the browser's own (Chromium's "Settings") come last. */
  buttons: string[];
  /** The browser's names for the buttons, in the same order. */
  actionKeys: string[];
  /** Whether it took the place of another one with the same tag. */
  replaced: boolean;
}

/** What the desktop learns from browsers. */
export interface NotificationListener {
  shown(notification: ShownNotification): void;
  closed(id: number): void;
}

const CLOSED_BY_PERSON = 2;
const CLOSED_BY_BROWSER = 3;

/** The D-Bus interface of a desktop's notification server. Method names are those of the freedesktop specification. */
export class NotificationInterface extends dbus.interface.Interface {
  private lastId = 0;
  private readonly listener: NotificationListener;

  constructor(listener: NotificationListener) {
    super('org.freedesktop.Notifications');
    this.listener = listener;
  }

  GetCapabilities(): string[] {
    return ['actions', 'body', 'body-markup', 'persistence'];
  }

  GetServerInformation(): string[] {
    return ['nod-test', 'nod', '1.0', '1.2'];
  }

  Notify(
    _application: string,
    replacesId: number,
    _icon: string,
    title: string,
    body: string,
    actions: string[],
    _hints: Record<string, Variant>,
    _timeoutMs: number,
  ): number {
    const id = replacesId || ++this.lastId;
    // Keys and labels alternate; "default" is the click on the notification itself and has no button.
    const pairs = actions.flatMap((key, at) =>
      at % 2 === 0 && key !== 'default' ? [[key, actions[at + 1] ?? '']] : [],
    );
    const [actionKeys, buttons] = [0, 1].map((at) => pairs.map((pair) => pair[at] ?? '')) as [string[], string[]];
    this.listener.shown({ id, title, body, buttons, actionKeys, replaced: replacesId !== 0 });
    return id;
  }

  CloseNotification(id: number): void {
    this.listener.closed(id);
    this.NotificationClosed(id, CLOSED_BY_BROWSER);
  }

  /** The person pressed a button, or with "default" the notification itself. */
  ActionInvoked(id: number, key: string): [number, string] {
    return [id, key];
  }

  /** The notification is gone. */
  NotificationClosed(id: number, reason = CLOSED_BY_PERSON): [number, number] {
    return [id, reason];
  }
}

NotificationInterface.configureMembers({
  methods: {
    GetCapabilities: { outSignature: 'as' },
    GetServerInformation: { outSignature: 'ssss' },
    Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
    CloseNotification: { inSignature: 'u' },
  },
  signals: {
    ActionInvoked: { signature: 'us' },
    NotificationClosed: { signature: 'uu' },
  },
});
