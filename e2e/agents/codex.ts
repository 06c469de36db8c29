import type { Agent, Step } from './agent';
import { startAppServer } from './codex-app-server';
import { type OpenAiCall, startFakeOpenAi } from './fake-openai';
import { startProgram } from './program';

/** The real Codex: `codex exec` when nobody is there, else the app server, which is what editors embed. */
export function codex(file: string): Agent {
  return {
    id: 'codex',
    name: 'Codex',
    prepare: async (workplace) => {
      const server = await startAppServer(file, [], { workplace, ownPrompt: 'decline', prompts: [] });
      await server.trustHooks();
      await server.close();
    },
    run: async ({ workplace, steps, ownPrompt }) => {
      const model = await startFakeOpenAi(steps.map(callOf));
      const settings = settingsFor(model.url);
      const prompts: string[] = [];
      try {
        if (ownPrompt === 'headless') {
          // Its sandbox is not what is tested, and not every machine has what it takes.
          const args = ['exec', '--skip-git-repo-check', '--sandbox', 'danger-full-access', ...settings, 'Do it.'];
          const { output } = await startProgram(file, args, { workplace }).ended;
          return { told: model.told(), sessionId: model.sessionId(), prompts, output };
        }
        const server = await startAppServer(file, settings, { workplace, ownPrompt, prompts });
        await server.turn('Do it.');
        const output = await server.close();
        return { told: model.told(), sessionId: model.sessionId(), prompts, output };
      } finally {
        await model.close();
      }
    },
  };
}

/** Given on the command line, so that its files hold nothing but what Nod and Codex wrote. */
function settingsFor(modelUrl: string): string[] {
  const provider = `{name="fake",base_url="${modelUrl}/v1",wire_api="responses"}`;
  return ['-c', 'model_provider="fake"', '-c', `model_providers.fake=${provider}`];
}

function callOf(step: Step): OpenAiCall {
  if ('shell' in step) return { name: 'exec_command', arguments: { cmd: step.shell } };
  if ('write' in step) {
    const added = step.write.text
      .trimEnd()
      .split('\n')
      .map((line) => `+${line}`);
    const patch = ['*** Begin Patch', `*** Add File: ${step.write.path}`, ...added, '*** End Patch', ''].join('\n');
    // Its model edits files from JavaScript, as it does everything else.
    return { name: 'exec', input: `text(await tools.apply_patch(${JSON.stringify(patch)}))` };
  }
  if ('question' in step) throw new Error('Codex has no tool of its own for asking, except while it plans.');
  return { name: step.tool, namespace: 'mcp__nod', arguments: step.args };
}
