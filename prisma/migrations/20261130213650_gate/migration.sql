-- Finds or makes the session that a hook's call belongs to, and notes that a hook of it was heard of, and what for: some hooks ask the
-- gate and report nothing.
CREATE FUNCTION nod_hook_seen(p_workspace uuid, p_session text, p_machine text, p_agent_type text, p_agent_name text, p_repo text, p_cwd text, p_line text)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE known uuid;
BEGIN
  known := nod_session_seen(p_workspace, p_session, p_machine, p_agent_type, p_agent_name, p_repo, p_cwd);
  UPDATE agent_session SET hook_seen_at = nod_now(), last_action = p_line WHERE id = known;
  PERFORM nod_tell(p_workspace, known, 'session');
  RETURN known;
END $$;
