import { type DueSandboxAnswer, selectDueSandboxAnswers } from '@/lib/decisions/decisions.sql';
import { afterSettled } from '@/lib/questions/after-settled';
import { settleAsAnswered } from '@/lib/questions/questions.sql';

/** Answers decisions of sandbox keys a second after they were opened (spec 6.6). On several processes at once, each gets one answer. */
export async function answerInSandbox(limit: number): Promise<number> {
  const due = await selectDueSandboxAnswers(limit);
  for (const decision of due) {
    const settled = await settleAsAnswered({
      workspaceId: decision.workspace_id,
      id: decision.id,
      value: sandboxValue(decision),
      note: null,
      source: 'sandbox',
      memberId: null,
      endUserId: null,
      keyId: null,
      deviceId: null,
      deliveryId: null,
      webSessionId: null,
      shownDigest: null,
      rule: null,
    });
    if (settled) await afterSettled([settled]);
  }
  return due.length;
}

/** What the sandbox's person says: to a choice the first when they approve and the last when they do not, and their word as text. */
function sandboxValue({ type, options, outcome }: DueSandboxAnswer): string {
  const approves = outcome === 'approve';
  if (type === 'confirm') return approves ? 'yes' : 'no';
  if (type === 'select') return (approves ? options[0] : options.at(-1)) ?? '';
  return approves ? 'approved' : 'denied';
}
