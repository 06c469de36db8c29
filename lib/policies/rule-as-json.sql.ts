/** A rule as JSON under the names of PolicyRule. */
export const ruleAsJson = `json_build_object('id', rule.id, 'pattern', rule.pattern, 'effect', rule.effect, 'repoKey', rule.repo_key,
  'agentSessionId', rule.agent_session_id, 'mode', rule.mode, 'timeoutSeconds', rule.timeout_seconds, 'timeoutAction', rule.timeout_action,
  'pushFirstSeconds', rule.push_first_seconds, 'expiresAt', rule.expires_at)`;
