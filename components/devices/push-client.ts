import { asSent, type NoPush, post, serverKey, subscribe, whyNoPush } from '@/components/devices/browser-push';

/** What this browser can do about notifications, and whether it does. */
export type PushState = 'checking' | NoPush | 'denied' | 'off' | 'on';

/** A worker that answers from notifications; the same one on every page. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}

const replacingKey = 'nod-replacing-subscription';

let checking: Promise<PushState> | undefined;

/**
 * Says where this browser stands, repairing on the way: a subscription that the server lost is sent again (spec 3.3). All who ask at once
 * share one check: each repairing for itself would leave two devices.
 */
export function checkPush(): Promise<PushState> {
  checking ??= check().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function check(): Promise<PushState> {
  const why = whyNoPush();
  if (why) return why;
  const registration = await registerWorker();
  registration.active?.postMessage({ type: 'send-answers' });
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await registration.pushManager.getSubscription();
  if (Notification.permission !== 'granted') return 'off';
  const halfReplaced = localStorage.getItem(replacingKey);
  if (!subscription) return halfReplaced ? finishReplacing(registration, halfReplaced) : 'off';
  const { standing } = await post<{ standing: 'on' | 'off' | 'lost' | 'dead' }>('/api/push/check', {
    endpoint: subscription.endpoint,
  });
  // Permission and subscription are there but the server lost them: put right without asking anything.
  if (standing === 'lost') return turnOnPush();
  if (standing === 'dead') return replaceSubscription(registration, subscription);
  return standing;
}

/** The push service has ended this subscription: makes a new one for the same device. */
async function replaceSubscription(
  registration: ServiceWorkerRegistration,
  dead: PushSubscription,
): Promise<PushState> {
  // Kept until it is done: the page may go away between the two, and the browser would be left without any.
  localStorage.setItem(replacingKey, dead.endpoint);
  await dead.unsubscribe();
  return finishReplacing(registration, dead.endpoint);
}

async function finishReplacing(registration: ServiceWorkerRegistration, oldEndpoint: string): Promise<PushState> {
  const subscription = await subscribe(registration, await serverKey());
  const { replaced } = await post<{ replaced: boolean }>('/api/push/resubscribe', {
    oldEndpoint,
    subscription: asSent(subscription),
  });
  if (!replaced) await post('/api/push/subscribe', asSent(subscription));
  localStorage.removeItem(replacingKey);
  return 'on';
}

/** Asks for permission (call it on a tap) and connects this browser. Throws an Error with words for the person. */
export async function turnOnPush(): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted') return 'off';
  const registration = await registerWorker();
  const publicKey = await serverKey();
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && !hasKey(subscription, publicKey)) {
    // Made with a key that this server no longer has: it would refuse every push.
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await subscribe(registration, publicKey);
  await post('/api/push/subscribe', asSent(subscription));
  return 'on';
}

function hasKey(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}

/** Turns this browser off: the server first, so that nothing is sent to a subscription that is gone. Throws an Error with words for the person. */
export async function turnOffPush(): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) {
    localStorage.removeItem(replacingKey);
    await post('/api/push/unsubscribe', { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return 'off';
}
