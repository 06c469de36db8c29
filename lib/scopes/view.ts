import type { ScopeState } from '@/lib/contract/scope';

/** What pages show of scopes: plain data, secrets removed, times as ISO 8601. */

/** A scope in a list. */
export interface ScopeSummary {
  id: string;
  state: ScopeState;
  /** The question that asked for it, on /q/[id]. */
  questionId: string;
  agentName: string;
  /** The agent without its project, and the project when it names one. */
  agentLabel: string;
  project?: string;
  sessionId: string;
  /** The session's page, while Nod still knows the session. */
  agentSessionId?: string;
  machineId?: string;
  proposedAt: string;
  /** When it was agreed to, declined, withdrawn or ran out. */
  settledAt?: string;
  replacedAt?: string;
  /** Who agreed to it. */
  ratifiedBy?: WhoWhere;
  doneWhen: string;
  /** How many paths were sent, how many were added by answers, how many edits were stopped. */
  allowedCount: number;
  offLimitsCount: number;
  promiseCount: number;
  widenedCount: number;
  stoppedCount: number;
  /** Whether a hook of this session has reported, so that paths are checked; unknown when the session is gone. */
  hookSeen?: boolean;
}

/** Who did something, and on what. */
export interface WhoWhere {
  byYou: boolean;
  name?: string;
  /** "on Pixel 8, on the question’s page" without a capital: ready to stand in a sentence. */
  where?: string;
}

export interface AllowedPathView {
  /** As the agent sent it. */
  pattern: string;
  /** What is stored beside it ("docs" also covers "docs/**"). */
  alsoCovers: string[];
  /** A word that matches only a folder or file of that very name. */
  isBareWord: boolean;
}

export interface OffLimitsPathView extends AllowedPathView {
  /** Edits that were stopped because of it. */
  stoppedCount: number;
  lastStoppedAt?: string;
}

export interface WideningView extends WhoWhere {
  path: string;
  at: string;
  questionId: string;
  /** What the agent asked for. */
  question?: string;
}

/** The contract as the person reads it, on the page of a scope and of its question. */
export interface ScopeContractView {
  allowed: AllowedPathView[];
  offLimits: OffLimitsPathView[];
  promises: string[];
  doneWhen: string;
  /** No path was named: nothing will be checked. */
  checksNothing: boolean;
}

/** A line of the scope's ledger, newest first. Runs of allowed edits are one line. */
export interface ScopeLedgerLine {
  key: string;
  /** Numbers in the workspace's ledger; the same twice for a single entry. */
  firstEntry: number;
  lastEntry: number;
  /** "Entry 1,279" or "Entries 1,201 to 1,260". */
  entries: string;
  at: string;
  kind: 'fact' | 'you' | 'stopped' | 'allowed';
  title: string;
  /** A path that belongs to the title, in the typeface of code. */
  code?: string;
  detail?: string;
  href?: string;
}

export interface ScopeLedgerView {
  lines: ScopeLedgerLine[];
  /** For the older lines: scopePage(actor, id, { before }). */
  olderBefore?: number;
}

export interface ScopePageView extends ScopeSummary {
  contract: ScopeContractView;
  widenings: WideningView[];
  ledger: ScopeLedgerView;
  /** The scope that replaced this one. */
  replacedById?: string;
}

/** The three parts of /scopes. */
export interface ScopeListView {
  inForce: ScopeSummary[];
  /** Proposed, not answered yet. */
  proposed: ScopeSummary[];
  /** Replaced, declined, withdrawn, run out; newest first. */
  earlier: ScopeSummary[];
  /** For the next page of earlier ones: listScopes(actor, { cursor }). */
  nextCursor?: string;
}

/** What "checked today at 14:00: 1,284 entries, unbroken" says. */
export interface LedgerCheckedView {
  at: string;
  /** The hash of the last entry, in hex: an export of this moment ends with it. */
  head: string;
  /** How many entries there are, and how many of them were checked, from the first on. */
  total: number;
  checked: number;
  unbroken: boolean;
  /** Which entry is wrong and why, when one is. */
  problem?: string;
}
