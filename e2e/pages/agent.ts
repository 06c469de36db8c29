import { expect } from '@playwright/test';
import { rawCall } from '../server/mcp';
import type { NodServer } from '../server/start-server';

/** An agent as far as pages see it: it asks, and reads what the person answered. */
type Asked = Pick<NodServer, 'url' | 'apiKey'>;

async function toolResult(server: Asked, tool: string, args: Record<string, unknown>) {
  const { structured, isError } = await rawCall(server.url, tool, args, { key: server.apiKey });
  expect(isError, JSON.stringify(structured)).toBe(false);
  return structured;
}

/** Asks and does not wait; gives the question's id. */
export async function ask(server: Asked, args: Record<string, unknown>): Promise<string> {
  const given = { agentName: 'Claude Code - checkout-api', wait: false, ...args };
  return String((await toolResult(server, 'ask_user', given)).correlationId);
}

/** Proposes a scope and does not wait for long; gives the id of the question. */
export async function propose(server: Asked, args: Record<string, unknown>): Promise<string> {
  const given = { agentName: 'Claude Code - checkout-api', doneWhen: 'The refund tests pass', timeoutMs: 1, ...args };
  return String((await toolResult(server, 'propose_scope', given)).correlationId);
}

/** What the agent gets when it asks for the answer now. */
export const answerOf = (server: Asked, correlationId: string) =>
  toolResult(server, 'wait_for_answer', { correlationId, timeoutMs: 0 });

/** The agent no longer needs the answer. */
export const withdraw = (server: Asked, correlationId: string) =>
  toolResult(server, 'cancel_question', { correlationId });

/** Tells something and asks along with it; gives the ids of both. */
export async function tell(
  { query, ...server }: NodServer,
  args: Record<string, unknown>,
): Promise<{ notificationId: string; questionId: string }> {
  const given = { agentName: 'Codex - web', body: 'Everything is green.', ...args };
  const { linkedCorrelationId } = await toolResult(server, 'send_notification', given);
  const [row] = await query<{ id: string }>('SELECT id FROM notification WHERE linked_question_id = $1', [
    linkedCorrelationId ?? null,
  ]);
  if (!row) throw new Error('The notification has no question.');
  return { notificationId: row.id, questionId: String(linkedCorrelationId) };
}

/** A command that cannot be undone, as a hook asks about it. */
export const dangerous = {
  question: 'Run this command?',
  toolName: 'Bash',
  toolTarget: 'rm -rf build',
  actionBody: 'rm -rf build',
  sessionId: 'session-danger',
  machineId: 'laptop',
};
