// The service worker of Nod: shows pushes, sends answers from their buttons, and keeps an offline page. One handler per event.
// It has no build step: plain JavaScript that every browser with push understands.
const version = 'nod-1';
const offlineFiles = ['/offline.html', '/offline.css', '/offline.js', '/nod.svg', '/icons/icon-192.png'];
const icon = '/icons/icon-192.png';
const badge = '/icons/badge-96.png';
const shortWhileMs = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(version)
      .then((cache) => cache.addAll(offlineFiles))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name !== version && name !== 'nod-last' && name !== 'nod-unsent') await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

// Pages come from the server or not at all: an old page must never look like the present one. Offline, a page of its own says so.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === 'navigate' && request.method === 'GET') {
    event.respondWith(fetch(request).catch(async () => (await caches.match('/offline.html')) ?? Response.error()));
  } else if (offlineFiles.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

// Every push shows something: a push that shows nothing costs the permission on some systems.
self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data));
});

async function showPush(data) {
  const push = readPush(data);
  const { title, body, tag, kind } = push;
  const isQuestion = kind === 'question';
  await self.registration.showNotification(title, {
    body,
    tag,
    data: push,
    icon: push.icon ?? icon,
    ...(push.image ? { image: push.image } : {}),
    badge,
    actions: push.actions,
    requireInteraction: isQuestion,
    // What replaces a notification in silence must not ring again.
    renotify: kind !== 'settled',
    silent: kind === 'settled',
    timestamp: Date.now(),
  });
  const [, , windows] = await Promise.all([report(push.deliveryId, 'displayed'), setBadge(push.badge), openWindows()]);
  for (const client of windows) client.postMessage({ type: 'changed', id: push.id });
  // Nobody needs a settled question for long; its last word may go once it was readable.
  if (kind === 'settled') setTimeout(() => closeTag(tag), shortWhileMs);
}

/** What a push says; anything that cannot be read still leads to Nod. */
function readPush(data) {
  const unknown = {
    kind: 'unknown',
    title: 'Nod has news',
    body: 'Open it to see.',
    tag: 'nod-news',
    url: '/',
    actions: [],
  };
  let read;
  try {
    read = data?.json();
  } catch {
    return unknown;
  }
  if (typeof read !== 'object' || read === null || typeof read.title !== 'string' || read.title === '') return unknown;
  const text = (value, otherwise) => (typeof value === 'string' && value !== '' ? value : otherwise);
  return {
    ...read,
    kind: text(read.kind, 'unknown'),
    body: text(read.body, ''),
    tag: text(read.tag, 'nod-news'),
    url: text(read.url, '/'),
    actions: Array.isArray(read.actions)
      ? read.actions.filter((one) => typeof one?.action === 'string' && typeof one?.title === 'string')
      : [],
  };
}

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  const push = notification.data ?? {};
  if (action.startsWith('answer:') && push.token) {
    event.waitUntil(answer(push, action.slice('answer:'.length)));
    return;
  }
  notification.close();
  event.waitUntil(Promise.all([report(push.deliveryId, 'clicked'), openPage(push.url)]));
});

/** Sends one answer; whatever happens, the person is told what did. */
async function answer(push, value) {
  const message = { questionId: push.id, deliveryId: push.deliveryId, token: push.token, value };
  let response;
  try {
    response = await post('/api/push/answer', message);
  } catch {
    await keepUnsent(push, message, 'this device is offline');
    return;
  }
  if (isPassing(response)) {
    await keepUnsent(push, message, 'Nod cannot be reached');
    return;
  }
  const receipt = await response.json().catch(() => ({}));
  if (response.ok && receipt.recorded) {
    await say(push, receipt.sentence ?? `Sent: ${value}`, '');
    await Promise.all([report(push.deliveryId, 'clicked'), pause(shortWhileMs).then(() => closeTag(push.tag))]);
    return;
  }
  const sentence = receipt.sentence ?? receipt.message ?? `Not sent (${response.status}).`;
  await say(push, sentence, 'Tap to open it.');
  await Promise.all([report(push.deliveryId, 'clicked'), openPage(push.url)]);
}

/** Whether a refusal says nothing about the answer: the server is down, or busy. */
const isPassing = ({ status }) => status >= 500 || status === 429;

/** The answer is kept and goes out when the way is free, where the browser can do that; else the person must open Nod. */
async function keepUnsent(push, message, why) {
  const kept = await caches.open('nod-unsent');
  await kept.put(`/unsent/${push.deliveryId}`, new Response(JSON.stringify({ push, message })));
  try {
    await self.registration.sync.register('send-answers');
    await say(push, `Not sent yet: ${message.value}`, `Now ${why}. It goes out when that is over.`);
  } catch {
    await say(push, `Not sent: ${why}`, 'Open Nod to send it.');
  }
}

self.addEventListener('sync', (event) => {
  if (event.tag === 'send-answers') event.waitUntil(sendUnsent());
});

// A page that was opened asks for the same (browsers without Background Sync).
self.addEventListener('message', (event) => {
  if (event.data?.type === 'send-answers') event.waitUntil(sendUnsent());
});

async function sendUnsent() {
  const kept = await caches.open('nod-unsent');
  for (const request of await kept.keys()) {
    const stored = await kept.match(request);
    if (!stored) continue;
    const { push, message } = await stored.json();
    // Throws while still offline: the browser then tries again, and the answer stays kept.
    const response = await post('/api/push/answer', message);
    if (isPassing(response)) throw new Error(`not sent: ${response.status}`);
    await kept.delete(request);
    const receipt = await response.json().catch(() => ({}));
    await say(push, receipt.sentence ?? receipt.message ?? 'Not sent: open Nod to see why.', '');
  }
}

// The browser gave this device a new address: subscribe again and tell the server, which knows the old one.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    (async () => {
      const old = event.oldSubscription;
      const { publicKey } = await (await fetch('/api/push/key')).json();
      const fresh =
        event.newSubscription ??
        (await self.registration.pushManager.subscribe({
          userVisibleOnly: true,
          applicationServerKey: old?.options?.applicationServerKey ?? publicKey,
        }));
      if (!old) return;
      const { endpoint, keys } = fresh.toJSON();
      await post('/api/push/resubscribe', { oldEndpoint: old.endpoint, subscription: { endpoint, keys } });
    })(),
  );
});

function post(path, body) {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
  });
}

/** Tells the server what happened to a push. A report that does not get through is not worth failing for. */
async function report(deliveryId, event) {
  if (!deliveryId) return;
  await post('/api/push/report', { deliveryId, event }).catch(() => undefined);
}

function say(push, title, body) {
  return self.registration.showNotification(title, {
    body,
    tag: push.tag,
    data: { ...push, token: undefined },
    icon,
    badge,
    silent: true,
    actions: [],
  });
}

async function closeTag(tag) {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

async function setBadge(count) {
  if (typeof count !== 'number' || !('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Brings an open window of Nod to that page, or opens one. Only a window of this worker can be moved: to try it with another would use up
 * the click that opening one needs (an end user's worker has no window of its own).
 */
async function openPage(url) {
  const target = new URL(url ?? '/', location.origin);
  if (target.origin === location.origin) {
    for (const client of await self.clients.matchAll({ type: 'window' })) {
      try {
        const focused = await client.focus();
        await focused.navigate(target.href);
        return;
      } catch {
        // This window may not be focused or moved (another page's, or no user gesture left): try the next, then a new one.
      }
    }
  }
  await self.clients.openWindow(target.href).catch(() => undefined);
}
