/** What a hook's event says about its session. */
export interface Meaning {
  /** How it is stored and told apart in the timeline. */
  event: 'started' | 'prompt' | 'tool' | 'tool_done' | 'turn_ended' | 'notified' | 'working' | 'failed' | 'ended';
  /** It shows that the session lives, even when its end was reported: an event that only happens in a living one. */
  revives?: true;
  /** A person typed: they are at its machine. */
  isInput?: true;
  /** The turn is over, or it says nothing about that; anything else shows that a turn is under way. */
  turn?: 'ended' | 'kept';
  failed?: true;
  ends?: true;
}

const started: Meaning = { event: 'started', revives: true };
const prompt: Meaning = { event: 'prompt', revives: true, isInput: true };
const tool: Meaning = { event: 'tool', revives: true };
const toolDone: Meaning = { event: 'tool_done' };
const turnEnded: Meaning = { event: 'turn_ended', turn: 'ended' };
const notified: Meaning = { event: 'notified', turn: 'kept' };
const working: Meaning = { event: 'working' };
const failed: Meaning = { event: 'failed', failed: true };
const ended: Meaning = { event: 'ended', ends: true };

/** Every spelling that we know of, letters only: Claude Code, Codex and VS Code share theirs; Gemini and Cursor have their own. */
const meanings: Record<string, Meaning> = {
  sessionstart: started,
  userpromptsubmit: prompt,
  userprompt: prompt,
  pretooluse: tool,
  permissionrequest: tool,
  posttooluse: toolDone,
  posttoolusefailure: toolDone,
  stop: turnEnded,
  stopfailure: failed,
  error: failed,
  notification: notified,
  subagentstart: working,
  subagentstop: working,
  precompact: working,
  sessionend: ended,
  sessionclosed: ended,
  // Codex, as its older notify program names it.
  agentturncomplete: turnEnded,
  // Gemini CLI.
  beforeagent: prompt,
  afteragent: turnEnded,
  beforetool: tool,
  aftertool: toolDone,
  precompress: working,
  // Cursor.
  beforesubmitprompt: prompt,
  beforeshellexecution: tool,
  aftershellexecution: toolDone,
  beforemcpexecution: tool,
  aftermcpexecution: toolDone,
  beforereadfile: tool,
  afterfileedit: { event: 'tool' },
  afteragentresponse: working,
};

const lettersOf = (event: string): string => event.toLowerCase().replace(/[^a-z]/g, '');

/** What an event means, in whatever spelling; undefined for one that Nod does not know. */
export function meaningOf(event: string, fields: Record<string, unknown>): Meaning | undefined {
  const letters = lettersOf(event);
  // Cursor tells of a failure in the same event as of a finished turn.
  if (letters === 'stop' && fields.status === 'error') return failed;
  return Object.hasOwn(meanings, letters) ? meanings[letters] : undefined;
}

/** The tool that an event of Cursor's stands for, which names none itself. */
export const toolOfEvent = (event: string): string | undefined =>
  ({
    beforeshellexecution: 'Bash',
    aftershellexecution: 'Bash',
    beforereadfile: 'Read',
    afterfileedit: 'Edit',
  })[lettersOf(event)];
