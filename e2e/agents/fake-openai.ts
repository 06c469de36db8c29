import { type FakeModel, sendEvents, serveModel, textOf } from './fake-model';

/** A call as Codex' model makes it: of a function, or of a tool that takes plain text. */
export type OpenAiCall =
  | { name: string; namespace?: string; arguments: Record<string, unknown> }
  | { name: string; input: string };

interface Request {
  input: { type: string; output?: unknown }[];
}

/** The Responses API, as far as Codex uses it: each call in turn, then "All done." */
export function startFakeOpenAi(calls: OpenAiCall[]): Promise<FakeModel> {
  return serveModel((path, body) => {
    if (!path.includes('/responses')) return undefined;
    const results = (JSON.parse(body) as Request).input
      .filter(({ type }) => type.endsWith('_output'))
      .map(({ output }) => textOf(output));
    const response = { id: `response_${results.length}` };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return {
      results,
      reply: (reply) =>
        sendEvents(reply, [
          ['response.created', { response }],
          ['response.output_item.done', { item: itemOf(calls[results.length], results.length) }],
          ['response.completed', { response: { ...response, usage } }],
        ]),
    };
  });
}

function itemOf(call: OpenAiCall | undefined, step: number): Record<string, unknown> {
  if (!call) {
    const content = [{ type: 'output_text', text: 'All done.' }];
    return { type: 'message', role: 'assistant', id: `message_${step}`, content };
  }
  const ids = { id: `item_${step}`, call_id: `call_${step}` };
  if ('input' in call) return { type: 'custom_tool_call', ...ids, ...call };
  return { type: 'function_call', ...ids, ...call, arguments: JSON.stringify(call.arguments) };
}
