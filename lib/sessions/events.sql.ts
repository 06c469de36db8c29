import { query } from '@/lib/db/client';
import type { SettledRow } from '@/lib/questions/questions.sql';

/** One report of a hook, understood: what nod_report_events() takes in. */
export interface ReportedEvent {
  id: string;
  /** Order within its batch. */
  place: number;
  hook_id: string | null;
  session: string;
  machine: string;
  agent_type: string;
  agent_name: string;
  repo: string;
  cwd: string;
  event: string;
  line: string;
  /** What the agent does now, for its row in the panel; null leaves that as it is. */
  action: string | null;
  revives: boolean;
  ends: boolean;
  is_input: boolean;
  turn: 'ended' | 'kept' | null;
  failed: boolean;
}

/** How long this process has for the pushes that replace withdrawn questions, before another sends them. */
const pushLease = `interval '60 seconds'`;

/** Takes in a batch in one step; a report that came before counts as a duplicate. Gives the questions of sessions that ended. */
export async function reportEvents(
  workspaceId: string,
  events: ReportedEvent[],
): Promise<{ accepted: number; duplicates: number; settled: SettledRow[] }> {
  const rows = await query<{ accepted: number; duplicates: number; settled: SettledRow[] }>(
    `SELECT accepted, duplicates, settled FROM nod_report_events($1, $2::jsonb, ${pushLease})`,
    [workspaceId, JSON.stringify(events)],
    'report-events',
  );
  const row = rows[0];
  if (!row) throw new Error('nod_report_events() gave no row');
  return row;
}
