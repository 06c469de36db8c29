/** How it ended that a person was asked. */
export type PersonAnswer =
  | { kind: 'answered'; value: string; note?: string }
  /** Nobody answered in time, nobody can, or nobody was asked: what then holds, the rule says. */
  | { kind: 'unanswered'; reason: string; leftOpen?: true }
  /** They are to be asked where the agent runs; `unasked`: and no question was put to them. `leftOpen`: theirs is still there. */
  | { kind: 'at_keyboard'; reason: string; unasked?: true; leftOpen?: true }
  /** It may not run: they stopped the agent, or what they would have answered cannot be heard any more. */
  | { kind: 'refused'; reason: string };
