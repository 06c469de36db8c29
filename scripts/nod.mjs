// npm run nod -- COMMAND: the command line tool of this checkout, bundled first when its sources are newer.
import './steps/require-node.mjs';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildCli, cliFile } from './steps/build-cli.mjs';
import { installPackages } from './steps/install-packages.mjs';
import { root } from './steps/run-command.mjs';
import { loadEnvFile, readPort } from './steps/settings.mjs';

if (isStale()) {
  await installPackages();
  await buildCli();
}
process.env.NOD_HANDED_OUT_BY ??= addressOfThisNod();
process.argv[1] = cliFile;
createRequire(import.meta.url)(cliFile);

/** Where this checkout serves. Its .env is the server's, so nothing else of it may reach the command. */
function addressOfThisNod() {
  const before = { ...process.env };
  loadEnvFile();
  const address = process.env.NOD_URL || `http://localhost:${readPort()}`;
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  return address;
}

function isStale() {
  if (!existsSync(cliFile)) return true;
  const bundledAt = statSync(cliFile).mtimeMs;
  const sources = ['cli', 'lib'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  return [...sources, 'package.json', 'package-lock.json', 'scripts/steps/build-cli.mjs'].some(
    (path) => statSync(join(root, path)).mtimeMs > bundledAt,
  );
}
