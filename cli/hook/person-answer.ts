/** How it ended that a person was asked. */
export type PersonAnswer =
  | { kind: 'answered'; value: string; note?: string }
  /** Nobody answered in time, nobody can, or nobody was asked: what then holds, the rule says. */
  | { kind: 'unanswered'; reason: string }
  /** They are to be asked where the agent runs; `unasked`: and no question was put to them. */
  | { kind: 'at_keyboard'; reason: string; unasked?: true }
  /** It may not run: they stopped the agent, or what they would have answered cannot be heard any more. */
  | { kind: 'refused'; reason: string };
