import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '@/e2e/push/chromium-launch';
import { signIn } from '@/e2e/server/person';
import { callTool, question } from '../agent/tool-call';
import type { Measurement } from '../measurement';
import { startBenchServer, stopBenchServer } from '../server/bench-server';

const goal = 1.25;
/**
 * What a browser loads for the one page of an otherwise empty app, measured with Next 16.4.6; this build cannot leave our layout out.
 * The polyfills for browsers without modules (another 40 kB) are on neither side: no browser that can run Nod fetches them.
 */
const frameworkBytes = 135e3;

/** The JavaScript that a browser loads for a decision page, each file gzipped as the server sends it. */
export async function measurePage(): Promise<Measurement[]> {
  const server = await startBenchServer();
  const { structured } = await callTool(server, server.agentKey, 'ask_user', { ...question, wait: false }).reply;
  const { cookie } = await signIn(server);
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const context = await browser.newContext({ extraHTTPHeaders: { cookie } });
    const pageBytes = await scriptBytes(context, `${server.url}/q/${structured.correlationId}`);
    const notFoundBytes = await scriptBytes(context, `${server.url}/no-such-page`);
    await stopBenchServer(server);
    const kilobytes = (bytes: number) => `${Math.round(bytes / 1e3)} kB`;
    const ratio = pageBytes / frameworkBytes;
    return [
      {
        what: 'decision page: JavaScript, gzip',
        measured: kilobytes(pageBytes),
        floor: `${kilobytes(frameworkBytes)} (empty page, a fixed figure; our "not found" ${kilobytes(notFoundBytes)})`,
        ratio,
        goal: `≤ ${goal}×`,
        ok: ratio <= goal,
        values: { pageBytes, notFoundBytes, frameworkBytes },
      },
    ];
  } finally {
    await browser.close();
  }
}

async function scriptBytes(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  // Not "networkidle": the live stream never is.
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(1500);
  const sizes = await Promise.all(scripts.values());
  await page.close();
  return sizes.reduce((sum, size) => sum + size, 0);
}
