import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    environment: 'node',
    // As in playwright.config.ts: one more try in CI, named in the output.
    retry: process.env.CI ? 1 : 0,
    include: ['{lib,app,components,cli,scripts}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    // Each worker comes with its database connections, and a machine of two cores has to run this.
    maxWorkers: 2,
    globalSetup: 'lib/testing/global-setup.ts',
    // A machine of two cores under load: how long a polled expectation may take, not how long a test sleeps.
    expect: { poll: { timeout: 4000 } },
    setupFiles: 'lib/testing/setup.ts',
  },
});
