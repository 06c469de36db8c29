import type { GateCall } from '@/lib/contract/policy';
import { cut } from '@/lib/contract/text';
import type { GateActor } from '@/lib/gate/admit';
import { type Judged, storable, targetOf } from '@/lib/gate/judge';
import { insertVerdicts, type VerdictEntry } from '@/lib/gate/record.sql';
import { log } from '@/lib/log';
import { redact } from '@/lib/redact';

/** How long an allowed call may wait for its ledger row, in milliseconds; those of that time are written together. */
const gatherMs = 200;
/** What the ledger may fall behind by before the gate waits for it. */
const mostGathered = 1000;

interface Gathered {
  entries: VerdictEntry[];
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void>;
}

const shared = globalThis as typeof globalThis & { nodVerdicts?: Gathered };
const gathered = (): Gathered => {
  shared.nodVerdicts ??= { entries: [], timer: undefined, writing: Promise.resolve() };
  return shared.nodVerdicts;
};

/**
 * Puts a verdict into the ledger where a person, their rule or their scope decided; reading and what Nod has no opinion on would only bury
 * that. A refusal is written before the hook hears of it; an allowed call is gathered with others.
 */
export async function recordVerdict(actor: GateActor, input: GateCall, judged: Judged): Promise<void> {
  const entry = entryOf(actor, input, judged);
  if (!entry) return;
  if (entry.event === 'denied')
    // The refusal stands whatever becomes of its entry: an error here would leave the call to the agent's own rules.
    return insertVerdicts([entry]).catch((error) => log.error('a refusal is missing in the ledger', { error }));
  const state = gathered();
  state.entries.push(entry);
  if (state.entries.length >= mostGathered) return writeGathered();
  state.timer ??= setTimeout(() => void writeGathered(), gatherMs).unref();
}

/** Writes what was gathered; called at the end of a process too. Never throws: a verdict that was given stands. */
export function writeGathered(): Promise<void> {
  const state = gathered();
  clearTimeout(state.timer);
  state.timer = undefined;
  const entries = state.entries.splice(0);
  if (entries.length > 0)
    state.writing = state.writing
      .then(() => insertVerdicts(entries))
      .catch((error) => log.error('allowed calls are missing in the ledger', { entries: entries.length, error }));
  return state.writing;
}

function entryOf(actor: GateActor, input: GateCall, { verdict, call, decision }: Judged): VerdictEntry | undefined {
  const { scope, agent_session_id: session } = actor.facts;
  const inScope = scope !== null && call.kind === 'edit';
  const isStop = verdict.kind === 'deny' || verdict.kind === 'kill';
  if (!isStop && !(verdict.kind === 'allow' && (decision?.rule || inScope))) return undefined;
  const stopped = decision?.parts.find(({ effect }) => effect === 'deny');
  const finding = decision?.scope;
  return {
    workspaceId: actor.workspaceId,
    event: isStop ? 'denied' : 'allowed',
    subjectId: inScope ? scope.id : session,
    detail: {
      tool: call.tool,
      target: targetOf(call),
      reason: textOf(verdict.reason),
      session: input.sessionId,
      machine: input.machineId,
      rule: decision?.rule?.pattern,
      scope: inScope ? scope.id : undefined,
      path: textOf(finding?.path ?? (inScope ? stopped?.text : undefined)),
      pattern: finding?.pattern,
    },
  };
}

const textOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : cut(storable(redact(text)), 500);
