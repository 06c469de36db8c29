// npm run dev: Nod from its sources, built as pages are opened, on its own database in `data`.
import './steps/require-node.mjs';
import { bundleCli, generateClient } from './steps/build-app.mjs';
import { explain } from './steps/explain.mjs';
import { installPackages } from './steps/install-packages.mjs';
import { lastLines } from './steps/run-command.mjs';
import { chooseDataDirectory, loadEnvFile, readPort, requireFreePort } from './steps/settings.mjs';
import { startServer } from './steps/start-server.mjs';

loadEnvFile();
const port = readPort();
const data = chooseDataDirectory();
await requireFreePort(port);
await installPackages();
const generated = await generateClient();
if (generated.code !== 0) explain(`The database client could not be generated:\n\n${lastLines(generated.output)}`);
const bundled = await bundleCli();
if (bundled.code !== 0) explain(`The command line tool could not be bundled:\n\n${lastLines(bundled.output)}`);
const { ended } = startServer(['dev', '-p', String(port)], {
  env: {
    NODE_ENV: 'development',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    // Next kills its server after 100 ms otherwise, before it has stopped PostgreSQL.
    NEXT_EXIT_TIMEOUT_MS: '8000',
    PORT: String(port),
    NOD_DATA_DIR: data.path,
  },
  inheritOutput: true,
});
process.exit(await ended);
