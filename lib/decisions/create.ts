import type { KeyActor } from '@/lib/actor';
import type { CreateDecision, CreatedDecision } from '@/lib/contract/decision';
import { approvalUrl, decisionUrl } from '@/lib/decisions/link';
import { type PreparedDecision, prepareDecision } from '@/lib/decisions/prepare';
import { noSuchDecision } from '@/lib/decisions/read';
import { answerOf, statusOf } from '@/lib/decisions/wire';
import { decisionFrame } from '@/lib/delivery/decision-frame';
import { deliverQuestion } from '@/lib/delivery/deliver';
import { pushLeaseMs } from '@/lib/delivery/send';
import { reachOf } from '@/lib/end-users/reachability';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { checkCallback } from '@/lib/questions/check-callback';
import { type AskedRow, storeQuestion } from '@/lib/questions/questions.sql';
import { readQuestion } from '@/lib/questions/read';
import type { QuestionRow } from '@/lib/questions/row';
import { clampWait, notePickedUp, type WaitingCall, waitUntilSettled } from '@/lib/questions/wait';
import { isKeyedDigestOf, keyedDigest } from '@/lib/secrets/keyed-digest';

/** How long a create with `wait` blocks unless it says so, in seconds. */
const waitSeconds = 55;

/**
 * Opens a decision for an end user (spec 6.2): stored with its planned pushes, then pushed, then waited for if asked to. The same
 * idempotencyKey with the same content gives the decision that is there. Throws AppError `subscription_required`, `forbidden`,
 * `unreachable`, `idempotency_conflict`, `limit_reached`, `invalid_request`.
 */
export async function createDecision(
  actor: KeyActor,
  input: CreateDecision,
  call: WaitingCall,
): Promise<CreatedDecision> {
  if (actor.workspaceSuspended) throw new AppError('subscription_required', 'This workspace is suspended.');
  if (input.callbackUrl) checkCallback(input.callbackUrl);
  const prepared = prepareDecision(actor, newId(), input);
  const stored = await store(prepared);
  if (!stored.id) throw new Error('A decision that was stored has no id.');
  const isRepeat = stored.outcome === 'repeated';
  if (isRepeat) await refuseOtherContent(actor, stored.id, prepared);
  else await push(prepared, stored);
  const endsAt = call.receivedAt + clampWait(input.wait ? (input.timeoutSeconds ?? waitSeconds) * 1000 : 0);
  const row = input.wait
    ? await waitUntilSettled(actor.workspaceId, stored.id, endsAt, call.signal)
    : await readQuestion(actor.workspaceId, stored.id);
  if (!row) throw noSuchDecision();
  if (!call.signal?.aborted) notePickedUp(row);
  return created(row, stored, isRepeat);
}

async function store(prepared: PreparedDecision): Promise<AskedRow> {
  const fields = { ...prepared.fields, content_digest: await keyedDigest(prepared.content) };
  const stored = await storeQuestion(fields, prepared.lifetimeMs, '[]', pushLeaseMs);
  const limit = stored.limit_value;
  switch (stored.outcome) {
    case 'unreachable':
      throw new AppError('unreachable', 'This end user has no device that can be reached. Nothing was stored.', {
        hint: 'Enrol a device of theirs (POST /enroll), or open the decision with approvalUrl: true and deliver the link yourself.',
      });
    case 'end_user_limit':
      throw new AppError(
        'limit_reached',
        `This end user already has ${limit} open decisions, the limit (open decisions per end user).`,
      );
    case 'workspace_limit':
      throw new AppError(
        'limit_reached',
        `This workspace already has ${limit} open decisions, its limit (open decisions per workspace).`,
      );
    default:
      return stored;
  }
}

/** Sends what was planned, without being waited for: its rows are tried again if need be. */
async function push({ fields }: PreparedDecision, stored: AskedRow): Promise<void> {
  if (!stored.targets?.length) return;
  const { workspace_id, agent_name } = fields;
  const { title } = await decisionFrame({ workspace_id, agent_name, end_user_id: null });
  deliverQuestion(fields, stored, { entries: [] }, title);
}

async function refuseOtherContent(actor: KeyActor, id: string, { content }: PreparedDecision): Promise<void> {
  const row = await readQuestion(actor.workspaceId, id);
  if (!row) throw noSuchDecision();
  if (await isKeyedDigestOf(row.content_digest, content)) return;
  throw new AppError(
    'idempotency_conflict',
    'This idempotencyKey was used for a decision with other content. Nothing was sent.',
  );
}

/** The reply to a create, of a decision as it stands now. */
async function created(row: QuestionRow, stored: AskedRow, isRepeat: boolean): Promise<CreatedDecision> {
  const status = statusOf(row);
  const value = answerOf(row);
  const isSandbox = row.env === 'test';
  const reach = isSandbox ? sandboxReach : reachOf(stored.device_count ?? 0, row.external_id);
  return {
    decisionId: row.id,
    status,
    answered: status === 'answered',
    ...(value === null ? {} : { value }),
    type: row.type,
    question: row.wire?.question ?? row.question,
    pollUrl: `${env().url}/api/v1/server/decisions/${row.id}`,
    decisionPageUrl: decisionUrl(row.id),
    // Nobody is named to whom the link could go, or nobody is asked.
    ...(row.decision?.approvalUrl && row.end_user_id !== null ? { approvalUrl: await approvalUrl(row.id) } : {}),
    expiresInSeconds: Math.max(0, Math.ceil((row.expires_in_ms ?? 0) / 1000)),
    ...(isRepeat ? { idempotent: true } : {}),
    ...reach,
  };
}

const sandboxReach = {
  reachable: true,
  reachableChannels: 1,
  deviceCount: 0,
  hint: 'Sandbox: nobody is asked. The answer comes by itself after a second, unless sandboxOutcome is no_answer.',
};
