import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, runPackage } from './run-command.mjs';

const unitReport = 'tmp/verify/unit.json';
const endToEndReport = 'tmp/verify/end-to-end.json';

/** Runs the unit tests; resolves with how many passed and failed. */
export function runUnitTests() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  return runCounted(unitReport, ['vitest/vitest.mjs', ['run', ...reporters]], {}, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
}

/** Runs the end-to-end tests against what was built; resolves with how many passed and failed. */
export function runEndToEndTests() {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, endToEndReport) };
  const run = ['@playwright/test/cli.js', ['test', '--reporter=list,json']];
  return runCounted(endToEndReport, run, env, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
}

/** A runner that fails although no test did (it crashed, or found none) counts as one failure. */
async function runCounted(reportFile, [file, args], env, count) {
  const report = join(root, reportFile);
  mkdirSync(dirname(report), { recursive: true });
  // An old report must not speak for a run that wrote none.
  rmSync(report, { force: true });
  const { code } = await runPackage(file, args, { env: { ...process.env, ...env }, show: true });
  const { passed, failed } = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 };
  if (passed + failed === 0) console.log('No test ran.');
  const isFailure = code !== 0 || passed === 0;
  return { passed, failed: isFailure && failed === 0 ? 1 : failed };
}
