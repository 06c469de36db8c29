// The floor of the pushes line: web-push and nothing else. Reads {subscriptions, payload, options, count, concurrency}
// as JSON on standard input; prints {seconds} as JSON, the time of the second of two runs.
import { json } from 'node:stream/consumers';
import webPush from 'web-push';

const { subscriptions, payload, options, count, concurrency } = await json(process.stdin);

async function run() {
  const since = performance.now();
  let next = 0;
  const send = async () => {
    while (next < count) {
      await webPush.sendNotification(subscriptions[next++ % subscriptions.length], payload, options);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  return (performance.now() - since) / 1000;
}

await run();
console.log(JSON.stringify({ seconds: await run() }));
process.exit(0);
