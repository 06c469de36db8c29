// npm run bench [-- --only NAME] [--quick]
// Measures a built Nod on this machine and prints each number beside its floor (docs/performance.md).
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
// Node 20 cannot strip types, so vite loads the TypeScript.
const { module } = await runnerImport(`${root}/bench/main.ts`, {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '@': root } },
});
process.exit(await module.main(process.argv.slice(2)));
