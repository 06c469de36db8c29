import { fieldsOf, textIn } from '@/lib/policies/tool-input';
import { type Meaning, toolOfEvent } from '@/lib/sessions/meanings';
import { safeLine, toolLine } from '@/lib/sessions/tool-line';

type Fields = Record<string, unknown>;

/** Ways to start and to end, in the words of agents; what is not here is not repeated. */
const starts: Record<string, string> = {
  resume: 'Started again',
  clear: 'Started afresh',
  compact: 'Went on with a shortened memory',
};
const ends: Record<string, string> = {
  clear: 'Ended: cleared',
  logout: 'Ended: signed out',
  prompt_input_exit: 'Ended: closed by you',
};

/**
 * What the timeline says of an event, and what the panel says the agent does now. Never what a person typed or an agent replied: only
 * tool calls and messages of the agent's program, redacted, in one line.
 */
export function lineOf(
  meaning: Meaning,
  event: string,
  fields: Fields,
  cwd: string | undefined,
): { line: string; action?: string } {
  switch (meaning.event) {
    case 'started':
      return { line: pick(starts, textIn(fields, 'source')) ?? 'Started' };
    case 'prompt':
      return { line: 'You sent a prompt' };
    case 'tool':
    case 'tool_done': {
      const line = toolLine(
        textIn(fields, 'tool_name', 'toolName', 'tool') ?? toolOfEvent(event),
        inputOf(fields),
        cwd,
      );
      return { line: line ?? 'Used a tool', action: line };
    }
    case 'turn_ended':
      return { line: 'Finished its turn' };
    case 'notified':
      return { line: safeLine(textIn(fields, 'message', 'title') ?? '') || 'Wants your attention' };
    case 'working':
      return { line: 'At work' };
    case 'failed': {
      const line = safeLine(errorIn(fields) ?? '');
      return line === '' ? { line: 'Reported an error' } : { line, action: line };
    }
    case 'ended':
      return { line: pick(ends, textIn(fields, 'reason')) ?? 'Ended' };
  }
}

const pick = (table: Record<string, string>, key: string | undefined): string | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

/** Cursor gives a command or a path beside the other fields, not inside of an input. */
const inputOf = (fields: Fields): unknown => fields.tool_input ?? fields.toolInput ?? fields.tool_args ?? fields;

function errorIn(fields: Fields): string | undefined {
  return (
    textIn(fields, 'error_message', 'errorMessage', 'error_details', 'error', 'message', 'reason') ??
    textIn(fieldsOf(fields.error), 'message', 'type')
  );
}
