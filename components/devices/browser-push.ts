/** What keeps a browser from showing notifications of this site, whatever its person wants. */
export type NoPush = 'insecure' | 'needs-install' | 'unsupported';

const isAppleTouch = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** Why this browser cannot be pushed to; undefined when it can. */
export function whyNoPush(): NoPush | undefined {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator)) return 'unsupported';
  if (!('PushManager' in window) || !('Notification' in window))
    return isAppleTouch() && !isInstalled() ? 'needs-install' : 'unsupported';
  return undefined;
}

/** Sends JSON to a route of Nod's. Throws an Error with the server's words. */
export async function post<Reply>(path: string, body: unknown): Promise<Reply> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.message ?? `The server answered ${response.status}.`);
  return reply as Reply;
}

/** The key that this server signs its pushes with. */
export async function serverKey(): Promise<string> {
  return ((await (await fetch('/api/push/key')).json()) as { publicKey: string }).publicKey;
}

export const subscribe = (registration: ServiceWorkerRegistration, publicKey: string) =>
  registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });

/** A subscription as the server takes it (SubscribeDevice in lib/contract/device.ts). */
export function asSent(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, keys, touchPoints: navigator.maxTouchPoints, installed: isInstalled() };
}
