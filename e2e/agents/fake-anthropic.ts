import { type FakeModel, sendEvents, serveModel, textOf } from './fake-model';

/** A call as Claude Code's model makes it. */
export interface AnthropicCall {
  name: string;
  input: Record<string, unknown>;
}

interface Request {
  stream?: boolean;
  model: string;
  tools?: unknown[];
  messages: { content: string | { type: string; content?: unknown }[] }[];
}

/** The Messages API, as far as Claude Code uses it: each call in turn, then "All done." */
export function startFakeAnthropic(calls: AnthropicCall[]): Promise<FakeModel> {
  return serveModel((path, body) => {
    if (!path.startsWith('/v1/messages') || path.includes('count_tokens')) return undefined;
    const request = JSON.parse(body) as Request;
    const results = request.messages
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textOf(content));
    // Requests beside the conversation (titles, summaries) bring no tools, and get words.
    const call = request.tools?.length ? calls[results.length] : undefined;
    const block = blockOf(call, results.length);
    const stop = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null };
    const message = {
      id: `msg_${results.length}`,
      type: 'message',
      role: 'assistant',
      model: request.model,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    return {
      results: request.tools?.length ? results : [],
      reply: (response) => {
        if (!request.stream) {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ ...message, ...stop, content: [block.whole] }));
          return;
        }
        sendEvents(response, [
          ['message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } }],
          ['content_block_start', { index: 0, content_block: block.start }],
          ['content_block_delta', { index: 0, delta: block.delta }],
          ['content_block_stop', { index: 0 }],
          ['message_delta', { delta: stop, usage: { output_tokens: 1 } }],
          ['message_stop', {}],
        ]);
      },
    };
  });
}

function blockOf(call: AnthropicCall | undefined, step: number) {
  if (!call) {
    const text = 'All done.';
    return { whole: { type: 'text', text }, start: { type: 'text', text: '' }, delta: { type: 'text_delta', text } };
  }
  const use = { type: 'tool_use', id: `toolu_${step}`, name: call.name };
  return {
    whole: { ...use, input: call.input },
    start: { ...use, input: {} },
    delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.input) },
  };
}
