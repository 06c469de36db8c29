import type { MemberActor } from '@/lib/actor';
import { deliveryEntries, type TimelineEntry } from '@/lib/delivery/timeline';
import { dangerOfQuestion } from '@/lib/policies/danger-of-command';
import { agentLabel } from '@/lib/questions/agent-label';
import { answerPlace } from '@/lib/questions/answer-place';
import type { DeliveryFact, QuestionDetail } from '@/lib/questions/detail.sql';
import { answerInWords } from '@/lib/questions/receipt';
import type { QuestionRow } from '@/lib/questions/row';

const optional = <Name extends string>(name: Name, value: string | null | undefined): { [key in Name]?: string } =>
  value ? ({ [name]: value } as { [key in Name]?: string }) : {};

/** What every page shows of a question: only text and times, no ids of people. */
export function questionSummary(row: QuestionRow) {
  const { agent, project } = agentLabel(row.agent_name);
  const body = row.action_body;
  const size = row.action_body_size ?? body?.length ?? 0;
  return {
    id: row.id,
    askedAt: row.created_at.toISOString(),
    ...optional('expiresAt', row.expires_at?.toISOString()),
    agentName: row.agent_name,
    agentLabel: agent,
    ...optional('project', project),
    type: row.type,
    question: row.question,
    options: row.rich?.options ?? row.options.map((label) => ({ label })),
    multiSelect: row.rich?.multiSelect ?? false,
    allowOther: row.rich?.allowOther ?? false,
    ...optional('header', row.rich?.header),
    ...optional('placeholder', row.placeholder),
    ...optional('context', row.context),
    ...optional('intent', row.intent),
    ...optional('action', row.action),
    ...optional('blocker', row.blocker),
    ...(body ? { actionBody: { text: body, originalLength: size, cut: size > [...body].length } } : {}),
    ...optional('toolName', row.tool_name),
    ...optional('toolTarget', row.tool_target),
    danger: row.danger,
    riskyWords:
      row.danger.length > 0
        ? dangerOfQuestion([row.question, row.action, ...row.options], row.tool_name, [
            row.tool_target,
            row.action_body,
          ])
            .map(({ words }) => words)
            .filter((words) => words !== '')
        : [],
    digest: row.content_digest,
    isHookAsk: row.is_hook_ask,
    state: row.state,
    ...optional('settledReason', row.settled_reason),
    listening: row.listening,
    agentGone: row.agent_gone,
    facts: [] as { label: string; value: string; detail?: string; mono?: boolean }[],
    timeline: [] as TimelineEntry[],
  };
}

/** Everything the decision page shows: the summary, what the server knows, and what happened so far. */
export function questionPageView(
  row: QuestionRow,
  detail: QuestionDetail,
  deliveries: DeliveryFact[],
  viewer: MemberActor,
) {
  return {
    ...questionSummary(row),
    facts: factsOf(row, detail),
    timeline: timelineOf(row, detail, deliveries, viewer),
    pickedUp: row.picked_up_at !== null,
    ...(row.state === 'answered' && row.settled_at
      ? {
          answer: {
            value: row.answer_value ?? '',
            ...optional('note', row.answer_note),
            at: row.settled_at.toISOString(),
            sourceSentence: whereAnswered(row, detail),
            byYou: detail.answered_by_person === viewer.personId,
            ...optional('byName', detail.answered_by_name || detail.answered_by_email),
          },
        }
      : {}),
  };
}

function factsOf(row: QuestionRow, detail: QuestionDetail) {
  const facts: { label: string; value: string; detail?: string; mono?: boolean }[] = [];
  if (detail.key_name)
    facts.push({ label: 'Key', value: detail.key_name, detail: `${detail.key_prefix?.slice(0, 7)}…`, mono: true });
  if (row.session_id)
    facts.push({
      label: 'Session',
      value: row.session_id,
      ...optional('detail', row.machine_id && `on ${row.machine_id}`),
    });
  else if (row.machine_id) facts.push({ label: 'Machine', value: row.machine_id });
  if (row.repo_key) facts.push({ label: 'Repository', value: row.repo_key });
  if (row.tool_name)
    facts.push({ label: 'Tool', value: row.tool_name, ...optional('detail', row.tool_path), mono: true });
  if (row.held === 'unattributed')
    facts.push({ label: 'Held', value: 'No device was alerted: the agent did not say which session asks.' });
  if (row.env === 'test') facts.push({ label: 'Test', value: 'Marked as test traffic. No device was alerted.' });
  return facts;
}

const whereAnswered = (row: QuestionRow, detail: QuestionDetail): string =>
  answerPlace(row.answer_source, detail.answered_on_name);

function timelineOf(
  row: QuestionRow,
  detail: QuestionDetail,
  deliveries: DeliveryFact[],
  viewer: MemberActor,
): TimelineEntry[] {
  const { agent, project } = agentLabel(row.agent_name);
  const entries: TimelineEntry[] = [
    {
      kind: 'fact',
      title: 'Asked',
      at: row.created_at.toISOString(),
      ...optional('detail', [project, row.machine_id && `on ${row.machine_id}`].filter(Boolean).join(' ')),
    },
    ...deliveryEntries(deliveries),
  ];
  const at = row.settled_at?.toISOString();
  if (row.state === 'answered') {
    const byYou = detail.answered_by_person === viewer.personId;
    const who = byYou ? 'You' : detail.answered_by_name || detail.answered_by_email || 'Somebody';
    entries.push({
      kind: 'you',
      title: `${who} answered ${answerInWords(row.answer_value)}`,
      ...optional('detail', capital(whereAnswered(row, detail))),
      at,
    });
    entries.push(pickUpEntry(row, agent));
  } else if (row.settled_reason === 'kill_switch')
    entries.push({ kind: 'stopped', title: 'Stopped', detail: 'All agents, or this one, were stopped', at });
  else if (row.settled_reason === 'session_ended')
    entries.push({ kind: 'stopped', title: `Withdrawn: ${agent} ended its session`, at });
  else if (row.state === 'terminal' || row.state === 'notified')
    entries.push({ kind: 'stopped', title: `To be asked where ${agent} runs`, detail: 'Your mode says so', at });
  else if (row.state === 'expired')
    entries.push({ kind: 'stopped', title: 'Ran out of time', detail: 'Nobody answered', at });
  else if (row.state !== 'pending')
    entries.push({
      kind: 'stopped',
      title: `Withdrawn by ${agent}`,
      at,
      ...(row.settled_reason === 'handoff' ? { detail: 'To be asked where it runs' } : {}),
    });
  return entries;
}

function pickUpEntry(row: QuestionRow, agent: string): TimelineEntry {
  if (!row.picked_up_at || !row.settled_at)
    return {
      kind: 'notReported',
      title: `Not yet fetched by ${agent}`,
      detail: 'Your answer is kept; it gets it when it asks again',
    };
  const afterMs = row.picked_up_at.getTime() - row.settled_at.getTime();
  return {
    kind: 'fact',
    title: `Picked up by ${agent}`,
    detail:
      afterMs < 1000
        ? `It was listening: ${Math.max(0, afterMs)} ms later`
        : `It asked again ${Math.round(afterMs / 1000)} s later`,
    at: row.picked_up_at.toISOString(),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
