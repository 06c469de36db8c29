import { agentLabel } from '@/lib/questions/agent-label';
import type { AnswerOutcome } from '@/lib/questions/answer';
import { redact } from '@/lib/redact';

export interface AnswerReceipt {
  /** Whether this answer is the one that counts. */
  recorded: boolean;
  status: string;
  /** The answer that counts, when there is one. */
  value?: string;
  agent: string;
  /** What to tell the person, in one sentence that claims only what happened. */
  sentence: string;
}

/** The answer in words: yes, no, the option or the beginning of the text. */
export function answerInWords(value: string | null): string {
  if (value === 'defer') return 'ask me at the keyboard';
  const line = redact(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** What to tell the person who just tapped. */
export function answerReceipt({ recorded, row }: AnswerOutcome): AnswerReceipt {
  const { agent } = agentLabel(row.agent_name);
  const base = {
    recorded,
    status: row.state,
    agent,
    ...(row.answer_value === null ? {} : { value: row.answer_value }),
  };
  if (recorded) {
    // Who decides for an integrator knows nothing of what listens there.
    if (row.kind === 'decision') return { ...base, sentence: `Sent: ${answerInWords(row.answer_value)}.` };
    const fetched = row.listening ? `${agent} is listening for it.` : `It is kept until ${agent} asks for it.`;
    return { ...base, sentence: `Sent: ${answerInWords(row.answer_value)}. ${fetched}` };
  }
  switch (row.state) {
    case 'answered':
      return { ...base, sentence: `Already answered ${answerInWords(row.answer_value)}. Your tap was not used.` };
    case 'expired':
      return { ...base, sentence: 'This question ran out of time. Your tap was not used.' };
    default:
      if (row.kind === 'decision') return { ...base, sentence: 'This is no longer needed. Your tap was not used.' };
      return { ...base, sentence: `${agent} withdrew this question. Your tap was not used.` };
  }
}
