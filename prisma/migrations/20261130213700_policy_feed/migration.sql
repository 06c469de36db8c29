-- Rules and the preset stand in the feed beside stops (lib/activity/feed.sql.ts).
DROP INDEX ledger_control;
CREATE INDEX ledger_control ON ledger_entry (workspace_id, at DESC, (encode(substring(hash FROM 1 FOR 16), 'hex')::uuid) DESC)
  WHERE event IN ('stopped', 'resumed', 'rule_made', 'rule_removed', 'preset');

-- What people answered to hooks, the newest first: rules are suggested from it.
CREATE INDEX question_hook_answers ON question (workspace_id, settled_at DESC) WHERE state = 'answered' AND is_hook_ask AND env IS NULL;

-- A time as the ledger writes it, whatever the connection's zone is.
CREATE FUNCTION nod_iso(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Whether a deny is in force for this very pattern and place, for good or for a while: no allow is made beside or over it.
CREATE FUNCTION nod_is_denied(workspace uuid, denied text, repo text, session uuid, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM policy_rule r
    WHERE r.workspace_id = workspace AND r.pattern = denied AND coalesce(r.repo_key, '') = coalesce(repo, '')
      AND r.agent_session_id IS NOT DISTINCT FROM session AND r.effect = 'deny' AND coalesce(r.expires_at > at, true))
$$;

CREATE TYPE nod_saved_rule AS (outcome text, id uuid);

-- Makes a rule, in place of the one for the same pattern in the same place that holds for good, or for a while, as it does; with its ledger
-- entry: outcome `saved` and its id. Not made: `denied` (an allow where a deny of either kind stands), `limit` (as many as a workspace may
-- have), `no_session`. What is counted is locked first: two at once never make one too many.
CREATE FUNCTION nod_save_rule(fields jsonb, lifetime interval, most int) RETURNS nod_saved_rule LANGUAGE plpgsql AS $$
DECLARE
  clock timestamptz(3) := nod_now();
  given policy_rule := jsonb_populate_record(NULL::policy_rule, fields);
  standing policy_rule;
  saved policy_rule;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nod.rule ' || given.workspace_id, 0));
  IF given.agent_session_id IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM agent_session s WHERE s.id = given.agent_session_id AND s.workspace_id = given.workspace_id) THEN
    RETURN ROW('no_session', NULL)::nod_saved_rule;
  END IF;
  -- One whose time is over says nothing any more.
  SELECT * INTO standing FROM policy_rule r
   WHERE r.workspace_id = given.workspace_id AND r.pattern = given.pattern AND coalesce(r.repo_key, '') = coalesce(given.repo_key, '')
     AND r.agent_session_id IS NOT DISTINCT FROM given.agent_session_id AND (r.expires_at IS NULL) = (lifetime IS NULL) AND coalesce(r.expires_at > clock, true);
  IF given.effect = 'allow' AND nod_is_denied(given.workspace_id, given.pattern, given.repo_key, given.agent_session_id, clock) THEN
    RETURN ROW('denied', NULL)::nod_saved_rule;
  END IF;
  IF standing.id IS NULL
     AND (SELECT count(*) FROM policy_rule r WHERE r.workspace_id = given.workspace_id AND coalesce(r.expires_at > clock, true)) >= most THEN
    RETURN ROW('limit', NULL)::nod_saved_rule;
  END IF;
  given.created_at := clock;
  given.expires_at := clock + lifetime;
  -- An answer may make the same rule at the same moment, and somebody may turn it to a deny.
  INSERT INTO policy_rule SELECT given.*
  ON CONFLICT (workspace_id, pattern, coalesce(repo_key, ''), coalesce(agent_session_id, '00000000-0000-0000-0000-000000000000'), (expires_at IS NULL))
  DO UPDATE SET effect = EXCLUDED.effect, mode = EXCLUDED.mode, timeout_seconds = EXCLUDED.timeout_seconds, timeout_action = EXCLUDED.timeout_action,
                push_first_seconds = EXCLUDED.push_first_seconds, origin = EXCLUDED.origin, question_id = EXCLUDED.question_id,
                created_by = EXCLUDED.created_by, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
   WHERE policy_rule.effect <> 'deny' OR EXCLUDED.effect <> 'allow' OR policy_rule.expires_at <= clock
  RETURNING * INTO saved;
  IF saved.id IS NULL THEN RETURN ROW('denied', standing.id)::nod_saved_rule; END IF;
  INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES (saved.workspace_id, 'rule_made', saved.id,
    jsonb_strip_nulls(jsonb_build_object('pattern', saved.pattern, 'effect', saved.effect, 'repo', saved.repo_key, 'session', saved.agent_session_id,
      'until', nod_iso(saved.expires_at), 'by', saved.created_by, 'origin', saved.origin, 'question', saved.question_id, 'replaces', standing.effect)));
  PERFORM nod_tell(saved.workspace_id, saved.id, 'policy');
  RETURN ROW('saved', saved.id)::nod_saved_rule;
END $$;
