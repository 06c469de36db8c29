-- A session that reported an error stays so until its next event, however old it is: found without reading all sessions.
CREATE INDEX agent_session_errored ON agent_session (workspace_id, last_seen_at DESC) WHERE errored_at IS NOT NULL;

-- Everything that finds, makes or ends a session of this name stands behind one lock, taken before anything is read: callers know
-- different parts of the identity, so no unique index could keep two of them from making two rows.
CREATE FUNCTION nod_lock_session(p_workspace uuid, p_session text) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('nod.session ' || p_workspace || ' ' || p_session, 0))
$$;

-- The session that a caller means. A part counts only where both sides have one; the row that shares most parts is meant, then the
-- one seen last.
CREATE FUNCTION nod_find_session(p_workspace uuid, p_session text, p_machine text, p_agent_type text) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT s.id FROM agent_session s
   WHERE s.workspace_id = p_workspace AND s.session_id = p_session
     AND (s.machine_id = p_machine OR s.machine_id = '' OR p_machine = '')
     AND (s.agent_type = p_agent_type OR s.agent_type = '' OR p_agent_type = '')
   ORDER BY (p_machine <> '' AND s.machine_id = p_machine)::int + (p_agent_type <> '' AND s.agent_type = p_agent_type)::int DESC,
            s.last_seen_at DESC, s.id
   LIMIT 1
$$;

-- Finds or makes a session and notes that it lives: parts that were unknown are filled in, an end, an error or a finished turn is over.
-- Unknown parts are empty strings (or null). A filled-in row cannot meet another: that one would share more parts and be found instead.
CREATE FUNCTION nod_session_seen(p_workspace uuid, p_session text, p_machine text, p_agent_type text, p_agent_name text, p_repo text, p_cwd text)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  machine text := coalesce(p_machine, '');
  kind text := coalesce(p_agent_type, '');
  name text := coalesce(p_agent_name, '');
  known uuid;
BEGIN
  PERFORM nod_lock_session(p_workspace, p_session);
  known := nod_find_session(p_workspace, p_session, machine, kind);
  IF known IS NOT NULL THEN
    UPDATE agent_session s
       SET last_seen_at = nod_now(), ended_at = NULL, errored_at = NULL, turn_ended_at = NULL,
           machine_id = coalesce(nullif(s.machine_id, ''), machine), agent_type = coalesce(nullif(s.agent_type, ''), kind),
           -- "Claude Code" after "Claude Code - checkout-api" says less.
           agent_name = CASE WHEN name = '' OR starts_with(s.agent_name, name || ' - ') THEN s.agent_name ELSE name END,
           repo_key = coalesce(nullif(p_repo, ''), s.repo_key), cwd = coalesce(nullif(p_cwd, ''), s.cwd)
     WHERE s.id = known;
    -- Thrown away as old (lib/due/tidy.ts) since it was found: it begins anew.
    IF NOT FOUND THEN known := NULL; END IF;
  END IF;
  IF known IS NULL THEN
    INSERT INTO agent_session (id, workspace_id, session_id, machine_id, agent_type, agent_name, repo_key, cwd)
    VALUES (gen_random_uuid(), p_workspace, p_session, machine, kind, name, nullif(p_repo, ''), nullif(p_cwd, ''))
    RETURNING id INTO known;
  END IF;
  RETURN known;
END $$;

-- Ends a session and withdraws what it asked, in one step. Gives the questions that it withdrew, with the pushes planned for each.
-- Locks the session's name, then questions, then the session, then the ledger, as everybody does.
CREATE FUNCTION nod_end_session(p_workspace uuid, p_agent_session uuid, p_reason text, p_lease interval)
RETURNS TABLE (id uuid, workspace_id uuid, state text, agent_session_id uuid, targets jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  named text;
  withdrawn uuid[];
  at timestamptz;
BEGIN
  SELECT s.session_id INTO named FROM agent_session s WHERE s.id = p_agent_session AND s.workspace_id = p_workspace;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM nod_lock_session(p_workspace, named);
  at := nod_now();
  WITH open_rows AS (
    SELECT q.id FROM question q
     WHERE q.agent_session_id = p_agent_session AND q.workspace_id = p_workspace AND q.state = 'pending' AND (q.expires_at IS NULL OR q.expires_at > at)
     ORDER BY q.id FOR UPDATE
  ), settled AS (
    UPDATE question SET state = 'cancelled', settled_at = at, settled_reason = p_reason FROM open_rows WHERE question.id = open_rows.id RETURNING question.id
  )
  SELECT coalesce(array_agg(settled.id ORDER BY settled.id), '{}') INTO withdrawn FROM settled;
  UPDATE agent_session s SET ended_at = coalesce(s.ended_at, at) WHERE s.id = p_agent_session;
  INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
  SELECT p_workspace, 'cancelled', one, jsonb_build_object('reason', p_reason) FROM unnest(withdrawn) one;
  PERFORM nod_tell(p_workspace, one, 'cancelled') FROM unnest(withdrawn) one;
  -- In the order in which receipts lock them.
  PERFORM 1 FROM delivery d WHERE d.question_id = ANY (withdrawn) ORDER BY d.id FOR NO KEY UPDATE OF d;
  RETURN QUERY SELECT one, p_workspace, 'cancelled'::text, p_agent_session, nod_plan_settled(p_workspace, one, NULL, p_lease) FROM unnest(withdrawn) one;
END $$;

-- Takes in what hooks report, as lib/sessions/meanings.ts understood it, in the order given. A report that came before (by its hook's id)
-- changes nothing. `settled` holds the questions withdrawn because their session ended. A later part of a batch passes the moment `at`
-- that its first part gave: one moment for all of a batch, so that their ids put the events in order.
CREATE FUNCTION nod_report_events(p_workspace uuid, p_events jsonb, p_at timestamptz, p_lease interval,
  OUT accepted integer, OUT duplicates integer, OUT settled jsonb, OUT at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  report record;
  fresh uuid[];
  told uuid;
  moment timestamptz;
  -- The session of the reports at hand, and its row as they have it so far: stored once, after the last of them.
  known uuid;
  now_row agent_session;
  -- What the session was last seen as; null when it was not, or ended since.
  seen_as text[];
  reports uuid[] := '{}';
  sessions uuid[] := '{}';
BEGIN
  settled := '[]';
  -- Names in one order and hook ids in one order, whatever order two batches have them in.
  PERFORM nod_lock_session(p_workspace, named.session)
     FROM (SELECT DISTINCT e ->> 'session' AS session FROM jsonb_array_elements(p_events) e ORDER BY 1) named;
  at := coalesce(p_at, nod_now());
  WITH stored AS (
    INSERT INTO agent_event (id, workspace_id, hook_id, event, line, created_at)
    SELECT e.id, p_workspace, e.hook_id, e.event, e.line, at FROM jsonb_to_recordset(p_events) AS e(id uuid, hook_id text, event text, line text)
     ORDER BY e.hook_id
    ON CONFLICT (workspace_id, hook_id) DO NOTHING RETURNING agent_event.id
  )
  SELECT coalesce(array_agg(stored.id), '{}') INTO fresh FROM stored;
  accepted := cardinality(fresh);
  duplicates := jsonb_array_length(p_events) - accepted;

  -- Questions before sessions, sessions before the ledger: one event may end a session, the next touch another.
  PERFORM 1 FROM question q
    WHERE q.state = 'pending' AND q.agent_session_id IN (
      SELECT s.id FROM agent_session s WHERE s.workspace_id = p_workspace AND s.session_id IN (
        SELECT e ->> 'session' FROM jsonb_array_elements(p_events) e WHERE (e ->> 'ends')::boolean))
    ORDER BY q.id FOR UPDATE OF q;
  PERFORM 1 FROM agent_session s
    WHERE s.workspace_id = p_workspace AND s.session_id IN (SELECT e ->> 'session' FROM jsonb_array_elements(p_events) e)
    ORDER BY s.id FOR NO KEY UPDATE OF s;
  moment := nod_now();

  -- Session after session, the reports of each in the order given: sessions of different names have nothing to do with each other.
  FOR report IN
    SELECT e.*, (e.session, e.machine, e.agent_type) IS DISTINCT FROM lag((e.session, e.machine, e.agent_type)) OVER in_order AS is_first,
           (e.session, e.machine, e.agent_type) IS DISTINCT FROM lead((e.session, e.machine, e.agent_type)) OVER in_order AS is_last
      FROM jsonb_to_recordset(p_events) AS e(
        place integer, id uuid, session text, machine text, agent_type text, agent_name text, repo text, cwd text, action text,
        revives boolean, ends boolean, is_input boolean, turn text, failed boolean)
     WHERE e.id = ANY (fresh) WINDOW in_order AS (ORDER BY e.session, e.place) ORDER BY e.session, e.place
  LOOP
    IF report.is_first THEN
      known := nod_find_session(p_workspace, report.session, report.machine, report.agent_type);
      SELECT * INTO now_row FROM agent_session s WHERE s.id = known;
      seen_as := NULL;
    END IF;
    IF report.ends THEN
      IF now_row.ended_at IS NULL AND known IS NOT NULL THEN
        settled := settled || (SELECT coalesce(jsonb_agg(to_jsonb(withdrawn)), '[]') FROM nod_end_session(p_workspace, known, 'session_ended', p_lease) withdrawn);
        now_row.ended_at := moment; now_row.last_seen_at := moment;
        seen_as := NULL;
      END IF;
    ELSIF now_row.ended_at IS NULL OR report.revives THEN
      IF seen_as IS DISTINCT FROM ARRAY[report.agent_name, report.repo, report.cwd] THEN
        known := nod_session_seen(p_workspace, report.session, report.machine, report.agent_type, report.agent_name, report.repo, report.cwd);
        seen_as := ARRAY[report.agent_name, report.repo, report.cwd];
      END IF;
      now_row.ended_at := NULL; now_row.last_seen_at := moment;
      now_row.last_action := coalesce(report.action, now_row.last_action);
      now_row.errored_at := CASE WHEN report.failed THEN moment END;
      now_row.last_input_at := CASE WHEN report.is_input THEN moment ELSE now_row.last_input_at END;
      now_row.turn_ended_at := CASE report.turn WHEN 'ended' THEN moment WHEN 'kept' THEN now_row.turn_ended_at END;
    END IF;
    reports := reports || report.id; sessions := sessions || known;
    told := coalesce(told, known);
    IF report.is_last THEN
      -- A late event of an ended session is in its story, and does not bring it back.
      UPDATE agent_session s
         SET hook_seen_at = moment, last_seen_at = greatest(s.last_seen_at, now_row.last_seen_at), last_action = now_row.last_action,
             errored_at = now_row.errored_at, last_input_at = now_row.last_input_at, turn_ended_at = now_row.turn_ended_at
       WHERE s.id = known;
    END IF;
  END LOOP;
  UPDATE agent_event SET agent_session_id = one.session FROM unnest(reports, sessions) AS one(report, session)
   WHERE agent_event.id = one.report AND one.session IS NOT NULL;
  IF told IS NOT NULL THEN PERFORM nod_tell(p_workspace, told, 'session'); END IF;
END $$;
