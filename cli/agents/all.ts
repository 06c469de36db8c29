import { claudeCode } from './claude-code/config';
import { codex } from './codex/config';
import type { AgentConfig } from './config';
import { cursor } from './cursor/config';
import { geminiCli } from './gemini-cli/config';
import { vscode } from './vscode/config';

/** The agents that setup knows, in the order of its lists. */
export const allAgents: AgentConfig[] = [claudeCode, codex, geminiCli, cursor, vscode];
