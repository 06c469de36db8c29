import {
  type McpRequestContext,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import { publicError } from '@/lib/http/errors';
import { newId } from '@/lib/ids';
import { factsInMeta } from '@/lib/mcp/call-facts';
import { readableClientName } from '@/lib/mcp/session-id';
import type { Tool } from '@/lib/mcp/tool';
import { toolsFor } from '@/lib/mcp/tools';
import { parseOrThrow } from '@/lib/parse';
import type { AskCall } from '@/lib/questions/ask-and-wait';

/** What the route knows about a request and the tools need. */
export interface RequestFacts {
  actor: KeyActor | undefined;
  /** A key was sent but could not be checked: the database is down. */
  keyUnchecked: boolean;
  receivedAt: number;
  requestId: string;
  clientName: string | undefined;
  testTraffic: boolean;
  /** Aborts when the client cancels by a message of its own (older protocol). */
  cancelled: (mcpRequestId: string | number) => AbortSignal;
}

const instructions =
  'Nod reaches the person you work for on their phone. Ask with ask_user before anything risky or irreversible, tell with send_notification. ' +
  'No answer is never a yes.';

const asJsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;

/** Advertises a schema and lets every value through: Nod parses itself, to name the field and the rule in its own error shape. */
function advertised(schema: z.ZodType, io: 'input' | 'output'): StandardSchemaWithJSON {
  const json = asJsonSchema(schema, io);
  return {
    '~standard': {
      version: 1,
      vendor: 'nod',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

const schemas = new Map<string, { input: StandardSchemaWithJSON; output: StandardSchemaWithJSON }>();
function schemasOf(tool: Tool) {
  let known = schemas.get(tool.name);
  if (!known) {
    known = { input: advertised(tool.input, 'input'), output: advertised(tool.output, 'output') };
    schemas.set(tool.name, known);
  }
  return known;
}

/** A fresh server for one request, with exactly the tools of its key (design, decision 5). */
export function createServer(facts: RequestFacts, _context: McpRequestContext): McpServer {
  const server = new McpServer(
    { name: 'nod', title: 'Nod', version: '0.1.0' },
    { capabilities: { tools: { listChanged: false } }, instructions },
  );
  for (const tool of toolsFor(facts.actor?.keyKind)) {
    const { input, output } = schemasOf(tool);
    const { title, description, annotations } = tool;
    server.registerTool(
      tool.name,
      { title, description, annotations, inputSchema: input, outputSchema: output },
      (args, context) => callTool(tool, args, context, facts),
    );
  }
  return server;
}

async function callTool(tool: Tool, args: unknown, context: ServerContext, facts: RequestFacts) {
  try {
    const input = parseOrThrow(tool.input, args ?? {});
    const result = facts.actor ? await tool.run(facts.actor, input, callOf(context, facts)) : tool.unavailable(input);
    const structuredContent = tool.output.parse(result) as Record<string, unknown>;
    // The same JSON as text: older hooks read only that.
    return { structuredContent, content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    const { body } = publicError(error, facts.requestId || newId());
    return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify(body) }] };
  }
}

function callOf(context: ServerContext, facts: RequestFacts): AskCall {
  const meta = context.mcpReq._meta;
  // The stateless revision names the client with each call; the library moves that out of _meta.
  const inMeta = factsInMeta({ ...context.mcpReq.envelope, ...meta });
  const clientName = inMeta.clientName ?? facts.clientName;
  const token = meta?.progressToken;
  return {
    receivedAt: facts.receivedAt,
    signal: AbortSignal.any([context.mcpReq.signal, facts.cancelled(context.mcpReq.id)]),
    ...inMeta,
    clientName: clientName && readableClientName(clientName),
    testTraffic: facts.testTraffic,
    progress:
      token === undefined
        ? undefined
        : (message, elapsedMs, totalMs) => {
            const params = {
              progressToken: token,
              progress: Math.round(elapsedMs / 1000),
              total: Math.round(totalMs / 1000),
              message,
            };
            // The client may be gone by now; its abort ends the wait.
            context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
          },
  };
}
