import { query } from '@/lib/db/client';
import { decisionTitle } from '@/lib/delivery/payload';
import type { QuestionRow } from '@/lib/questions/row';

interface FrameRow {
  workspace_name: string;
  open: number;
}

/** What stands around an end user's decision on their device: who asks, and how many decisions wait for them. */
export async function decisionFrame(
  question: Pick<QuestionRow, 'workspace_id' | 'end_user_id' | 'agent_name'>,
): Promise<{ title: string; badge: number }> {
  const [row] = await query<FrameRow>(
    `SELECT workspace.name AS workspace_name,
            (SELECT count(*)::int FROM question WHERE question.workspace_id = $1 AND question.kind = 'decision' AND question.state = 'pending'
                AND question.end_user_id = $2 AND question.expires_at > nod_now()) AS open
       FROM workspace WHERE workspace.id = $1`,
    [question.workspace_id, question.end_user_id],
  );
  return { title: decisionTitle(row?.workspace_name ?? '', question.agent_name), badge: row?.open ?? 0 };
}
