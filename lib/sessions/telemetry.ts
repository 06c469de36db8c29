import type { KeyActor } from '@/lib/actor';
import type { AgentEvent, HookReport } from '@/lib/contract/session';
import { cut, forbiddenCharacter } from '@/lib/contract/text';
import { newId } from '@/lib/ids';
import { log } from '@/lib/log';
import { fieldsOf, textIn } from '@/lib/policies/tool-input';
import { afterSettled } from '@/lib/questions/after-settled';
import { redact } from '@/lib/redact';
import { agentTypeName, agentTypeOf } from '@/lib/sessions/agent-type';
import { lineOf } from '@/lib/sessions/event-line';
import { type ReportedEvent, reportEvents } from '@/lib/sessions/events.sql';
import { meaningOf } from '@/lib/sessions/meanings';

/** One report as either route takes it, before it is understood. */
interface Report {
  event: string;
  hookId?: string;
  /** The client's clock: good for an order to show, for nothing else. */
  sentAt?: string;
  sessionId?: string;
  machineId?: string;
  agentType?: string;
  agentName?: string;
  repoKey?: string;
  cwd?: string;
  fields: Record<string, unknown>;
}

/** How a batch was taken: every envelope is in one of the three. */
export interface Taken {
  accepted: number;
  duplicates: number;
  ignored: number;
}

/** Takes in what hooks report of their sessions. A report that comes twice counts once, and what Nod does not know is ignored. */
export async function reportHooks(actor: KeyActor, { envelopes, machineId }: HookReport): Promise<Taken> {
  const reports = envelopes.flatMap((envelope) => readable(() => [reportOf(envelope, machineId)]));
  const taken = await takeIn(actor, reports);
  return { ...taken, ignored: envelopes.length - taken.accepted - taken.duplicates };
}

/** Takes in one event of a session's life, as agents without hooks report it. */
export async function reportEvent(actor: KeyActor, input: AgentEvent): Promise<void> {
  const { event, hookId, sessionId, machineId, agentType, agentName, repoKey, cwd, ...fields } = input;
  await takeIn(actor, [{ event, hookId, sessionId, machineId, agentType, agentName, repoKey, cwd, fields }]);
}

function reportOf(envelope: HookReport['envelopes'][number], machineId: string | undefined): Report {
  const { hookId, event, source, sentAt, cwd, repoKey, sessionId, payload } = envelope;
  const fields = fieldsOf(payload);
  return {
    event,
    hookId,
    sentAt,
    sessionId: sessionId ?? shortId(nameIn(fields, 'session_id', 'sessionId', 'conversation_id', 'conversationId')),
    machineId,
    agentType: source,
    repoKey,
    cwd: cwd ?? nameIn(fields, 'cwd') ?? nameIn({ root: [fields.workspace_roots].flat()[0] }, 'root'),
    fields,
  };
}

/** What agents send may be anything: a report that Nod fails to read is ignored, and costs the others of its batch nothing. */
function readable<Read>(read: () => Read[]): Read[] {
  try {
    return read();
  } catch (error) {
    // Without the message: it may repeat what was reported.
    log.debug('a report of a hook could not be read', { problem: error instanceof Error ? error.name : typeof error });
    return [];
  }
}

/** Most reports in one step: who asks waits for no more than these. */
const mostAtOnce = 100;

async function takeIn(actor: KeyActor, reports: Report[]): Promise<{ accepted: number; duplicates: number }> {
  const events = inShownOrder(reports).flatMap((report) => readable(() => understood(report)));
  const taken = { accepted: 0, duplicates: 0 };
  let at: Date | undefined;
  // A batch that fails half way comes again, and what was taken of it then counts as duplicates.
  for (let first = 0; first < events.length; first += mostAtOnce) {
    const part = await reportEvents(actor.workspaceId, events.slice(first, first + mostAtOnce), at);
    at = part.at;
    taken.accepted += part.accepted;
    taken.duplicates += part.duplicates;
    await afterSettled(part.settled);
  }
  return taken;
}

/** Gives each report an id in the order that the client says they were sent in, where it says so; their effects keep the order they came in. */
function inShownOrder(reports: Report[]): (Report & { id: string; place: number })[] {
  const ids = reports.map(newId).sort();
  const sentMs = reports.map(({ sentAt }) => Date.parse(sentAt ?? ''));
  const order = reports.map((_, place) => place);
  if (!sentMs.some(Number.isNaN)) order.sort((one, other) => (sentMs[one] ?? 0) - (sentMs[other] ?? 0) || one - other);
  const rank = new Map(order.map((place, index) => [place, index]));
  return reports.map((report, place) => ({ ...report, place, id: ids[rank.get(place) ?? place] ?? newId() }));
}

/** A report as it is stored; none for an event that Nod does not know or that names no session. */
function understood(report: Report & { id: string; place: number }): ReportedEvent[] {
  const { id, place, event, hookId, sessionId, machineId, agentType, agentName, repoKey, cwd, fields } = report;
  const meaning = meaningOf(event, fields);
  if (!meaning || !sessionId) return [];
  const { line, action } = lineOf(meaning, event, fields, cwd);
  const type = agentTypeOf(shownName(agentType));
  return [
    {
      id,
      place,
      hook_id: hookId ?? null,
      session: sessionId,
      machine: machineId ?? '',
      agent_type: type,
      agent_name: shownName(agentName) ?? agentTypeName(type) ?? '',
      repo: shownName(repoKey) ?? '',
      cwd: redact(cwd ?? ''),
      event: meaning.event,
      line,
      action: action ?? null,
      revives: meaning.revives ?? false,
      ends: meaning.ends ?? false,
      is_input: meaning.isInput ?? false,
      turn: meaning.turn ?? null,
      failed: meaning.failed ?? false,
    },
  ];
}

/** A name as it may be stored and shown: without secrets, and no longer for it. */
const shownName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : cut(redact(name), 200);

/** A name or a path in a payload; one that cannot be stored counts as not given. */
function nameIn(fields: Record<string, unknown>, ...names: string[]): string | undefined {
  const value = textIn(fields, ...names);
  if (value === undefined || value.length > 4096 || /[\n\r\t]/.test(value)) return undefined;
  return forbiddenCharacter(value) === undefined ? value : undefined;
}

/** Ids have at most 200 characters, as everywhere (spec 2.9). */
const shortId = (value: string | undefined): string | undefined => (value && value.length <= 200 ? value : undefined);
