import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = process.cwd();

/** The hook as one file that plain Node runs, in a folder of its own, so that tests need no build and disturb none. */
export async function bundleHook(): Promise<string> {
  const bundle = await rolldown({
    input: join(root, 'cli/hook/testing/entry.ts'),
    platform: 'node',
    resolve: { alias: { '@': root } },
    transform: { target: 'node20' },
    logLevel: 'silent',
  });
  const file = join(mkdtempSync(join(tmpdir(), 'nod-hook-')), 'hook.cjs');
  await bundle.write({ file, format: 'cjs', codeSplitting: false });
  await bundle.close();
  return file;
}
