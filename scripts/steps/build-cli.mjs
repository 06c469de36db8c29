import { renameSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { root } from './run-command.mjs';

/** The CLI in one file: what the server hands out, and what `npm run nod` runs. */
export const cliFile = join(root, 'cli/dist/nod.cjs');

/** Node's own modules are loaded where they are first needed: as plain imports they would all be loaded at the start. */
const lazyBuiltins = {
  name: 'lazy-builtins',
  resolveId(source, importer) {
    if (isBuiltin(source) && !importer?.startsWith('\0builtin:')) return `\0builtin:${source}`;
  },
  load(id) {
    if (id.startsWith('\0builtin:'))
      return `module.exports = require(${JSON.stringify(id.slice('\0builtin:'.length))});`;
  },
};

/** Bundles cli/index.ts and all that it needs into one file. Throws an Error that names the file and line that cannot be bundled. */
export async function buildCli(file = cliFile) {
  const unfinished = `${file}.${process.pid}`;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(root, 'cli/index.ts'),
    cwd: root,
    platform: 'node',
    tsconfig: false,
    plugins: [lazyBuiltins],
    // The older form of some packages asks for their files while it runs.
    resolve: { alias: { '@': root }, mainFields: ['module', 'main'] },
    transform: { target: 'node20' },
    logLevel: 'warn',
  });
  try {
    await bundle.write({
      file: unfinished,
      format: 'cjs',
      codeSplitting: false,
      keepNames: true,
      sourcemap: false,
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      banner: '#!/usr/bin/env node',
    });
  } finally {
    await bundle.close();
  }
  // Hooks of this machine may be starting it right now.
  renameSync(unfinished, file);
}
