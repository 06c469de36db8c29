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

/** How a part of a batch was taken. */
interface TakenPart {
  accepted: number;
  duplicates: number;
  /** The questions of sessions that ended. */
  settled: SettledRow[];
  /** The moment that the events are stored with. */
  at: Date;
}

/** Takes in a part of a batch in one step; a report that came before counts as a duplicate. `at` is what the batch's first part gave. */
export async function reportEvents(
  workspaceId: string,
  events: ReportedEvent[],
  at: Date | undefined,
): Promise<TakenPart> {
  const rows = await query<TakenPart>(
    `SELECT accepted, duplicates, settled, at FROM nod_report_events($1, $2::jsonb, $3, ${pushLease})`,
    [workspaceId, JSON.stringify(events), at ?? null],
    'report-events',
  );
  const row = rows[0];
  if (!row) throw new Error('nod_report_events() gave no row');
  return row;
}
