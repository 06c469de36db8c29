import { expect, test } from '@playwright/test';
import { whenSoManyListen } from '../server/listeners';
import { type NodServer, stopEverything } from '../server/start-server';
import type { Agent, AgentRun, OwnPrompt } from './agent';
import { setUp } from './nod';
import { whenSoManyAsked } from './person';
import { realAgents, startAttendedServer } from './real-agents';
import { makeWorkplace, type Workplace } from './workplace';

// Nod's server is gone in the middle of it. Before a question there is the agent's own prompt; once a question was asked, a command
// that nobody approved does not run (spec 4.2). Both agents at once: hooks try a lost server for about ten seconds.

let server: NodServer;
let desks: { agent: Agent; workplace: Workplace }[];

test.beforeEach(async () => {
  const agents = Object.values(await realAgents());
  const attended = await startAttendedServer();
  server = attended.server;
  desks = await Promise.all(
    agents.map(async (agent) => {
      const workplace = await makeWorkplace();
      await setUp(workplace, agent, server, attended.apiKey);
      return { agent, workplace };
    }),
  );
});

test.afterEach(async () => {
  await Promise.all((desks ?? []).map(({ workplace }) => workplace.remove()));
  await stopEverything();
});

type Ended = AgentRun & { name: string; hasBuild: boolean };

/** The same command by every agent. */
const run = (ownPrompt: OwnPrompt, shell: string): Promise<Ended[]> =>
  Promise.all(
    desks.map(async ({ agent, workplace }) => {
      const ended = await agent.run({ workplace, steps: [{ shell }], ownPrompt });
      return { ...ended, name: agent.name, hasBuild: workplace.has('build') };
    }),
  );

test('before the gate was asked: agents ask at their own prompt, and refuse where there is none', async () => {
  await server.kill9();
  for (const { name, prompts, output } of await run('decline', 'rm -rf build')) {
    expect(prompts, `${name}: ${output}`).toHaveLength(1);
    expect(prompts[0]).toContain('rm -rf build');
  }
  for (const { name, hasBuild, output } of await run('headless', 'rm -rf build'))
    expect(hasBuild, `${name}: ${output}`).toBe(true);
});

// Both would run this at once, or after the prompt that says yes to everything, if their hooks left it to them.

test('right after the question was stored: the command does not run', async () => {
  const running = run('accept', 'rm -r build');
  await whenSoManyAsked(server.query, desks.length);
  await server.kill9();
  for (const { name, told, hasBuild, output } of await running)
    expect(hasBuild, `${name}: ${told[0]}\n${output}`).toBe(true);
});

test('while hooks wait for the answer: the command is refused, and the model is told why', async () => {
  const running = run('accept', 'rm -r build');
  await whenSoManyListen(server.query, desks.length);
  await server.kill9();
  for (const { name, told, prompts, hasBuild, output } of await running) {
    expect(hasBuild, `${name}: ${told[0]}\n${output}`).toBe(true);
    expect(told[0], `${name}: ${output}`).toMatch(/Nod asked the person/);
    expect(prompts).toEqual([]);
  }
});
