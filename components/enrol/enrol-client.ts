import { asSent, type NoPush, post, serverKey, subscribe, whyNoPush } from '@/components/devices/browser-push';

/** What this browser can do about an end user's decisions, and whether it does. */
export type EnrolState = 'checking' | NoPush | 'denied' | 'off' | 'on';

/**
 * A registration apart from that of Nod's own pages: it has a subscription of its own. The browser of whoever tries this out may be that of
 * a member, who must not lose theirs.
 */
const scopeOf = (workspaceId: string) => `/d/${workspaceId}/`;

async function register(workspaceId: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/sw.js', {
    scope: scopeOf(workspaceId),
    updateViaCache: 'none',
  });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker && worker.state !== 'activated') {
    // Not navigator.serviceWorker.ready: that is the worker of this page, which is outside of the scope.
    await new Promise<void>((resolve) => {
      const look = () => worker.state === 'activated' && resolve();
      worker.addEventListener('statechange', look);
      look();
    });
  }
  return registration;
}

/** Says where this browser stands; asks nothing and changes nothing. */
export async function checkEnrolment(workspaceId: string, token: string): Promise<EnrolState> {
  const why = whyNoPush();
  if (why) return why;
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration(scopeOf(workspaceId));
  const subscription = isOwn(registration, workspaceId) ? await registration.pushManager.getSubscription() : null;
  if (!subscription || Notification.permission !== 'granted') return 'off';
  return (await isOnFor(token, subscription)) ? 'on' : 'off';
}

/** Whether the server has this subscription for the person of that link. */
const isOnFor = async (token: string, { endpoint }: PushSubscription): Promise<boolean> =>
  (await post<{ on: boolean }>('/api/push/enrolled', { token, endpoint })).on;

/** Without one of its own, the browser names the registration of a wider scope: a member's. */
const isOwn = (
  registration: ServiceWorkerRegistration | undefined,
  workspaceId: string,
): registration is ServiceWorkerRegistration =>
  registration !== undefined && new URL(registration.scope).pathname === scopeOf(workspaceId);

/** Asks for permission (call it on a tap) and connects this browser. Throws an Error with words for the person. */
export async function turnOnEnrolment(workspaceId: string, token: string): Promise<EnrolState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted') return 'off';
  const registration = await register(workspaceId);
  const publicKey = await serverKey();
  const old = await registration.pushManager.getSubscription();
  if (old) {
    // Of this link's first try the receipt may have been lost: then it is on, and the link works no second time.
    if (await isOnFor(token, old)) return 'on';
    // One of an enrolment before may have been made with a key that this server no longer has, or be ended by now: a new one is sure.
    await old.unsubscribe();
  }
  const subscription = asSent(await subscribe(registration, publicKey));
  await post('/api/push/enrol', { token, subscription });
  return 'on';
}

/** Turns this browser off: the server first, so that nothing is sent to a subscription that is gone. Throws an Error with words for the person. */
export async function turnOffEnrolment(workspaceId: string): Promise<EnrolState> {
  const registration = await navigator.serviceWorker.getRegistration(scopeOf(workspaceId));
  const subscription = isOwn(registration, workspaceId) ? await registration.pushManager.getSubscription() : null;
  if (subscription) {
    await post('/api/push/leave', { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return 'off';
}
