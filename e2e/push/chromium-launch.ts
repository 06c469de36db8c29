import { existsSync } from 'node:fs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/**
 * Says which Chromium to start, and how: Debian's where it is installed, else the one Playwright downloaded.
 * The switches keep a run quiet: whatever Chromium does for its own sake has no answer on a machine without internet.
 */
export function chromiumLaunchOptions(): { executablePath?: string; channel?: string; args: string[] } {
  const args = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'];
  if (existsSync(DEBIAN_CHROMIUM)) return { executablePath: DEBIAN_CHROMIUM, args };
  // Playwright's default headless build is a shell without notifications; this channel is the whole browser.
  return { channel: 'chromium', args };
}
