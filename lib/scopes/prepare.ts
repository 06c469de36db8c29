import type { KeyActor } from '@/lib/actor';
import type { ProposeScope } from '@/lib/contract/scope';
import { cut } from '@/lib/contract/text';
import { newId } from '@/lib/ids';
import { type CallFacts, type PreparedAsk, prepareAsk } from '@/lib/questions/prepare';
import { redact } from '@/lib/redact';
import { expandPaths } from '@/lib/scopes/expand-paths';
import type { ScopeToStore } from '@/lib/scopes/propose.sql';

export interface PreparedProposal {
  asked: PreparedAsk;
  scope: ScopeToStore;
}

/**
 * Turns a proposal into its question and its scope, ready to store: paths expanded, secrets removed. Reads nothing, writes nothing. Throws
 * AppError `invalid_request` that names a pattern that cannot be stored.
 */
export function prepareProposal(actor: KeyActor, id: string, input: ProposeScope, call: CallFacts): PreparedProposal {
  const { sessionId, machineId, agentName, doneWhen, allowedPaths = [], offLimitsPaths = [], promises = [] } = input;
  const scope = scopeToStore(input);
  const question = questionText(scope);
  const base = prepareAsk(actor, id, { question, type: 'confirm', wait: true, sessionId, machineId, agentName }, call);
  const contract = JSON.stringify([sessionId, doneWhen, allowedPaths, offLimitsPaths, promises]);
  return {
    scope,
    asked: {
      ...base,
      // What a yes approves is the whole contract, not the sentence about it.
      content: { ...base.content, actionBody: contract },
      // Words like "deploy" in a promise run nothing.
      fields: { ...base.fields, kind: 'scope', danger: [] },
    },
  };
}

/** A proposal as it is stored. Throws AppError `invalid_request` that names a pattern that cannot be. */
export function scopeToStore({
  doneWhen,
  allowedPaths = [],
  offLimitsPaths = [],
  promises = [],
}: ProposeScope): ScopeToStore {
  return {
    id: newId(),
    sent_allowed: allowedPaths,
    sent_off_limits: offLimitsPaths,
    allowed_paths: expandPaths(allowedPaths, 'allowedPaths'),
    off_limits_paths: expandPaths(offLimitsPaths, 'offLimitsPaths'),
    promises: promises.map((promise) => redact(promise)),
    done_when: redact(doneWhen),
  };
}

/** The question on a lock screen: what may change first, what ends it last. */
export function questionText(scope: Pick<ScopeToStore, 'sent_allowed' | 'sent_off_limits' | 'done_when'>): string {
  const { sent_allowed: allowed, sent_off_limits: offLimits, done_when } = scope;
  const sentences = ['Agree to this scope?'];
  if (allowed.length > 0) sentences.push(`May change ${listed(allowed)}.`);
  if (offLimits.length > 0) sentences.push(`Will not touch ${listed(offLimits)}.`);
  if (allowed.length + offLimits.length === 0) sentences.push('It names no paths, so nothing is checked.');
  sentences.push(`Done when: ${cut(done_when, 200)}`);
  return sentences.join(' ');
}

function listed(patterns: string[]): string {
  const [first = '', second, ...rest] = patterns.map((pattern) => cut(pattern, 60));
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest.length} more`;
}
