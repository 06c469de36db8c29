// An application process for embedded.test.ts: starts or joins the database, says so, stops when told to on stdin.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const embedded = fileURLToPath(new URL('../db/embedded.ts', import.meta.url));
const { module } = await runnerImport(embedded, { configFile: false });
process.stdout.write('loaded\n');
process.stdin.once('data', async () => {
  const database = await module.startEmbeddedDatabase({ dataDirectory: process.argv[2] });
  process.stdout.write(`${database.joined ? 'joined' : 'started'}\n`);
  process.stdin.once('data', async () => {
    await database.stop();
    process.stdout.write('stopped\n');
    process.exit(0);
  });
});
