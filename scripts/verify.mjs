// npm run verify: everything that must hold, in order, up to the first thing that does not.
// The last line is "N passed, N failed": tests, and one for each of types, lint and build.
import './steps/require-node.mjs';
import { buildPages, bundleCli, generateClient, generateRouteTypes } from './steps/build-app.mjs';
import { installDebianPackages } from './steps/debian-packages.mjs';
import { installPackages } from './steps/install-packages.mjs';
import { runPackage } from './steps/run-command.mjs';
import { runEndToEndTests, runUnitTests } from './steps/run-tests.mjs';

const steps = [
  ['Generated code', generateCode],
  ['Types', () => check(runPackage('typescript/bin/tsc', ['--noEmit']))],
  ['Lint and format', () => check(runPackage('@biomejs/biome/bin/biome', ['check', '.']))],
  ['Unit tests', runUnitTests],
  ['Build', () => check(buildPages())],
  ['End to end', runEndToEndTests],
];

// Whatever ends this process, its last line says how far it came.
const total = { passed: 0, failed: 0 };
let isFinished = false;
process.on('exit', () => {
  if (!isFinished) total.failed += 1;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0 && !process.exitCode) process.exitCode = 1;
});

const began = Date.now();
await installPackages();
await installDebianPackages();
for (const [title, run] of steps) {
  console.log(`\n── ${title}`);
  const stepBegan = Date.now();
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
  console.log(`   ${failed === 0 ? 'passed' : 'FAILED'} after ${secondsSince(stepBegan)}`);
  if (failed > 0) break;
}
console.log(`\nIn all ${secondsSince(began)}.`);
isFinished = true;

async function generateCode() {
  for (const run of [generateClient, generateRouteTypes]) {
    const made = await check(run(), { counts: false });
    if (made.failed > 0) return made;
  }
  return check(bundleCli(), { counts: false });
}

/** A step that only passes or fails; prints what it said when it failed. */
async function check(running, { counts = true } = {}) {
  const { code, output } = await running;
  if (code !== 0) console.log(output.trimEnd());
  return { passed: code === 0 && counts ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

function secondsSince(time) {
  return `${((Date.now() - time) / 1000).toFixed(1)} s`;
}
