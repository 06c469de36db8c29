import { ListSessions, ListSessionsResult } from '@/lib/contract/session';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';
import { listSessions as list } from '@/lib/sessions/list';

export const listSessions = defineTool({
  name: 'list_sessions',
  title: 'Which agents are at work',
  description:
    'Which agent sessions of this person are at work, idle, waiting for an answer or stopped by an error, and every question that is still open. ' +
    'Only reads. Use it to see whether another agent already works on the same thing or already asked.',
  keys: ['agent', 'full'],
  input: ListSessions,
  output: ListSessionsResult,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: list,
  unavailable: databaseIsDown('Nothing was read.'),
});
