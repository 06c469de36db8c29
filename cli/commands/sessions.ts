import { readArguments } from '@/cli/arguments';
import { callNod, requireSignedIn } from '@/cli/call';
import { fail, finish } from '@/cli/output';
import type { ListSessionsResult } from '@/lib/contract/session';

/** Lists which agents are at work, and what is open. */
export async function sessions(args: string[]): Promise<void> {
  const { values } = readArguments(args, {
    command: 'sessions',
    options: { status: { type: 'string' }, limit: { type: 'string' } },
  });
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 100))
    fail(`--limit must be a whole number from 1 to 100, and it is "${values.limit}".`, 'usage');
  const states = ['active', 'idle', 'waiting', 'errored'];
  if (values.status !== undefined && !states.includes(values.status))
    fail(`--status must be active, idle, waiting or errored, and it is "${values.status}".`, 'usage');
  const given = { ...(values.status ? { status: values.status } : {}), ...(limit ? { limit } : {}) };
  const result = await callNod(requireSignedIn(values), 'list_sessions', given);
  finish(result, listed(result as unknown as ListSessionsResult));
}

function listed({ sessions: found, pendingQuestions }: ListSessionsResult): string {
  const rows = found.map((session) => [
    session.computedStatus,
    session.agentName || session.agentType || 'Agent',
    session.timeAgo ?? '',
    session.lastAction ?? '',
  ]);
  const open = pendingQuestions.map(({ correlationId, agentName, question }) => [
    correlationId,
    agentName ?? '',
    question,
  ]);
  return [
    rows.length > 0 ? table(rows) : 'No agent has reported here.',
    ...(open.length > 0 ? ['', 'Waiting for an answer:', table(open)] : []),
  ].join('\n');
}

function table(rows: string[][]): string {
  const shown = rows.map((row) => row.map(oneLine));
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  return shown
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An agent's text must not steer the terminal, nor hide what stands around it. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 100);
