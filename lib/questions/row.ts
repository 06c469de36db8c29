import type { Presentation } from '@/lib/contract/decision-presentation';
import type { AnswerSource, DeliveryMode, QuestionType } from '@/lib/contract/question';

export type QuestionState = 'pending' | 'answered' | 'cancelled' | 'expired' | 'terminal' | 'notified' | 'stopped';

/** A question as the database holds it (prisma/schema.prisma), with its deadline judged by the database's clock. */
export interface QuestionRow {
  id: string;
  workspace_id: string;
  kind: 'question' | 'scope' | 'decision';
  origin: 'ask' | 'notification' | 'decision';
  state: QuestionState;
  key_id: string | null;
  key_kind: string;
  agent_session_id: string | null;
  session_id: string | null;
  machine_id: string | null;
  repo_key: string | null;
  agent_name: string;
  type: QuestionType;
  question: string;
  options: string[];
  rich: RichShape | null;
  placeholder: string | null;
  context: string | null;
  /** Texts as they came, where they are given back to the byte: a decision's, and the context of what has a callback. */
  wire: { context?: string; question?: string; options?: string[] } | null;
  /** A decision's: whom it asks, by the integrator's own id, and as an end user of this workspace. */
  external_id: string | null;
  end_user_id: string | null;
  decision: DecisionFacts | null;
  intent: string | null;
  action: string | null;
  blocker: string | null;
  action_body: string | null;
  action_body_size: number | null;
  tool_name: string | null;
  tool_target: string | null;
  tool_path: string | null;
  scope_path: string | null;
  danger: string[];
  content_digest: string;
  is_hook_ask: boolean;
  wait_ends_at: Date | null;
  expires_at: Date | null;
  env: 'test' | null;
  held: 'test_traffic' | 'unattributed' | null;
  delivery_mode: DeliveryMode;
  created_at: Date;
  listening_until: Date | null;
  settled_at: Date | null;
  settled_reason: string | null;
  answer_value: string | null;
  answer_note: string | null;
  answer_source: AnswerSource | null;
  answered_by: string | null;
  answered_on: string | null;
  answered_by_key: string | null;
  picked_up_at: Date | null;
  /** Time left by the database's clock, in milliseconds; null without a deadline. */
  expires_in_ms: number | null;
  /** Time until the hook's own wait ends, in milliseconds; negative when it has ended. */
  wait_ends_in_ms: number | null;
  /** Whether a call is blocked on this question now. */
  listening: boolean;
  /** It has no deadline and nobody asked about it for a day: its agent has probably gone (spec 2.2). */
  agent_gone: boolean;
}

/** What came with a decision beside what every question has; texts without their secrets. */
export interface DecisionFacts {
  email?: string;
  actor?: string;
  environment?: string;
  parameters?: Record<string, string | number | boolean>;
  presentation?: Presentation;
  poweredBy: boolean;
  /** A one-use link was asked for. */
  approvalUrl: boolean;
  sandboxOutcome?: 'approve' | 'deny' | 'no_answer';
}

/** The richer shape of a question (`questions` in ask_user), with its labels trimmed. */
export interface RichShape {
  header?: string;
  multiSelect: boolean;
  allowOther: boolean;
  options: { label: string; description?: string }[];
}
