import { mkdirSync, mkdtempSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { cliPackage } from '@/lib/http/cli-package';

const root = mkdtempSync(join(tmpdir(), 'nod-package-'));

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

test('a package that could not be made is made anew for the next who asks', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue(root);
  const file = join(root, 'cli/dist/nod.cjs');
  const builtAt = new Date('2026-01-01');
  // Something that is there and cannot be read.
  mkdirSync(file, { recursive: true });
  utimesSync(file, builtAt, builtAt);
  await expect(cliPackage()).rejects.toThrow('EISDIR');
  rmdirSync(file);
  writeFileSync(file, 'console.log("nod")');
  utimesSync(file, builtAt, builtAt);
  const made = await cliPackage();
  expect(made?.bytes.length).toBeGreaterThan(0);
  expect(await cliPackage()).toBe(made);
});
