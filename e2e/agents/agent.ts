import type { Workplace } from './workplace';

/** One thing that the model decides to do, in no agent's own terms. */
export type Step =
  | { shell: string }
  | { write: { path: string; text: string } }
  /** By the agent's own tool for asking its person. */
  | { question: { text: string; options: string[] } }
  /** A tool of Nod. */
  | { tool: string; args: Record<string, unknown> };

/** What the person at the agent's own prompt would choose. Headless: there is nobody, and the agent refuses itself. */
export type OwnPrompt = 'accept' | 'decline' | 'headless';

export interface RunOptions {
  workplace: Workplace;
  /** What the model does, one after the other; it does not look at the results. */
  steps: Step[];
  ownPrompt: OwnPrompt;
  /** For agents that take one; others make their own. */
  sessionId?: string;
}

export interface AgentRun {
  /** What the model was told of each step, in order. */
  told: string[];
  /** The id of its session, as the model knows it. */
  sessionId: string | undefined;
  /** What the agent's own prompt asked about. */
  prompts: string[];
  /** What the program printed, for a failing test to show. */
  output: string;
}

/** A real coding agent, whose model is ours. */
export interface Agent {
  id: 'claude-code' | 'codex';
  name: string;
  /** Does what its person does once, after Nod was set up. */
  prepare(workplace: Workplace): Promise<void>;
  /** Runs the program until its model has nothing more to do. Throws with its output when that takes too long. */
  run(options: RunOptions): Promise<AgentRun>;
}
