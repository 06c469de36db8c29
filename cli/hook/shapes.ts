import type { AgentId, HookShapes } from '../agents/agent';
import { claudeCodeHook } from '../agents/claude-code/hook';
import { codexHook } from '../agents/codex/hook';
import { cursorHook } from '../agents/cursor/hook';
import { geminiCliHook } from '../agents/gemini-cli/hook';
import { vscodeHook } from '../agents/vscode/hook';

const shapes: Record<AgentId, HookShapes> = {
  'claude-code': claudeCodeHook,
  codex: codexHook,
  'gemini-cli': geminiCliHook,
  cursor: cursorHook,
  vscode: vscodeHook,
};

export const isAgentId = (text: string): text is AgentId => Object.hasOwn(shapes, text);

export const shapesOf = (agentId: AgentId): HookShapes => shapes[agentId];
