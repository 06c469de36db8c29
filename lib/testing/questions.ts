import type { KeyActor } from '@/lib/actor';
import { AskUser, type AskUserResult } from '@/lib/contract/question';
import { query } from '@/lib/db/client';
import { planAsJson, planNow } from '@/lib/delivery/facts';
import { newId } from '@/lib/ids';
import { ask } from '@/lib/questions/ask';
import type { AskCall } from '@/lib/questions/ask-and-wait';
import { digestContent } from '@/lib/questions/digest';
import { prepareAsk } from '@/lib/questions/prepare';
import { type PushTarget, storeQuestion } from '@/lib/questions/questions.sql';
import type { QuestionRow } from '@/lib/questions/row';

type Fields = Record<string, unknown>;

/** Asks as an agent does, without waiting unless told to. */
export function askAs(actor: KeyActor, fields: Fields = {}, call: Partial<AskCall> = {}): Promise<AskUserResult> {
  const input = AskUser.parse({ question: 'Ship it?', wait: false, ...fields });
  return ask(actor, input, { receivedAt: performance.now(), ...call });
}

/** Stores an open question, plans its pushes and does nothing else. Gives its id, the digest that a page would show, and what would be pushed. */
export async function storeOpen(
  actor: KeyActor,
  fields: Fields = {},
  lifetimeMs: number | null = null,
): Promise<{ id: string; digest: string; expiresAt: Date | null; targets: PushTarget[] }> {
  const prepared = prepareAsk(actor, newId(), AskUser.parse({ question: 'Ship it?', ...fields }), {});
  const digest = await digestContent(prepared.content);
  const { workspaceId, memberId: speaksFor } = actor;
  const plan = await planNow({ workspaceId }, { subject: 'question', speaksFor, urgent: false });
  const row = { ...prepared.fields, state: plan.state, delivery_mode: plan.mode, content_digest: digest };
  const stored = await storeQuestion(row, lifetimeMs, planAsJson(plan), 40_000);
  if (stored.outcome !== 'stored') throw new Error(`The question was not stored: ${stored.outcome}`);
  return { id: prepared.fields.id, digest, expiresAt: stored.expires_at, targets: stored.targets ?? [] };
}

/** The row as it stands, settling nothing. */
export async function rowOf(id: string): Promise<QuestionRow> {
  const [row] = await query<QuestionRow>('SELECT * FROM question WHERE id = $1', [id]);
  if (!row) throw new Error(`There is no question ${id}.`);
  return row;
}

/** Names of the ledger's events about one thing, in their order. */
export async function ledgerOf(id: string): Promise<string[]> {
  const rows = await query<{ event: string }>('SELECT event FROM ledger_entry WHERE subject_id = $1 ORDER BY seq', [
    id,
  ]);
  return rows.map(({ event }) => event);
}

export const callNow = () => ({ receivedAt: performance.now() });
