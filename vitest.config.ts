import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const tests = (folders: string) => `{${folders}}/**/*.test.{ts,tsx}`;

/** Tests that start programs or change the process (its home, its exit code, its user); none needs a database. */
const ofPrograms = [tests('cli,scripts')];

/** Tests of functions that read and write nothing. A new test belongs to the database until it is named here. */
const ofFunctions = [
  tests('components,lib/openapi'),
  'lib/{ids,redact,redact-command}.test.ts',
  'lib/contract/*.test.ts',
  'lib/delivery/{payload,plan,quiet-hours,timeline}.test.ts',
  'lib/http/kept-fields.test.ts',
  'lib/mcp/call-facts.test.ts',
  'lib/policies/{attacks-on-reading,attacks-on-rules,danger,danger-of-command,decide,offered-pattern,pattern,shell,tool-call}.test.ts',
  'lib/questions/{edit-diff,read-diff}.test.ts',
  'lib/reminders/{fire-time,local-time}.test.ts',
  'lib/scopes/{expand-paths,glob,judge-path}.test.ts',
  'lib/webhooks/{shown-address,sign}.test.ts',
];

/** What kills servers, races them by the thousand or waits for one to be given up: left out of `npm test`, never of `npm run verify`. */
const slow = {
  ofPrograms: ['cli/hook/lost-server.test.ts'],
  ofDatabase: ['lib/db/embedded.test.ts', 'lib/questions/races.test.ts'],
};

const temporaryFolder = 'lib/testing/temporary-folder.ts';

type ProjectSettings = NonNullable<TestProjectInlineConfiguration['test']>;

const withDatabase: ProjectSettings = {
  globalSetup: [temporaryFolder, 'lib/testing/global-setup.ts'],
  setupFiles: 'lib/testing/setup.ts',
  // Prisma is WebAssembly. Each file runs too little of it to gain from the optimising compiler, which takes a third of its time.
  execArgv: ['--liftoff-only'],
};

function project(name: string, settings: ProjectSettings): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      environment: 'node',
      pool: 'forks',
      globalSetup: temporaryFolder,
      // A machine of two cores under load: how long a test or a polled expectation may take, not how long one sleeps.
      testTimeout: 20_000,
      hookTimeout: 30_000,
      expect: { poll: { timeout: 10_000 } },
      ...settings,
    },
  };
}

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    // As in playwright.config.ts: one more try in CI, named in the output.
    retry: process.env.CI ? 1 : 0,
    // Each worker comes with its database connections, and a machine of two cores has to run this.
    maxWorkers: 2,
    projects: [
      // One process after another would spend most of its time on starting.
      project('functions', { include: ofFunctions, isolate: false }),
      project('programs', { include: ofPrograms, exclude: slow.ofPrograms }),
      project('database', {
        ...withDatabase,
        include: [tests('lib,app')],
        exclude: [...ofFunctions, ...slow.ofDatabase],
      }),
      project('slow', { ...withDatabase, include: [...slow.ofPrograms, ...slow.ofDatabase] }),
    ],
  },
});
