import type { BrowserContext } from '@playwright/test';

/** Collects what went wrong in every page of a browser: errors of scripts and of the console (the policy's too), requests that failed. */
export function watchForTroubles(context: BrowserContext): string[] {
  const troubles: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => troubles.push(`${error.page()?.url()}: ${error.error()}`));
  context.on('requestfailed', (request) => {
    // A page that is left ends its stream and its prefetches.
    const why = request.failure()?.errorText;
    // Its icon comes through the service worker, which can only say that it failed.
    const isIconOfLeftPage = why === 'net::ERR_FAILED' && new URL(request.url()).pathname === '/nod.svg';
    if (why !== 'net::ERR_ABORTED' && !isIconOfLeftPage) troubles.push(`${request.method()} ${request.url()}: ${why}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  return troubles;
}
