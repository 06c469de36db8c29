import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './e2e/push/chromium-launch';

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  timeout: 60_000,
  retries: 0,
  reporter: 'list',
  use: { launchOptions: chromiumLaunchOptions() },
});
