import type { ScopeState } from '@/lib/contract/scope';

/** A scope as the database holds it (prisma/schema.prisma). */
export interface ScopeRow {
  id: string;
  workspace_id: string;
  agent_session_id: string | null;
  question_id: string;
  session_id: string;
  machine_id: string | null;
  agent_name: string;
  cwd: string | null;
  state: ScopeState;
  /** As the agent sent them; what is stored for judging stands in allowed_paths and off_limits_paths. */
  sent_allowed: string[];
  sent_off_limits: string[];
  allowed_paths: string[];
  off_limits_paths: string[];
  promises: string[];
  done_when: string;
  created_at: Date;
  settled_at: Date | null;
  ratified_by: string | null;
  replaced_at: Date | null;
}
