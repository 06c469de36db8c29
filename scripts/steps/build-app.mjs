import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliFile } from './build-cli.mjs';
import { explain } from './explain.mjs';
import { lastLines, root, runCommand, runPackage } from './run-command.mjs';

const stampFile = join(root, '.next', 'nod-built');
const sourceFolders = ['app', 'cli', 'components', 'lib', 'prisma', 'public'];
const isSourceInRoot = (name) => /\.(ts|mjs)$|^(package|package-lock|tsconfig)\.json$/.test(name);
const isGenerated = (path) => /^(lib\/db\/generated|cli\/dist)\//.test(path) || path.endsWith('.d.ts');
const isTest = (path) => /\.test\.tsx?$/.test(path) || path.startsWith('lib/testing/');

/** Builds the app unless what was built last was built from these sources. Ends the process when the build fails. */
export async function buildApp() {
  if ([join(root, '.next', 'BUILD_ID'), stampFile, cliFile].every((file) => existsSync(file))) {
    if (readFileSync(stampFile, 'utf8') === fingerprintOfSources()) return;
  }
  console.log('Building Nod (now and after updates; about half a minute) …');
  const began = Date.now();
  for (const run of [generateClient, bundleCli, buildPages]) {
    const { code, output } = await run();
    if (code !== 0) explain(`Nod could not be built:\n\n${lastLines(output)}`);
  }
  console.log(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** Makes the database client from prisma/schema.prisma. */
export function generateClient() {
  // Generating insists on a schema engine, though it never runs it; without this it tries a download.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1', ...process.env };
  return runPackage('prisma/build/index.js', ['generate'], { env });
}

/** Makes the command line tool, which the server hands out. */
export function bundleCli() {
  return runCommand(process.execPath, ['scripts/bundle-cli.mjs']);
}

/** Writes the types of the routes, which a fresh clone does not have before its first build. */
export function generateRouteTypes() {
  return runPackage('next/dist/bin/next', ['typegen'], { env: withoutMode() });
}

/** Runs `next build`, and remembers what it was built from. */
export async function buildPages() {
  // Before the build, so that what is edited while it runs counts as newer.
  const sources = fingerprintOfSources();
  const result = await runPackage('next/dist/bin/next', ['build'], {
    env: withoutMode(),
  });
  if (result.code === 0) writeFileSync(stampFile, sources);
  return result;
}

/** Next sets NODE_ENV itself, and warns when somebody else did. */
function withoutMode() {
  const { NODE_ENV: _, ...inherited } = process.env;
  return { ...inherited, NEXT_TELEMETRY_DISABLED: '1' };
}

/** One hash over everything that a build reads: contents, because a fresh checkout has new times for old files. */
function fingerprintOfSources() {
  const inRoot = readdirSync(root).filter(isSourceInRoot);
  const inFolders = sourceFolders.flatMap((folder) => filesBelow(folder));
  const hash = createHash('sha256').update(process.version);
  for (const path of ['scripts/steps/build-cli.mjs', ...inRoot, ...inFolders].sort()) {
    if (isGenerated(path) || isTest(path)) continue;
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
