import { type DeviceActor, type LinkActor, type MemberActor, mayAnswer } from '@/lib/actor';
import type { DecisionStatus } from '@/lib/contract/decision';
import type { Presentation } from '@/lib/contract/decision-presentation';
import type { QuestionType } from '@/lib/contract/question';
import { selectDecisionPlace } from '@/lib/decisions/page.sql';
import { statusOf } from '@/lib/decisions/wire';
import { readQuestion } from '@/lib/questions/read';
import type { QuestionRow } from '@/lib/questions/row';

/** Who may open the page of a decision: its end user, by device or link, and the workspace's members, who look. */
export type DecisionViewer = DeviceActor | LinkActor | MemberActor;

export type ValueFormat = NonNullable<Presentation['changes']>[number]['format'];

/** One value that the action would have, as the integrator's code sent it. */
export interface Change {
  label: string;
  value: string | number | boolean;
  format: ValueFormat;
}

/** All that the page shows of a decision. Times are ISO strings; texts are as the integrator's code wrote them, without their secrets. */
export interface DecisionPage {
  id: string;
  /** Of what is shown here: the answer carries it, and is refused when the decision is another. */
  digest: string;
  workspaceName: string;
  agentName?: string;
  question: string;
  type: QuestionType;
  options: string[];
  placeholder?: string;
  context?: string;
  presentation?: { label: string; effect: string; risk?: string; changes: Change[] };
  actor?: string;
  environment?: string;
  toolName?: string;
  toolTarget?: string;
  /** Sentences of Nod about what cannot be undone. */
  danger: string[];
  /** A yes needs a press-and-hold. */
  needsHold: boolean;
  state: DecisionStatus;
  expiresAt?: string;
  settledAt?: string;
  answer?: { value: string; note?: string; by: 'end_user' | 'member' | 'integrator' | 'sandbox' };
  /** Whom it asks, by the integrator's own id; told to members only. */
  askedOf?: string;
  isMember: boolean;
  canAnswer: boolean;
  poweredBy: boolean;
}

/**
 * Reads the page of a decision for whoever opens it; undefined when it is none of theirs, does not exist, or was settled more than a day ago
 * (members may still look then).
 */
export async function readDecisionPage(viewer: DecisionViewer, id: string): Promise<DecisionPage | undefined> {
  const row = await readQuestion(viewer.workspaceId, id);
  if (row?.kind !== 'decision' || !isFor(viewer, row)) return undefined;
  const place = await selectDecisionPlace(row.id);
  if (!place || (place.is_closed && viewer.by !== 'member')) return undefined;
  return {
    ...shownOf(row),
    workspaceName: place.workspace_name,
    isMember: viewer.by === 'member',
    ...(viewer.by === 'member' ? given('askedOf', row.external_id) : {}),
    canAnswer:
      row.state === 'pending' &&
      (viewer.by !== 'member' || (mayAnswer(viewer) && row.external_id === null && row.env === null)),
  };
}

const isFor = (viewer: DecisionViewer, row: QuestionRow): boolean =>
  viewer.by === 'member' || (row.end_user_id !== null && row.end_user_id === viewer.endUserId);

/** The field when there is something in it. */
const given = <Name extends string>(name: Name, value: string | null | undefined): { [Key in Name]?: string } =>
  value ? ({ [name]: value } as { [Key in Name]?: string }) : {};

function shownOf(row: QuestionRow) {
  const { decision: facts } = row;
  return {
    id: row.id,
    digest: row.content_digest,
    question: row.question,
    type: row.type,
    options: row.options,
    ...given('agentName', row.agent_name),
    ...given('placeholder', row.placeholder),
    ...given('context', row.context),
    ...given('actor', facts?.actor),
    ...given('environment', facts?.environment),
    ...given('toolName', row.tool_name),
    ...given('toolTarget', row.tool_target),
    ...(facts?.presentation ? { presentation: presentationOf(facts.presentation, facts.parameters ?? {}) } : {}),
    danger: row.danger,
    needsHold: row.danger.length > 0 || (row.type === 'confirm' && facts?.presentation?.risk !== undefined),
    state: statusOf(row),
    ...given('expiresAt', row.expires_at?.toISOString()),
    ...given('settledAt', row.settled_at?.toISOString()),
    ...(row.answer_value === null ? {} : { answer: answerOf(row, row.answer_value) }),
    poweredBy: facts?.poweredBy ?? true,
  };
}

function presentationOf(
  { label, effect, risk, changes = [] }: Presentation,
  parameters: Record<string, string | number | boolean>,
): DecisionPage['presentation'] {
  return {
    label,
    effect,
    ...given('risk', risk),
    changes: changes.flatMap(({ parameter, label: name, format }) => {
      const value = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
      return value === undefined ? [] : [{ label: name, value, format }];
    }),
  };
}

function answerOf(row: QuestionRow, value: string): DecisionPage['answer'] {
  const by = row.answered_by_key
    ? 'integrator'
    : row.answered_by
      ? 'member'
      : row.answer_source === 'sandbox'
        ? 'sandbox'
        : 'end_user';
  return { value, ...given('note', row.answer_note), by };
}
