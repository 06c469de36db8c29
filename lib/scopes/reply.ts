import type { ProposeScopeResult } from '@/lib/contract/scope';
import type { AskEnding } from '@/lib/questions/ask-and-wait';
import { askReply } from '@/lib/questions/reply';
import { isBareWord } from '@/lib/scopes/expand-paths';
import type { ProposedRow, ScopeToStore } from '@/lib/scopes/propose.sql';

type Contract = Pick<
  ScopeToStore,
  'sent_allowed' | 'sent_off_limits' | 'allowed_paths' | 'off_limits_paths' | 'promises' | 'done_when'
>;

const withoutScope = 'Go on as if there were no scope.';

/** What a proposal replies: as ask_user in the same situation (spec 2.3), with what holds of the scope (spec 4.4). */
export function proposalReply(ending: AskEnding, scope: ProposedRow): ProposeScopeResult {
  const { row } = ending;
  const asked = askReply(row, ending.situation, ending.report, ending.windowMs);
  const ratified = row.state === 'answered' && row.answer_value === 'yes' && scope.state === 'ratified';
  const answeredAs = row.answer_value === 'yes' ? 'yes' : 'no';
  return {
    correlationId: row.id,
    ratified,
    answered: asked.answered ?? false,
    ...(row.state === 'answered' ? { value: answeredAs } : {}),
    status: asked.status,
    ...enforcement(scope, {
      hookSeen: scope.hook_seen,
      isTest: row.env === 'test',
      said: ratified ? row.answer_note : null,
    }),
    ...(scope.hook_seen === null ? {} : { hookSeen: scope.hook_seen }),
    ...(ratified ? {} : { note: noteFor(ending, scope) }),
    contract: contractOf(scope),
    ...(asked.nextAction ? { nextAction: asked.nextAction } : {}),
    ...(asked.handoffAction ? { handoffAction: asked.handoffAction } : {}),
  };
}

/** What a proposal replies that could not be stored, or not be read afterwards. */
export function proposalUnavailable(id: string, scope: Contract): ProposeScopeResult {
  return {
    correlationId: id,
    ratified: false,
    answered: false,
    status: 'unavailable',
    ...enforcement(scope, {}),
    note: `Nod cannot reach its database: no scope is in force. Stop here, and propose it again later. ${withoutScope}`,
    contract: contractOf(scope),
    handoffAction: 'stop',
  };
}

export const contractOf = (scope: Contract): ProposeScopeResult['contract'] => ({
  allowedPaths: scope.allowed_paths,
  offLimitsPaths: scope.off_limits_paths,
  doneWhen: scope.done_when,
  ...(scope.promises.length > 0 ? { promises: scope.promises } : {}),
});

/** What Nod checks of a scope, and what it does not. */
function enforcement(
  scope: Contract,
  { hookSeen, isTest, said }: { hookSeen?: boolean | null; isTest?: boolean; said?: string | null },
): Pick<ProposeScopeResult, 'enforces' | 'enforcementNote'> {
  const hasPaths = scope.allowed_paths.length + scope.off_limits_paths.length > 0;
  const words = [...scope.sent_allowed, ...scope.sent_off_limits].filter(isBareWord);
  const sentences: string[] = [];
  if (!hasPaths) sentences.push('It names no paths, so nothing is checked: doneWhen and promises are words only.');
  else if (isTest) sentences.push('Test traffic: nothing will be checked.');
  else if (hookSeen === false)
    sentences.push(
      'No hook has reported this sessionId: nothing will be checked until the session id is the one that your hooks report.',
    );
  if (words.length > 0) {
    const named = words.slice(0, 5).map((word) => `"${word}"`);
    sentences.push(
      `${named.join(', ')}${words.length > 5 ? ` and ${words.length - 5} more` : ''} will match only a folder or file of that name.`,
    );
  }
  // A yes has no other place for what the person added to it.
  if (said) sentences.push(`The person says: ${said}`);
  return {
    enforces: hasPaths ? ['paths'] : [],
    ...(sentences.length > 0 ? { enforcementNote: sentences.join(' ') } : {}),
  };
}

/** How to go on without this scope. */
function noteFor({ row, situation, report }: AskEnding, scope: ProposedRow): string {
  switch (row.state) {
    case 'answered':
      if (scope.state === 'replaced') return 'A newer scope of this session has replaced this one: keep to that one.';
      return `The person declined this scope${row.answer_note ? `, and says: "${row.answer_note}".` : '.'} Ask which scope they want; until then there is none.`;
    case 'stopped':
      return `The person has stopped you: stop now, no scope is in force. If they let you go on: ${lower(withoutScope)}`;
    case 'cancelled':
      return `The proposal was withdrawn: no scope is in force. ${withoutScope}`;
    case 'expired':
      return `Nobody answered in time: no scope is in force. ${withoutScope}`;
    case 'notified':
    case 'terminal':
      return `The person wants to be asked in your own client: no scope is in force. ${withoutScope}`;
    case 'pending':
      if (situation === 'held') return `Test traffic: nobody was asked, and no scope is in force. ${withoutScope}`;
      if (situation === 'nobody_reached')
        return `Nobody can be reached: no scope is in force. Cancel it with cancel_question, then ask in your own client. ${withoutScope}`;
      return `${report?.heldBack ? 'The phone is kept silent; the proposal waits in Nod.' : 'No answer yet.'} No scope is in force: ${lower(withoutScope)} Call wait_for_answer with this correlationId; a late yes puts it in force.`;
  }
}

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
