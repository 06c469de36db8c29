import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './e2e/push/chromium-launch';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './lib/testing/temporary-folder.ts',
  workers: 1,
  timeout: 60_000,
  // Real browsers, real kills, two cores: in CI a test may try once more. The output then names it as flaky, and it is to be mended.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: { launchOptions: chromiumLaunchOptions() },
  projects: [
    { name: 'nod', testIgnore: 'agents/**' },
    // Real coding agents, installed on first use (e2e/agents/install-agents.ts). Without them: npm run e2e -- --project nod
    { name: 'agents', testMatch: 'agents/**/*.spec.ts' },
  ],
});
