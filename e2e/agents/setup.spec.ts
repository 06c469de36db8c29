import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signedInBrowser } from '../pages/person';
import { type NodServer, stopEverything } from '../server/start-server';
import type { Agent } from './agent';
import { runNod, startNod } from './nod';
import { answerNo, countAsked, whenAsked } from './person';
import { type AgentId, agentIds, realAgents, startAttendedServer } from './real-agents';
import { makeWorkplace, type Workplace } from './workplace';

// From an empty home to agents that ask, and back.

const files = ['.claude.json', '.claude/settings.json', '.codex/config.toml', '.codex/hooks.json'];
const both = agentIds.flatMap((id) => ['--agent', id]);

// Each test goes on with the home that the one before it left.
test.describe.configure({ mode: 'serial' });

let agents: Record<AgentId, Agent>;
let server: NodServer;
let workplace: Workplace;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  agents = await realAgents();
  server = (await startAttendedServer()).server;
  workplace = await makeWorkplace();
  context = await signedInBrowser(browser, server);
  page = await context.newPage();
});

test.afterAll(async () => {
  await context?.close();
  await workplace?.remove();
  await stopEverything();
});

test('setup gets a key that is approved in the browser, connects both agents, and changes nothing the second time', async () => {
  let showCode: (address: string) => void = () => undefined;
  const address = new Promise<string>((resolve) => {
    showCode = resolve;
  });
  const onLine = (line: string) => {
    const shown = /https?:\/\/\S+\/pair\/\S+/.exec(line);
    if (shown) showCode(shown[0]);
  };
  const setup = startNod(['setup', '--yes', ...both, '--server', server.url], { workplace, onLine });
  await page.goto(await Promise.race([address, setup.ended.then(({ output }) => Promise.reject(new Error(output)))]));
  await page.getByRole('button', { name: 'Approve' }).click();
  // The terminal may have fetched its key before the page is there.
  await expect(page.getByRole('heading', { name: /^(Approved|Connected)$/ })).toBeVisible();
  const { code, output } = await setup.ended;
  expect(code, output).toBe(0);
  expect(output).toMatch(/trust the hooks/i);
  const written = await contents();
  await runNod(workplace, ['setup', '--yes', ...both]);
  expect(await contents()).toEqual(written);
});

for (const id of agentIds) {
  test(`then ${id} asks, with nothing but what setup wrote`, async () => {
    await agents[id].prepare(workplace);
    const running = agents[id].run({ workplace, steps: [{ shell: 'rm -rf build' }], ownPrompt: 'accept' });
    await answerNo(page, (await whenAsked(server.query)).id);
    const { output } = await running;
    expect(workplace.has('build'), output).toBe(true);
  });
}

test('what setup wrote still counts as written after the agents have rewritten their files', async () => {
  const before = await contents();
  await runNod(workplace, ['setup', '--yes', ...both]);
  expect(await contents()).toEqual(before);
});

test('uninstall takes Nod out of files that the agents have written since, and they ask nobody any more', async () => {
  await runNod(workplace, ['uninstall', '--yes', ...both]);
  for (const [name, text] of await contents())
    expect(text ?? '', name).not.toMatch(/mcp__nod|nod\.cjs|\bnod hook|mcp_servers\.nod|"nod"/);
  const before = await countAsked(server.query);
  for (const id of agentIds) {
    const { told, output } = await agents[id].run({
      workplace,
      steps: [{ shell: 'rm -rf build' }],
      ownPrompt: 'decline',
    });
    expect(told, output).toHaveLength(1);
    expect(workplace.has('build'), output).toBe(true);
  }
  expect(await countAsked(server.query)).toBe(before);
});

/** The files of both agents; undefined for one that is not there. */
const contents = (): Promise<[string, string | undefined][]> =>
  Promise.all(
    files.map(async (name) => {
      const text = await readFile(path.join(workplace.home, name), 'utf8').catch(() => undefined);
      return [name, text] as [string, string | undefined];
    }),
  );
