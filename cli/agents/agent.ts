/** What a coding agent's hook was told, in one shape for all agents (cli/agents/<agent>/hook.ts reads it out of the agent's own). */
export interface HookCall {
  event:
    | 'session_start'
    | 'prompt'
    | 'before_tool'
    | 'permission'
    | 'after_tool'
    | 'notification'
    | 'stop'
    | 'session_end';
  /** The agent's own name of the event. */
  eventName: string;
  sessionId?: string;
  cwd?: string;
  toolName?: string;
  /** The tool's inputs as the agent has them. */
  toolInputs: unknown[];
  toolUseId?: string;
  /** How the agent treats permissions now, in its own word. */
  permissionMode?: string;
  /** Names the tool call where two events of the agent tell of it in different words; its tool and inputs name it otherwise. */
  sameAs?: string;
  /** The whole JSON text, for telemetry. */
  raw: string;
}

/** What the agent is to be told. `none` prints nothing: the agent's own rules decide. */
export type HookAnswer =
  | { kind: 'none' }
  | { kind: 'allow'; reason?: string }
  | { kind: 'deny'; reason: string }
  /**
   * The agent's own prompt, even where its rules would let the tool run. `unasked`: nobody was asked before, so where an agent cannot be made
   * to prompt, its own rules may decide; after a question, only a yes lets a tool run.
   */
  | { kind: 'prompt'; reason?: string; unasked?: true }
  /** Something for the model to know, at the start of a session. */
  | { kind: 'tell'; text: string };

/** The shapes of one agent's hooks: pure text in, pure text out. */
export interface HookShapes {
  /** Reads what the agent wrote to its hook. Throws a sentence when it is no JSON of this agent's. */
  read(stdin: string): HookCall;
  /** What is printed; an empty text where the agent is to decide itself. */
  print(call: HookCall, answer: HookAnswer): string;
  /** Whether the agent would ask its person about this call when it is told `prompt`. */
  canPrompt(call: HookCall): boolean;
}

export type AgentId = 'claude-code' | 'codex' | 'gemini-cli' | 'cursor' | 'vscode';
