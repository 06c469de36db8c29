import { kindOfTool } from '@/lib/policies/tool-names';

/** As much of a question as a notification shows before it cuts. */
export const pushedCharacters = 300;

export interface ToBeRead {
  question: string;
  danger: string[];
  kind?: string;
  scope_path?: string | null;
  tool_name?: string | null;
  action_body?: string | null;
  /** A decision's facts: what it changes may stand there. */
  decision?: { presentation?: unknown } | null;
}

/** Why a notification cannot be approved where it lies, in words; undefined when all that a yes means stands on it. */
export function mustBeRead(question: ToBeRead): string | undefined {
  if (question.danger.length > 0) return 'This cannot be undone, so a tap is not enough';
  if (question.kind === 'scope') return 'A scope is agreed to on its page, where all of it stands';
  if (question.decision?.presentation) return 'What it changes stands on its page';
  if (question.scope_path) return 'This widens a scope, and its page says by what';
  if (onOneLine(question.question).length > pushedCharacters || hidesCommand(question))
    return 'There is more of it than a notification shows';
  return undefined;
}

/** A command of which the question tells only the beginning. */
function hidesCommand({ question, tool_name: tool, action_body: body }: ToBeRead): boolean {
  if (!tool || !body || kindOfTool(tool) !== 'shell') return false;
  return !onOneLine(question).includes(onOneLine(body));
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
