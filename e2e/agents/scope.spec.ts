import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signedInBrowser } from '../pages/person';
import { type NodServer, stopEverything } from '../server/start-server';
import type { Agent } from './agent';
import { setUp } from './nod';
import { answerNo, answerYes, countAsked, whenAsked } from './person';
import { realAgents, startAttendedServer } from './real-agents';
import { makeWorkplace, type Workplace } from './workplace';

// A scope that the person agreed to, kept by the hook of a real agent (spec 4.4).

let server: NodServer;
let agent: Agent;
let workplace: Workplace;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  agent = (await realAgents())['claude-code'];
  const attended = await startAttendedServer();
  server = attended.server;
  workplace = await makeWorkplace();
  await setUp(workplace, agent, server, attended.apiKey);
  context = await signedInBrowser(browser, server);
  page = await context.newPage();
});

test.afterAll(async () => {
  await context?.close();
  await workplace?.remove();
  await stopEverything();
});

test('files of the scope are written, others ask to widen it, and what is off limits is refused', async () => {
  const sessionId = randomUUID();
  const write = (path: string) => ({ write: { path, text: 'new\n' } });
  const scope = {
    allowedPaths: ['src/**'],
    offLimitsPaths: ['.env'],
    doneWhen: 'The button is teal.',
    sessionId,
  };
  const running = agent.run({
    workplace,
    sessionId,
    ownPrompt: 'decline',
    steps: [
      { tool: 'propose_scope', args: scope },
      write('src/button.css'),
      write('.env'),
      write('README.md'),
      write('LICENSE'),
      write('README.md'),
    ],
  });
  await answerYes(page, (await whenAsked(server.query)).id);

  const readme = await whenAsked(server.query);
  await page.goto(`/q/${readme.id}`);
  await expect(page.getByText(/widen the scope/)).toBeVisible();
  await answerYes(page, readme.id);
  await answerNo(page, (await whenAsked(server.query)).id);

  const { told, prompts, output } = await running;
  expect(told[0], output).toContain('"ratified":true');
  expect(workplace.has('src/button.css'), output).toBe(true);
  expect(told[2]).toMatch(/off limits/i);
  expect(workplace.has('.env')).toBe(false);
  expect(workplace.has('README.md')).toBe(true);
  expect(workplace.has('LICENSE')).toBe(false);
  expect(prompts).toEqual([]);
  // The scope, README.md once (its second time is agreed already), LICENSE.
  expect(await countAsked(server.query)).toBe(3);
});
