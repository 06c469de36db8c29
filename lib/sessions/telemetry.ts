import type { KeyActor } from '@/lib/actor';
import type { AgentEvent, HookReport } from '@/lib/contract/session';
import { forbiddenCharacter } from '@/lib/contract/text';
import { newId } from '@/lib/ids';
import { afterSettled } from '@/lib/questions/after-settled';
import { agentTypeName, agentTypeOf } from '@/lib/sessions/agent-type';
import { lineOf } from '@/lib/sessions/event-line';
import { type ReportedEvent, reportEvents } from '@/lib/sessions/events.sql';
import { meaningOf } from '@/lib/sessions/meanings';
import { fieldsOf, textIn } from '@/lib/sessions/tool-line';

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
  const reports = envelopes.map(({ hookId, event, source, sentAt, cwd, repoKey, sessionId, payload }): Report => {
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
  });
  return takeIn(actor, reports);
}

/** Takes in one event of a session's life, as agents without hooks report it. */
export async function reportEvent(actor: KeyActor, input: AgentEvent): Promise<void> {
  const { event, hookId, sessionId, machineId, agentType, agentName, repoKey, cwd, ...fields } = input;
  await takeIn(actor, [{ event, hookId, sessionId, machineId, agentType, agentName, repoKey, cwd, fields }]);
}

async function takeIn(actor: KeyActor, reports: Report[]): Promise<Taken> {
  const events = inShownOrder(reports).flatMap(understood);
  if (events.length === 0) return { accepted: 0, duplicates: 0, ignored: reports.length };
  const { accepted, duplicates, settled } = await reportEvents(actor.workspaceId, events);
  await afterSettled(settled);
  return { accepted, duplicates, ignored: reports.length - events.length };
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
  const type = agentTypeOf(agentType);
  return [
    {
      id,
      place,
      hook_id: hookId ?? null,
      session: sessionId,
      machine: machineId ?? '',
      agent_type: type,
      agent_name: agentName ?? agentTypeName(type) ?? '',
      repo: repoKey ?? '',
      cwd: cwd ?? '',
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

/** A name or a path in a payload; one that cannot be stored counts as not given. */
function nameIn(fields: Record<string, unknown>, ...names: string[]): string | undefined {
  const value = textIn(fields, ...names);
  if (value === undefined || value.length > 4096 || /[\n\r\t]/.test(value)) return undefined;
  return forbiddenCharacter(value) === undefined ? value : undefined;
}

/** Ids have at most 200 characters, as everywhere (spec 2.9). */
const shortId = (value: string | undefined): string | undefined => (value && value.length <= 200 ? value : undefined);
