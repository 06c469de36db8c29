import { randomUUID } from 'node:crypto';
import { type ClientRequest, request as overHttp } from 'node:http';
import type { HookContext } from './context';
import { debugLog } from './debug-log';
import { plainText } from './plain-text';
import { fieldsIn, isFields } from './read-call';

/** With room for the envelope: the server takes 256 kB. */
const longestPayload = 200_000;
const longestText = 4000;

/** What Nod shows nothing of: what people and models write to each other, and what tools gave back. */
const leftOut = new Set(
  'prompt last_assistant_message prompt_response tool_response tool_output output result_json content attachments transcript_path user_email background_tasks session_crons mcp_context'.split(
    ' ',
  ),
);

/**
 * Tells the server of this event (spec 4.2). Resolves when the server has answered, or `longestMs` later, and never throws. A process that
 * ends before the answer closes its connection, and the server may then drop what it was about to read.
 */
export async function sendTelemetry(context: HookContext, longestMs: number): Promise<void> {
  try {
    const body = Buffer.from(JSON.stringify(reportOf(context)));
    await answered(await openRequest(context, body.length), body, longestMs);
  } catch (error) {
    debugLog('telemetry failed', { error });
  }
}

async function openRequest({ server, apiKey }: HookContext, length: number): Promise<ClientRequest> {
  const url = new URL(`${server}/api/agent/hook`);
  const request = url.protocol === 'https:' ? (await import('node:https')).request : overHttp;
  return request(url, {
    method: 'POST',
    // On a connection of its own: what waits for an answer must not wait behind it.
    agent: false,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'content-length': length },
  });
}

function answered(request: ClientRequest, body: Buffer, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('error', (error) => {
      debugLog('telemetry failed', { error });
      done();
    });
    request.on('response', (response) => {
      debugLog('telemetry', { status: response.statusCode });
      response.resume();
      done();
    });
    request.end(body);
  });
}

function reportOf({ agentId, call, cwd, repository, machineId }: HookContext): object {
  return {
    v: 1,
    machineId,
    app: 'nod-cli',
    envelopes: [
      {
        wire: 1,
        hookId: randomUUID(),
        source: agentId,
        event: call.eventName,
        sentAt: new Date().toISOString(),
        cwd,
        repoKey: repository.repoKey,
        sessionId: call.sessionId,
        payload: payloadOf(call.raw),
      },
    ],
  };
}

/** What the agent gave its hook as JSON text, without secrets, without what is not shown, and with long texts cut. */
export function payloadOf(raw: string): string {
  const shown = JSON.stringify(fieldsIn(raw) ?? {}, (name, value: unknown) => {
    if (leftOut.has(name)) return undefined;
    return typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  });
  if (shown.length > longestPayload) return JSON.stringify(outlineOf(raw));
  const redacted = plainText(shown);
  // A secret that held a quotation mark took the form with it: then each text for itself.
  return fieldsIn(redacted) ? redacted : JSON.stringify(eachRedacted(JSON.parse(shown)));
}

/** Only what says which event of which session it was. */
function outlineOf(raw: string): Record<string, unknown> {
  const short = Object.entries(fieldsIn(raw) ?? {}).filter(
    ([name, value]) => !leftOut.has(name) && typeof value === 'string' && value.length <= 400,
  );
  return Object.fromEntries(short.map(([name, value]) => [name, plainText(String(value))]));
}

function eachRedacted(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(eachRedacted);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const text = typeof part === 'string' ? plainText(`${name}: ${part}`) : undefined;
      return [name, text?.startsWith(`${name}: `) ? text.slice(name.length + 2) : eachRedacted(part)];
    }),
  );
}
