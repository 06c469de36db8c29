const known: { type: string; name: string; spellings: string[] }[] = [
  { type: 'claude-code', name: 'Claude Code', spellings: ['claude', 'claudecode'] },
  { type: 'codex', name: 'Codex', spellings: ['codex', 'codexcli', 'openaicodex'] },
  { type: 'gemini-cli', name: 'Gemini CLI', spellings: ['gemini', 'geminicli'] },
  { type: 'cursor', name: 'Cursor', spellings: ['cursor', 'cursoragent', 'cursorcli'] },
  { type: 'vscode', name: 'VS Code', spellings: ['vscode', 'visualstudiocode', 'copilot', 'githubcopilot'] },
];

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** One spelling for each kind of agent: hooks, runtimes and people write it in their own ways, and it is part of a session's identity. */
export function agentTypeOf(spelling: string | undefined): string {
  if (spelling === undefined) return '';
  const letters = bare(spelling);
  return known.find(({ spellings }) => spellings.includes(letters))?.type ?? spelling.trim().toLowerCase();
}

/** How a kind of agent is written for people. */
export const agentTypeName = (agentType: string): string | undefined =>
  known.find(({ type }) => type === agentType)?.name ?? (agentType || undefined);
