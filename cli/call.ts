import { type Connection, connection } from './config';
import { HttpError } from './http';
import { callTool, RefusedError, type ToolReply } from './mcp';
import { fail } from './output';

/** A connection that has a server and a key. */
export interface SignedIn extends Connection {
  server: string;
  apiKey: string;
}

/** The connection of a command that needs a key. Ends it with `not_signed_in` where there is none. */
export function requireSignedIn(given: { server?: string | undefined }): SignedIn {
  const found = connection(given);
  const { server, apiKey } = found;
  if (!server) return fail('You are not signed in. Run: nod login --server ADDRESS', 'not_signed_in');
  if (!apiKey) return fail(`You are not signed in to ${server}. Run: nod login --server ${server}`, 'not_signed_in');
  return { ...found, server, apiKey };
}

/** Calls a tool of Nod's and gives its value. Ends the command in words when it was not reached, or refused. */
export async function callNod(
  { server, apiKey }: SignedIn,
  name: string,
  given: Record<string, unknown>,
  timeoutMs = 20_000,
): Promise<Record<string, unknown>> {
  let reply: ToolReply;
  try {
    reply = await callTool({ server, apiKey, name, arguments: given, timeoutMs });
  } catch (error) {
    return failFrom(error, server);
  }
  if (!reply.isError) return reply.value;
  return fail(sentenceOf(reply.value) ?? `The server refused ${name}.`, 'failed', { details: reply.value });
}

/** Ends the command with what an error of cli/http.ts or cli/mcp.ts means for the person. */
export function failFrom(error: unknown, server: string): never {
  if (error instanceof HttpError) fail(`${server} cannot be reached: ${error.message}`, 'unreachable');
  if (error instanceof RefusedError) failFromStatus(error.status, error.message, server);
  throw error;
}

/** Ends the command with what a status of the server means for the person. */
export function failFromStatus(status: number, message: string | undefined, server: string): never {
  if (status === 401)
    fail(`${server} does not accept this key. Sign in again with: nod login --server ${server}`, 'key_refused');
  fail(message ?? `${server} answered ${status}.`, status >= 500 ? 'unreachable' : 'failed');
}

/** The sentence in an error of the server's; every one has it (spec 6.1). */
export function sentenceOf(value: unknown): string | undefined {
  const sentence = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  return typeof sentence === 'string' ? sentence : undefined;
}
