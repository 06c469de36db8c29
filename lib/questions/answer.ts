import { type DeviceActor, type KeyActor, type LinkActor, type MemberActor, mayAnswer } from '@/lib/actor';
import type { AnswerSource } from '@/lib/contract/question';
import { characters, forbiddenCharacter } from '@/lib/contract/text';
import { AppError, refusal } from '@/lib/errors';
import { type AlwaysChoice, alwaysRuleOf } from '@/lib/policies/always-allow';
import { refuseFullRules } from '@/lib/policies/room-for-rule.sql';
import { afterSettled } from '@/lib/questions/after-settled';
import { mustBeRead } from '@/lib/questions/must-be-read';
import { settleAsAnswered } from '@/lib/questions/questions.sql';
import { readQuestion } from '@/lib/questions/read';
import type { QuestionRow } from '@/lib/questions/row';

export interface Answering {
  id: string;
  /** yes or no, the chosen option, the chosen labels, or the text. */
  value: string;
  note?: string;
  source?: AnswerSource;
  /** The digest of what the person was shown. Needed from pages; a token names its one question instead. */
  shownDigest?: string;
  /** All of it stood before the person: on its page, not on a lock screen. */
  onPage?: boolean;
  /** The person held the button, or ticked the box that stands for it: needed to approve what cannot be undone. */
  deliberate?: boolean;
  /** The person allows the same without being asked, from now on for so long; only with a yes. */
  always?: AlwaysChoice;
}

/**
 * Who may answer at all: a member; a device with its one-use token; whoever holds the one-use link of a decision; a key that passes on what
 * an end user said in the integrator's own app.
 */
export type Answerer = MemberActor | DeviceActor | LinkActor | KeyActor;

/** Who won, for telling the person; `recorded` says whether it was this answer. */
export interface AnswerOutcome {
  recorded: boolean;
  row: QuestionRow;
}

/**
 * Records one answer, if the question is still open and still what was shown. The loser of a race is told who won, not an error.
 * Throws AppError `not_found`, `forbidden`, `invalid_request` (naming the rule) or `changed`.
 */
export async function answerQuestion(actor: Answerer, answering: Answering): Promise<AnswerOutcome> {
  const { workspaceId } = actor;
  const row = await readQuestion(workspaceId, answering.id);
  if (!row || !concerns(actor, row)) throw new AppError('not_found', 'There is no such question.');
  if (actor.by === 'member') refuseOutsider(actor, row);
  if (row.state !== 'pending') return { recorded: isOwnAnswer(actor, answering, row), row };
  if (mustSayWhatWasShown(actor, answering) && answering.shownDigest !== row.content_digest) {
    throw new AppError('changed', 'This is no longer the question that you were shown. Nothing was answered.');
  }
  refuseHastyApproval(actor, row, answering);
  const value = checkedValue(row, answering.value);
  const rule = alwaysRuleOf(row, value, actor.by === 'member' ? answering.always : undefined);
  if (rule) await refuseFullRules(workspaceId);
  const settled = await settleAsAnswered({
    workspaceId,
    id: row.id,
    value,
    note: checkedNote(answering.note),
    source: answering.source ?? null,
    ...authorityOf(actor),
    deviceId: actor.by === 'device' ? actor.deviceId : null,
    deliveryId: actor.by === 'device' ? actor.deliveryId : null,
    webSessionId: actor.by === 'member' ? actor.webSessionId : null,
    shownDigest: row.content_digest,
    rule,
  });
  if (settled) await afterSettled([settled]);
  const now = await readQuestion(workspaceId, row.id);
  if (!now) throw new AppError('not_found', 'There is no such question.');
  if (!settled && now.state === 'pending')
    throw new AppError('forbidden', 'This answer was not accepted: you may no longer answer here.');
  return { recorded: settled !== undefined || isOwnAnswer(actor, answering, now), row: now };
}

/** A decision concerns its end user and the keys that opened it; every other question the members. */
function concerns(actor: Answerer, row: QuestionRow): boolean {
  const isDecision = row.kind === 'decision';
  if (actor.by === 'member') return true;
  if (actor.by === 'key') return isDecision && actor.keyKind === 'full' && row.env === null;
  if (actor.by === 'device' && actor.endUserId === null) return !isDecision;
  return isDecision && row.end_user_id === actor.endUserId;
}

/** A token names its one question, and so does the integrator's own app; a page says what stood on it. */
const mustSayWhatWasShown = (actor: Answerer, { onPage }: Answering): boolean =>
  actor.by === 'member' || actor.by === 'link' || onPage === true;

/** Throws AppError `forbidden` for a member who may only look. */
function refuseOutsider(actor: MemberActor, row: QuestionRow): void {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers can read questions but not answer them.');
  if (row.external_id !== null) throw new AppError('forbidden', 'This is for your end user to decide, not for you.');
  if (row.kind === 'decision' && row.env === 'test')
    throw new AppError('forbidden', 'The sandbox answers this by itself.');
}

/** In whose name the answer is recorded. */
function authorityOf(actor: Answerer): { memberId: string | null; endUserId: string | null; keyId: string | null } {
  const nobody = { memberId: null, endUserId: null, keyId: null };
  if (actor.by === 'member') return { ...nobody, memberId: actor.memberId };
  if (actor.by === 'key') return { ...nobody, keyId: actor.keyId };
  return actor.by === 'link' || actor.endUserId !== null
    ? { ...nobody, endUserId: actor.endUserId }
    : { ...nobody, memberId: actor.memberId };
}

/**
 * Whether the answer that counts is this very one, sent again because its receipt was lost on the way: the person must not be told that
 * their tap was not used when it was.
 */
function isOwnAnswer(actor: Answerer, { value }: Answering, row: QuestionRow): boolean {
  if (row.state !== 'answered' || row.answer_value !== value) return false;
  switch (actor.by) {
    case 'device':
      return row.answered_on === actor.deviceId;
    case 'member':
      return row.answered_by === actor.memberId && !fromNotification(row);
    case 'link':
      return row.answered_on === null && row.answered_by_key === null;
    case 'key':
      return row.answered_by_key === actor.keyId;
  }
}

const fromNotification = ({ answer_source: source }: QuestionRow): boolean =>
  source === 'mobile_background' || source === 'answer_link';

/**
 * What cannot be undone is approved by a press-and-hold on its page, never by a tap on a lock screen (spec 5.5); nor is what a lock screen
 * does not show whole. Refusing is always easy.
 */
function refuseHastyApproval(actor: Answerer, row: QuestionRow, answering: Answering): void {
  const { value, deliberate } = answering;
  // What the integrator's own app shows, and how, is its own business.
  if (deliberate || value === 'no' || value === 'defer' || actor.by === 'key') return;
  if (row.danger.length > 0)
    throw new AppError(
      'forbidden',
      'This cannot be undone, so a tap is not enough: open the question and hold the button.',
    );
  if (row.type === 'confirm' && row.decision?.presentation?.risk)
    throw new AppError('forbidden', 'A tap is not enough for this: open it and hold the button.');
  const why = actor.by === 'device' && !answering.onPage ? mustBeRead(row) : undefined;
  if (why) throw new AppError('forbidden', `${why}: open the question.`);
}

const refuse = (field: string, message: string): never => {
  throw refusal(field, message);
};

/** The value as it is stored (spec 2.1), or an error that names the rule. */
function checkedValue(row: QuestionRow, value: string): string {
  if (value === 'defer' && row.is_hook_ask) return value;
  const bad = forbiddenCharacter(value);
  if (bad) refuse('answer', bad);
  if (row.type === 'confirm' && value !== 'yes' && value !== 'no') refuse('answer', 'must be yes or no');
  if (row.type === 'select') checkChoice(row, value);
  if (value.trim() === '') refuse('answer', 'must not be empty');
  if (value.length > 4000 && characters(value) > 4000) refuse('answer', 'at most 4000 characters are allowed');
  return value;
}

function checkChoice(row: QuestionRow, value: string): void {
  if (row.rich?.allowOther || row.options.includes(value)) return;
  if (row.rich?.multiSelect && isJoinOf(row.options, value)) return;
  refuse('answer', 'must be one of the options');
}

/** Whether the value is one or more of the options joined by ", " in their order (labels may hold commas themselves). */
function isJoinOf(options: string[], value: string): boolean {
  if (value === '') return false;
  return options.some((option, index) => {
    if (value === option) return true;
    return value.startsWith(`${option}, `) && isJoinOf(options.slice(index + 1), value.slice(option.length + 2));
  });
}

function checkedNote(note: string | undefined): string | null {
  if (note === undefined || note.trim() === '') return null;
  const bad = forbiddenCharacter(note);
  if (bad) refuse('note', bad);
  if (characters(note) > 1000) refuse('note', 'at most 1000 characters are allowed');
  return note;
}
