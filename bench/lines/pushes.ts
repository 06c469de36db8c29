import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeCertificate } from '@/e2e/push/certificates';
import { makeSubscriptionKeys } from '@/e2e/push/decrypt';
import { PushService } from '@/e2e/push/push-service';
import { serverEnvironment } from '@/e2e/push/server-environment';
import { waitUntil } from '@/e2e/push/wait-until';
import { repositoryRoot } from '@/e2e/server/repository';
import { askOnly } from '../agent/tool-call';
import type { Measurement, Scale } from '../measurement';
import { type BenchServer, clearQuestions, startBenchServer, stopBenchServer } from '../server/bench-server';
import { median, perSecond } from '../statistics';

const goal = 0.7;
/** As many as Nod sends at once (lib/delivery/push.ts). */
const concurrency = 64;
const devices = 50;
const run = promisify(execFile);

/** Pushes encrypted, taken by a push service on this machine, and their receipts stored, per second. */
export async function measurePushes({ quick }: Scale): Promise<Measurement[]> {
  const certificate = await makeCertificate();
  const service = await PushService.start(certificate);
  try {
    const env = serverEnvironment(service, certificate);
    const server = await startBenchServer(env);
    const subscriptions = await addDevices(server, service);
    const asks = quick ? 4 : 20;
    const measured: number[] = [];
    const floor: number[] = [];
    await sendByServer(server, asks);
    for (let round = 0; round < 3; round++) {
      measured.push((asks * devices) / (await sendByServer(server, asks)));
      floor.push((asks * devices) / (await sendBare(server, env, subscriptions, asks * devices)));
    }
    await stopBenchServer(server);
    return [asMeasurement(median(measured), median(floor))];
  } finally {
    await service.close();
    await certificate.remove();
  }
}

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Devices that take a push and do not look at it: decrypting would cost this machine's time. */
async function addDevices(server: BenchServer, service: PushService): Promise<Subscription[]> {
  const { workspaceId, memberId } = server.workspace;
  const subscriptions: Subscription[] = [];
  for (let index = 0; index < devices; index++) {
    const endpoint = service.register(randomUUID(), { deliver: () => undefined });
    const { keys } = makeSubscriptionKeys();
    subscriptions.push({ endpoint, keys });
    await server.pool.query(
      `INSERT INTO device (id, workspace_id, member_id, endpoint, p256dh, auth, name, channel)
       VALUES ($1, $2, $3, $4, $5, $6, 'Bench', 'web')`,
      [randomUUID(), workspaceId, memberId, endpoint, keys.p256dh, keys.auth],
    );
  }
  return subscriptions;
}

/** Asks so many questions at once; gives the seconds until every receipt is stored. */
async function sendByServer(server: BenchServer, asks: number): Promise<number> {
  const since = performance.now();
  const asking = Promise.all(Array.from({ length: asks }, () => askOnly(server, server.agentKey)));
  await waitUntil(
    'every receipt',
    async () => {
      const { rows } = await server.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM delivery JOIN question ON question.id = question_id
          WHERE question.state = 'pending' AND accepted_at IS NOT NULL`,
      );
      return rows[0]?.count === asks * devices;
    },
    30_000,
  );
  const seconds = (performance.now() - since) / 1000;
  await asking;
  await clearQuestions(server);
  return seconds;
}

async function sendBare(
  server: BenchServer,
  env: Record<string, string>,
  subscriptions: Subscription[],
  count: number,
): Promise<number> {
  const [secret] = await server.query<{ value: string }>(
    `SELECT value FROM secret WHERE kind = 'vapid' AND retired_at IS NULL`,
  );
  if (!secret) throw new Error('The server has no VAPID key.');
  const vapidDetails = { ...JSON.parse(secret.value), subject: 'mailto:bench@example.com' };
  const options = { vapidDetails, TTL: 3600, urgency: 'high', topic: 'bench', contentEncoding: 'aes128gcm' };
  // About as long as what Nod sends for a short question.
  const payload = JSON.stringify({ text: 'x'.repeat(900) });
  const running = run(process.execPath, [path.join(repositoryRoot, 'bench', 'bare-push.mjs')], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: env.NODE_EXTRA_CA_CERTS },
    timeout: 60_000,
  });
  running.child.stdin?.end(JSON.stringify({ subscriptions, payload, options, count, concurrency }));
  const { stdout } = await running;
  return (JSON.parse(stdout) as { seconds: number }).seconds;
}

function asMeasurement(pushesPerSecond: number, floorPerSecond: number): Measurement {
  const ratio = pushesPerSecond / floorPerSecond;
  return {
    what: 'pushes, receipts stored',
    measured: perSecond(pushesPerSecond),
    floor: `${perSecond(floorPerSecond)} (bare web-push loop)`,
    ratio,
    goal: `≥ ${goal}×`,
    ok: ratio >= goal,
    values: { pushesPerSecond, floorPerSecond, concurrency, devices },
  };
}
