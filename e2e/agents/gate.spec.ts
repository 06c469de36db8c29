import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signedInBrowser } from '../pages/person';
import type { NodServer } from '../server/start-server';
import { stopEverything } from '../server/start-server';
import type { Agent, AgentRun, OwnPrompt, Step } from './agent';
import { setUp } from './nod';
import { answerNo, askAtKeyboard, countAsked, endOf, holdYes, whenAsked } from './person';
import { agentIds, realAgents, startAttendedServer } from './real-agents';
import { addRule, removeRules } from './rules';
import { makeWorkplace, type Workplace } from './workplace';

// The whole way, with the agents that people use: agent, its hook, gate, question, a person in a browser, and back (spec 4.2).

/** What Codex' own rules never let run without a person, and what they let run at once when its sandbox is off. */
const [dangerous, quiet] = ['rm -rf build', 'rm -r build'];

for (const id of agentIds) {
  test.describe(id, () => {
    let server: NodServer;
    let agent: Agent;
    let workplace: Workplace;
    let context: BrowserContext;
    let page: Page;

    test.beforeAll(async ({ browser }) => {
      agent = (await realAgents())[id];
      const attended = await startAttendedServer();
      server = attended.server;
      workplace = await makeWorkplace();
      await setUp(workplace, agent, server, attended.apiKey);
      context = await signedInBrowser(browser, server);
      page = await context.newPage();
    });

    test.beforeEach(async () => {
      await removeRules(server.query);
      await mkdir(path.join(workplace.project, 'build'), { recursive: true });
      await writeFile(path.join(workplace.project, 'build/old.txt'), 'old\n');
    });

    test.afterAll(async () => {
      await context?.close();
      await workplace?.remove();
      await stopEverything();
    });

    const run = (ownPrompt: OwnPrompt, ...steps: Step[]): Promise<AgentRun> =>
      agent.run({ workplace, steps, ownPrompt });

    test('the model knows the id under which its hooks report, so that it can propose a scope', async () => {
      const { sessionId, output } = await run('headless', { shell: 'git status' });
      const known = await server.query('SELECT 1 FROM agent_session WHERE session_id = $1', [sessionId]);
      expect(known, `${sessionId} ${output}`).toHaveLength(1);
    });

    test('a no in the browser stops the command, and the model is told why', async () => {
      const running = run('accept', { shell: dangerous });
      const asked = await whenAsked(server.query);
      expect(asked).toMatchObject({ tool_name: 'Bash', tool_target: dangerous, action_body: dangerous });
      await answerNo(page, asked.id, 'The build is still needed.');
      const { told, prompts, output } = await running;
      expect(told[0], output).toContain('The build is still needed.');
      expect(workplace.has('build')).toBe(true);
      expect(prompts).toEqual([]);
    });

    test('a held yes in the browser lets the command run, and the agent does not ask again', async () => {
      const before = await countAsked(server.query);
      const running = run('decline', { shell: dangerous });
      const asked = await whenAsked(server.query);
      await holdYes(page, asked.id);
      const { prompts, output } = await running;
      expect(workplace.has('build'), output).toBe(false);
      expect(prompts).toEqual([]);
      expect(await countAsked(server.query)).toBe(before + 1);
    });

    test('without anybody at the agent, a no and a yes in the browser count as well', async () => {
      const refused = run('headless', { shell: quiet });
      await answerNo(page, (await whenAsked(server.query)).id);
      const { output } = await refused;
      expect(workplace.has('build'), output).toBe(true);
      const approved = run('headless', { shell: quiet });
      await holdYes(page, (await whenAsked(server.query)).id);
      const { told } = await approved;
      expect(workplace.has('build'), told[0]).toBe(false);
    });

    test('when nobody answers, the agent’s own prompt comes, or it refuses: nothing runs by silence', async () => {
      await addRule(server.query, {
        pattern: 'Bash(rm:*)',
        effect: 'ask',
        timeoutSeconds: 1,
        timeoutAction: 'escalate',
      });
      for (const [ownPrompt, shell] of [
        ['headless', dangerous],
        ['headless', quiet],
        ['decline', dangerous],
        ['decline', quiet],
      ] as const) {
        const before = await countAsked(server.query);
        const running = run(ownPrompt, { shell });
        const asked = await whenAsked(server.query);
        const { told, output } = await running;
        expect(workplace.has('build'), `${ownPrompt}, ${shell}: ${told[0]}\n${output}`).toBe(true);
        // The prompt has an event of its own, which is no reason to ask the person once more.
        expect(await countAsked(server.query)).toBe(before + 1);
        expect(await endOf(server.query, asked.id)).toMatchObject({ state: 'cancelled' });
      }
    });

    test('a person who wants to be asked at the keyboard has approved nothing', async () => {
      for (const ownPrompt of ['decline', 'headless'] as const) {
        const running = run(ownPrompt, { shell: quiet });
        await askAtKeyboard(page, (await whenAsked(server.query)).id);
        const { told, output } = await running;
        expect(workplace.has('build'), `${ownPrompt}: ${told[0]}\n${output}`).toBe(true);
      }
    });

    test('when a rule says so, silence refuses', async () => {
      await addRule(server.query, { pattern: 'Bash(rm:*)', effect: 'ask', timeoutSeconds: 1, timeoutAction: 'deny' });
      const { told, prompts, output } = await run('accept', { shell: quiet });
      expect(workplace.has('build'), output).toBe(true);
      expect(told[0]).toMatch(/answer/i);
      expect(prompts).toEqual([]);
    });

    test('a rule that allows lets it run, one that denies refuses, and neither asks', async () => {
      const before = await countAsked(server.query);
      await addRule(server.query, { pattern: `Bash(${dangerous})`, effect: 'allow' });
      const allowed = await run('decline', { shell: dangerous });
      expect(workplace.has('build'), allowed.output).toBe(false);
      expect(allowed.prompts).toEqual([]);

      await removeRules(server.query);
      await addRule(server.query, { pattern: 'Bash(touch:*)', effect: 'deny' });
      const denied = await run('accept', { shell: 'touch new.txt' });
      expect(workplace.has('new.txt'), denied.output).toBe(false);
      expect(denied.told[0]).toContain('touch');
      expect(denied.prompts).toEqual([]);
      expect(await countAsked(server.query)).toBe(before);
    });

    test('what only reads runs without a question', async () => {
      const before = await countAsked(server.query);
      const { told, prompts, output } = await run('decline', { shell: 'git status --short' });
      expect(told[0], output).toContain('?? build/');
      expect(prompts).toEqual([]);
      expect(await countAsked(server.query)).toBe(before);
    });

    test('the model asks by ask_user, and gets what was chosen in the browser', async () => {
      const question = 'Which colour shall the button have?';
      const args = { question, type: 'select', options: ['Teal', 'Amber'] };
      const running = run('headless', { tool: 'ask_user', args });
      const asked = await whenAsked(server.query);
      expect(asked.question).toBe(question);
      await page.goto(`/q/${asked.id}`);
      await page.getByRole('button', { name: 'Amber' }).click();
      await expect(page.getByText('You answered Amber', { exact: true })).toBeVisible();
      const { told, output } = await running;
      expect(told[0], output).toContain('"value":"Amber"');
      expect(await endOf(server.query, asked.id)).toMatchObject({ state: 'answered' });
    });

    // Codex has such a tool only while it plans.
    if (id === 'claude-code')
      test('what the agent would ask by its own question tool is asked in the browser', async () => {
        const question = { text: 'Which database shall I use?', options: ['PostgreSQL', 'SQLite'] };
        const running = run('decline', { question });
        const asked = await whenAsked(server.query);
        expect(asked.question).toContain(question.text);
        await page.goto(`/q/${asked.id}`);
        await page.getByRole('radio', { name: 'SQLite' }).check();
        await page.getByRole('button', { name: /^Send .*SQLite/ }).click();
        await expect(page.getByText('You answered SQLite', { exact: true })).toBeVisible();
        const { told, prompts, output } = await running;
        expect(told[0], output).toContain('SQLite');
        expect(told[0]).not.toContain('PostgreSQL');
        expect(prompts).toEqual([]);
      });
  });
}
