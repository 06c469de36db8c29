import { query } from '@/lib/db/client';

export interface SeenSession {
  sessionId: string;
  machineId: string;
  agentType: string;
  agentName: string;
  repoKey: string;
  cwd: string;
  /** What it is about to do, in one line without secrets. */
  line: string;
}

/** Finds or makes the session and notes that a hook of it was heard of, and what for. */
export async function touchSession(workspaceId: string, seen: SeenSession): Promise<void> {
  await query('SELECT nod_hook_seen($1, $2, $3, $4, $5, $6, $7, $8)', [
    workspaceId,
    seen.sessionId,
    seen.machineId,
    seen.agentType,
    seen.agentName,
    seen.repoKey,
    seen.cwd,
    seen.line,
  ]);
}
