/** An agent's name in its two parts: names are written "{Agent} - {project}" (spec 2.3). */
export function agentLabel(agentName: string, fallback = 'An agent'): { agent: string; project: string | undefined } {
  const at = agentName.indexOf(' - ');
  if (agentName.trim() === '') return { agent: fallback, project: undefined };
  if (at < 0) return { agent: agentName.trim(), project: undefined };
  return { agent: agentName.slice(0, at).trim(), project: agentName.slice(at + 3).trim() || undefined };
}
