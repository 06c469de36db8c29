// npm run up: from a fresh clone, or after an update, to a running Nod.
import './steps/require-node.mjs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './steps/build-app.mjs';
import { installPackages } from './steps/install-packages.mjs';
import { chooseDataDirectory, loadEnvFile, readPort, requireFreePort } from './steps/settings.mjs';
import { startServer } from './steps/start-server.mjs';

/** What Next says of itself while it starts. */
const isBannerOfNext = (line) =>
  /^\s*(▲ Next\.js|- (Local|Network|Environments):|✓ (Starting|Ready|Running next\.config))/.test(line);

loadEnvFile();
const port = readPort();
const data = chooseDataDirectory();
await requireFreePort(port);
await installPackages();
await buildApp();

const { child, ended } = startServer(['start', '-p', String(port), '--keepAliveTimeout', '75000'], {
  // The app ends itself on a signal (lib/process.ts): waiting agents get a usable reply first.
  env: { NODE_ENV: 'production', NEXT_MANUAL_SIG_HANDLE: 'true', PORT: String(port), NOD_DATA_DIR: data.path },
});

// Until the server is ready, what it prints waits: the way in should stand under the address, not somewhere above it.
let held = [];
createInterface({ input: child.stdout }).on('line', (line) => {
  if (held) held.push(line);
  else console.log(line);
});
const release = () => {
  const lines = (held ?? []).filter((line) => !isBannerOfNext(line));
  held = undefined;
  const text = lines.join('\n').trim();
  if (text) console.log(`${text}\n`);
};

let exitCode;
ended.then((code) => {
  exitCode = code;
});
if (await isReady()) {
  console.log(banner());
  release();
}
const code = await ended;
release();
if (code === 0) console.log('Nod has stopped.');
process.exit(code);

/** Waits until the server says that it is ready, as long as it runs: a database may need a while to recover. */
async function isReady() {
  while (exitCode === undefined) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) });
      await answer.body?.cancel();
      if (answer.ok) return true;
    } catch {
      // Not listening yet.
    }
    await Promise.race([sleep(100), ended]);
  }
  return false;
}

function banner() {
  const where = process.env.DATABASE_URL
    ? 'in the PostgreSQL that DATABASE_URL names'
    : `${data.path}${data.reason ? ` (${data.reason})` : ''}`;
  return `
Nod is running at ${process.env.NOD_URL || `http://localhost:${port}`}
  data  ${where}
  stop  Ctrl-C
`;
}
