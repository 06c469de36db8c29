import { scopeTitle } from '@/components/scopes/scope-words';
import type { Fact } from '@/components/ui/facts';
import type { TimelineKind } from '@/components/ui/timeline';
import type { ScopeOnQuestion, Widening } from '@/lib/scopes/of-question';

export type QuestionState = 'pending' | 'answered' | 'cancelled' | 'expired' | 'terminal' | 'notified' | 'stopped';

/** All that the pages show of one question. Times are ISO strings; texts of the agent are as it sent them. */
export type QuestionView = {
  id: string;
  askedAt: string;
  expiresAt?: string;
  /** As the agent gave it: `Claude Code - checkout-api`. */
  agentName: string;
  /** The agent alone: `Claude Code`. */
  agentLabel: string;
  project?: string;
  type: 'confirm' | 'select' | 'input';
  question: string;
  options: { label: string; description?: string }[];
  multiSelect: boolean;
  allowOther: boolean;
  header?: string;
  placeholder?: string;
  context?: string;
  intent?: string;
  action?: string;
  blocker?: string;
  actionBody?: { text: string; originalLength: number; cut: boolean };
  toolName?: string;
  toolTarget?: string;
  /** Sentences of Nod such as `Deletes files recursively`, code in backticks; empty when the action is not risky. */
  danger: string[];
  riskyWords: string[];
  /** Of what is shown here: the answer carries it, and is refused when the question has changed. */
  digest: string;
  isHookAsk: boolean;
  state: QuestionState;
  /** Why it was withdrawn, where it matters: kill_switch, session_ended, handoff. */
  settledReason?: string;
  /** Whether a call of the agent waits for the answer at this moment. */
  listening: boolean;
  /** It has no deadline and nobody asked about it for a day. */
  agentGone: boolean;
  facts: Fact[];
  /** Which rule led here, or which line of the preset. */
  ruleLine?: { because: string; pattern?: string; ruleId?: string };
  /** What a yes can allow from now on, without being asked. */
  offer?: { pattern: string; repoKey?: string; forSession: boolean };
  /** The contract that a yes agrees to. */
  scope?: ScopeOnQuestion;
  /** The one path that a yes adds to the scope in force. */
  widening?: Widening;
  /** Where a settled question may become a rule. */
  makeRule?: { href: string; detail: string };
  answer?: { value: string; note?: string; at: string; sourceSentence: string; byYou: boolean; byName?: string };
  timeline: { kind: TimelineKind; title: string; detail?: string; at?: string }[];
};

/** The question as it is shown: of a scope, whose contract lies below it, only what it asks. */
export const titleOf = ({ question, scope }: Pick<QuestionView, 'question' | 'scope'>): string =>
  scope === undefined ? question : 'Agree to this scope?';

/** The same for a list. */
export const listTitleOf = ({ question, scope }: Pick<QuestionView, 'question' | 'scope'>): string =>
  scope === undefined ? question : scopeTitle(scope.contract);

/** Which surface an answer is given on, as the answer form tells the server. */
export type Surface = 'decide_page' | 'inbox' | 'dashboard' | 'live_page';

/** Where the answer of a question is posted. */
export function answerAction(view: Pick<QuestionView, 'id'>): string {
  return `/q/${encodeURIComponent(view.id)}/answer`;
}

const shortCharacters = 24;

/** Whether the choice is shown as two equal buttons: exactly two short options, one of them to be chosen. */
export function isTwoShortOptions(view: QuestionView): boolean {
  const isShort = (option: QuestionView['options'][number]) =>
    option.label.length <= shortCharacters && option.description === undefined;
  const oneOfThese = view.type === 'select' && !view.multiSelect && !view.allowOther;
  return oneOfThese && view.options.length === 2 && view.options.every(isShort);
}
