import { z } from 'zod';
import type { MemberActor } from '@/lib/actor';
import { deliveryEntries } from '@/lib/delivery/timeline';
import { isId } from '@/lib/ids';
import { selectNotification } from '@/lib/notifications/notifications.sql';
import { agentLabel } from '@/lib/questions/agent-label';
import { selectDeliveryFacts } from '@/lib/questions/detail.sql';
import { questionPage } from '@/lib/questions/pages';

const Stored = z.object({
  summary: z.string().optional(),
  details: z.array(z.string()).optional(),
  filesChanged: z.array(z.string()).optional(),
  errorMessage: z.string().optional(),
  errorFile: z.string().optional(),
  nextSteps: z.string().optional(),
});

/** Everything a notification's page shows, its embedded question included; undefined when there is none in this workspace. */
export async function notificationPage(actor: MemberActor, id: string) {
  const row = isId(id) ? await selectNotification(actor.workspaceId, id) : undefined;
  if (!row) return undefined;
  const { agent, project } = agentLabel(row.agent_name);
  const [deliveries, linked] = await Promise.all([
    selectDeliveryFacts('notification_id', id),
    row.linked_question_id ? questionPage(actor, row.linked_question_id) : undefined,
  ]);
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    body: row.body,
    agentLabel: agent,
    project,
    at: row.created_at.toISOString(),
    url: row.url ?? undefined,
    sessionId: row.session_id ?? undefined,
    machineId: row.machine_id ?? undefined,
    isTest: row.env === 'test',
    context: Stored.catch({}).parse(row.context ?? {}),
    suppressed: row.suppressed ?? undefined,
    deliveries: deliveryEntries(deliveries),
    question: linked?.view,
  };
}
