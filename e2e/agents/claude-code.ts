import path from 'node:path';
import type { Agent, RunOptions, Step } from './agent';
import { type AnthropicCall, startFakeAnthropic } from './fake-anthropic';
import { type Program, startProgram } from './program';
import type { Workplace } from './workplace';

const prompt = 'Do it.';
/** The way in which an editor embeds it: messages on both pipes, and the host is asked for permissions. */
const embedded =
  '--input-format stream-json --output-format stream-json --verbose --permission-prompt-tool stdio'.split(' ');

interface Message {
  type: string;
  request_id?: string;
  request?: { subtype: string; tool_name?: string; input?: Record<string, unknown> };
}

/** The real Claude Code. */
export function claudeCode(file: string): Agent {
  return {
    id: 'claude-code',
    name: 'Claude Code',
    prepare: async () => undefined,
    run: async (options) => {
      const model = await startFakeAnthropic(options.steps.map((step) => callOf(step, options.workplace)));
      const environment = {
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_AUTOUPDATER: '1',
      };
      const prompts: string[] = [];
      try {
        const program = start(file, environment, options, prompts);
        const { output } = await program.ended;
        return { told: model.told(), sessionId: model.sessionId(), prompts, output: withoutPreamble(output) };
      } finally {
        await model.close();
      }
    },
  };
}

function start(file: string, env: Record<string, string>, options: RunOptions, prompts: string[]): Program {
  const { workplace, ownPrompt, sessionId } = options;
  const session = sessionId ? ['--session-id', sessionId] : [];
  if (ownPrompt === 'headless') return startProgram(file, ['-p', prompt, ...session], { workplace, env });
  const onLine = (line: string) => {
    const message = JSON.parse(line) as Message;
    if (message.type === 'result') program.endInput();
    if (message.type !== 'control_request' || message.request?.subtype !== 'can_use_tool') return;
    const { tool_name: tool = '', input = {} } = message.request;
    prompts.push(`${tool} ${JSON.stringify(input)}`);
    const response =
      ownPrompt === 'accept'
        ? { behavior: 'allow', updatedInput: input }
        : { behavior: 'deny', message: 'Declined at the prompt.' };
    program.send({
      type: 'control_response',
      response: { subtype: 'success', request_id: message.request_id, response },
    });
  };
  const program = startProgram(file, ['-p', ...embedded, ...session], { workplace, env, onLine });
  program.send({ type: 'control_request', request_id: 'start', request: { subtype: 'initialize' } });
  program.send({ type: 'user', message: { role: 'user', content: prompt } });
  return program;
}

/** Without the lines that list all that it can do. */
const withoutPreamble = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !/^\{"type":"(system|control_response)"/.test(line))
    .join('\n');

function callOf(step: Step, { project }: Workplace): AnthropicCall {
  if ('shell' in step) return { name: 'Bash', input: { command: step.shell, description: 'Does it' } };
  if ('write' in step) {
    const { path: name, text } = step.write;
    return { name: 'Write', input: { file_path: path.join(project, name), content: text } };
  }
  if ('question' in step) {
    const { text: question, options } = step.question;
    const choices = options.map((label) => ({ label, description: `Take ${label}` }));
    const questions = [{ question, header: 'Choice', options: choices, multiSelect: false }];
    return { name: 'AskUserQuestion', input: { questions } };
  }
  return { name: `mcp__nod__${step.tool}`, input: step.args };
}
