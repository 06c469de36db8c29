import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import webPush, { type PushSubscription, type RequestOptions } from 'web-push';

const SENDER = fileURLToPath(new URL('./sample-sender.mjs', import.meta.url));

const PAGE = `<!doctype html><title>sample</title><link rel="icon" href="data:,"><button>Subscribe</button>
<script>
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
  document.querySelector('button').onclick = async () => {
    try {
      await navigator.serviceWorker.register('/sw.js');
      const { pushManager } = await navigator.serviceWorker.ready;
      const permission = await Notification.requestPermission();
      if (permission !== 'granted') throw new Error('The permission is ' + permission);
      const applicationServerKey = await (await fetch('/key')).text();
      await post('/subscription', await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
    } catch (error) {
      await post('/failure', String(error));
    }
  };
</script>`;

const WORKER = `
const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
addEventListener('push', (event) => {
  const { id, title, body } = event.data.json();
  const actions = [{ action: 'no', title: 'No' }, { action: 'yes', title: 'Yes' }];
  event.waitUntil(registration.showNotification(title, { body, tag: id, actions, data: { id } })
    .catch((error) => post('/failure', String(error))));
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { id } = event.notification.data;
  event.waitUntil(post('/answer', { id, action: event.action, isTrusted: event.isTrusted }));
});`;

export interface SampleAnswer {
  id: string;
  action: string;
  isTrusted: boolean;
}

/** The smallest app that the harness can be tried on. */
export interface SampleApp {
  origin: string;
  applicationServerKey: string;
  subscriptions: PushSubscription[];
  answers: SampleAnswer[];
  /** What went wrong in the browser. */
  failures: string[];
  /** Sends a push from a process of its own, which has this environment beside its own. */
  send(
    subscription: PushSubscription,
    payload: object,
    environment: Record<string, string>,
    options?: RequestOptions,
  ): Promise<{ status: number; retryAfter?: string }>;
  close(): Promise<void>;
}

/** Starts the app on a free port. */
export async function startSampleApp(): Promise<SampleApp> {
  const vapidKeys = webPush.generateVAPIDKeys();
  const inbox = {
    '/subscription': [] as PushSubscription[],
    '/answer': [] as SampleAnswer[],
    '/failure': [] as string[],
  };
  const served: Record<string, [string, string]> = {
    '/': ['text/html', PAGE],
    '/sw.js': ['text/javascript', WORKER],
    '/key': ['text/plain', vapidKeys.publicKey],
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path in inbox) inbox[path as keyof typeof inbox].push((await json(request)) as never);
    const [contentType, content] = served[path] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': contentType }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    applicationServerKey: vapidKeys.publicKey,
    subscriptions: inbox['/subscription'],
    answers: inbox['/answer'],
    failures: inbox['/failure'],
    send: (subscription, payload, environment, options) => {
      const vapidDetails = { subject: 'mailto:operator@example.test', ...vapidKeys };
      return runSender({ subscription, payload, options: { TTL: 60, vapidDetails, ...options } }, environment);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends one push from a process with this environment. */
export async function runSender(input: object, environment: Record<string, string>) {
  const sender = spawn(process.execPath, [SENDER], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  sender.stdin.end(JSON.stringify(input));
  const output = await text(sender.stdout);
  if (!output) throw new Error('The sending process failed, see its message above');
  return JSON.parse(output) as { status: number; retryAfter?: string };
}
