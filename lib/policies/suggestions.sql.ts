import { query } from '@/lib/db/client';

export interface EqualAnswersRow {
  toolName: string;
  toolTarget: string;
  answer: 'yes' | 'no';
  times: number;
  /** The repository of all of them, when they have one in common. */
  repoKey: string | null;
  firstAt: Date;
  /** All of them are this member's own. */
  byViewer: boolean;
}

const holdsMark = (text: string) => `EXISTS (SELECT 1 FROM unnest($7::text[]) mark WHERE strpos(${text}, mark) > 0)`;

/**
 * Tool calls that people always answered the same, at least `least` times in the last `days`: of the newest `read` answers to hooks, the
 * most often answered first. A call that was once answered otherwise, or handed back to the keyboard, is not among them; nor is one whose
 * target was cut or holds a removed secret, because it is not what would run.
 */
export function selectEqualAnswers(
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  {
    days,
    read,
    least,
    longestTarget,
    secretMarks,
  }: Record<'days' | 'read' | 'least' | 'longestTarget', number> & {
    /** What stands where a secret was taken out, by Nod or by its hook. */
    secretMarks: string[];
  },
): Promise<EqualAnswersRow[]> {
  return query<EqualAnswersRow>(
    `SELECT tool_name AS "toolName", tool_target AS "toolTarget", min(answer_value) AS answer, count(*)::int AS times, min(settled_at) AS "firstAt",
            bool_and(answered_by = $2) AS "byViewer",
            CASE WHEN count(repo_key) = count(*) AND count(DISTINCT repo_key) = 1 AND NOT ${holdsMark('min(repo_key)')} THEN min(repo_key) END AS "repoKey"
       FROM (SELECT * FROM question
              WHERE workspace_id = $1 AND state = 'answered' AND is_hook_ask AND env IS NULL
                AND settled_at > (SELECT nod_now() - $3::int * interval '1 day')
              ORDER BY settled_at DESC LIMIT $4) newest
      WHERE kind = 'question' AND type = 'confirm' AND scope_path IS NULL AND answered_by IS NOT NULL AND tool_name <> '' AND tool_target <> ''
        AND char_length(tool_name) < 100 AND char_length(tool_target) < $6 AND NOT ${holdsMark('tool_name')} AND NOT ${holdsMark('tool_target')}
      GROUP BY tool_name, tool_target
     HAVING count(*) >= $5 AND min(answer_value) = max(answer_value) AND min(answer_value) IN ('yes', 'no')
      ORDER BY times DESC, max(settled_at) DESC`,
    [workspaceId, memberId, days, read, least, longestTarget, secretMarks],
  );
}

export interface DeclinedRow {
  pattern: string;
  /** Empty for all repositories. */
  repoKey: string;
}

/** The suggestions that somebody of this workspace wants to hear no more. */
export const selectDeclined = (workspaceId: string): Promise<DeclinedRow[]> =>
  query<DeclinedRow>('SELECT pattern, repo_key AS "repoKey" FROM declined_rule WHERE workspace_id = $1', [workspaceId]);

/** Notes that a suggestion is not wanted; twice is once. */
export async function insertDeclined(workspaceId: string, { pattern, repoKey }: DeclinedRow): Promise<void> {
  await query(
    `WITH declined AS (
       INSERT INTO declined_rule (workspace_id, pattern, repo_key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING workspace_id)
     SELECT nod_tell(workspace_id, workspace_id, 'policy') FROM declined`,
    [workspaceId, pattern, repoKey],
  );
}
