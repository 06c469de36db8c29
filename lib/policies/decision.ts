import type { PolicyRule } from '@/lib/contract/policy';
import type { Danger } from '@/lib/policies/danger';

/** One thing that a tool call would do: a command line for a shell tool, a file for an editing tool, or whatever else it was given. */
export interface ToolInput {
  command?: string;
  /** The files that it would write or read, as the agent wrote them, and as its hook resolved their links; `unresolvable` where it tried and could not. */
  paths?: { written: string; resolved?: string | undefined; unresolvable?: true }[];
  /** Anything else a pattern may name: an address, a query. */
  text?: string;
  /** It should name a command or a file and does not. */
  malformed?: boolean;
}

/** A tool call under its canonical name (lib/policies/tool-call.ts), whatever its agent calls it. */
export interface ToolCall {
  tool: string;
  kind: 'shell' | 'edit' | 'read' | 'mcp' | 'other';
  inputs: ToolInput[];
}

/** What the scope in force says of a path (lib/scopes/judge-path.ts). */
export interface ScopeFinding {
  verdict: 'off_limits' | 'outside' | 'inside' | 'malformed';
  /** The path as a widening would store it. */
  path: string;
  /** The pattern of the scope that decided, when one did. */
  pattern?: string;
}

/** The verdict on one part of a call, and which rule or which built-in line gave it. */
export interface DecidedPart {
  /** The part as it is shown: a command, a path. */
  text: string;
  effect: 'allow' | 'ask' | 'deny' | 'no_opinion';
  /** In a few words for the person: "Reads only", "No rule names it; wildcards never cover it". */
  because: string;
  rule?: PolicyRule;
  danger: Danger[];
}

/** The verdict on a whole call: the strictest of its parts decides. */
export interface Decision {
  effect: 'allow' | 'ask' | 'deny' | 'no_opinion';
  /** For the agent and the person, one sentence; exactly `not_gated` for a tool that is none of Nod's business (spec 6.5). */
  reason: string;
  /** It cannot be undone: approving needs a hold. */
  hold: boolean;
  parts: DecidedPart[];
  /** The rule that decided, when one did: its way of asking is followed. */
  rule?: PolicyRule;
  /** What the scope said of the path that decided, when it was the scope that decided. */
  scope?: ScopeFinding;
}
