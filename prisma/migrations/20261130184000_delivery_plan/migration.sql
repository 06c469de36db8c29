-- Who gets what is decided in lib/delivery/plan.ts; these functions carry a plan out, in the same statement that stores what it is about.
ALTER TYPE nod_target ADD ATTRIBUTE hides_text boolean, ADD ATTRIBUTE kind text;
ALTER TYPE nod_notified ADD ATTRIBUTE suppressed text;
DROP FUNCTION nod_ask(jsonb, interval, interval);
DROP FUNCTION nod_notify(jsonb, jsonb, text[], text[], text[], interval);
DROP FUNCTION nod_plan_deliveries(uuid, uuid, uuid, text, boolean, text[], text[], text[], interval);
DROP FUNCTION nod_touch_session(uuid, text, text, text, text);

-- Inserts the rows of a plan: those for now with a fresh answer token and a lease, later ones with their time, suppressed ones as a fact.
-- Gives those to be sent now. A device or member that went away since the plan was made gets nothing. What is held back for a member
-- makes their digest due. `p_shown` is what the push says when no other row does.
CREATE FUNCTION nod_carry_out(
  p_workspace uuid, p_question uuid, p_notification uuid, p_reminder uuid, p_kind text, p_plan jsonb, p_lease interval, p_shown jsonb DEFAULT NULL
) RETURNS SETOF nod_target LANGUAGE sql VOLATILE AS $$
  WITH entry AS (
    SELECT * FROM jsonb_to_recordset(p_plan)
      AS e(device uuid, may_answer boolean, due_at timestamptz, held text, suppressed text, digest_at timestamptz)
  ), chosen AS (
    SELECT device.id, device.endpoint, device.p256dh, device.auth, device.channel, device.hides_text, device.member_id,
           entry.due_at, entry.held, entry.suppressed, entry.digest_at, entry.due_at IS NULL AND entry.suppressed IS NULL AS is_now,
           entry.may_answer AND member.role <> 'viewer' AS may_answer,
           -- Who may answer elsewhere but not from here (mode "Alert only") is alerted, also when the push is tried again.
           CASE WHEN p_kind IN ('question', 'nudge') AND NOT entry.may_answer AND member.role <> 'viewer' THEN 'alert' ELSE p_kind END AS kind,
           replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') AS token
      FROM entry JOIN device ON device.id = entry.device JOIN member ON member.id = device.member_id AND member.removed_at IS NULL
     WHERE device.workspace_id = p_workspace AND device.status = 'active'
  ), planned AS (
    INSERT INTO delivery (id, workspace_id, device_id, question_id, notification_id, reminder_id, kind, token_hashes, created_at, attempts, due_at, held, suppressed, shown)
    SELECT gen_random_uuid(), p_workspace, chosen.id, p_question, p_notification, p_reminder, kind,
           CASE WHEN is_now AND may_answer THEN ARRAY[sha256(convert_to(token, 'UTF8'))] ELSE '{}' END, nod_now(),
           CASE WHEN is_now THEN 1 ELSE 0 END, CASE WHEN suppressed IS NULL THEN coalesce(chosen.due_at, nod_now() + p_lease) END, held, suppressed, p_shown
      FROM chosen
    RETURNING id, device_id
  ), owed AS (
    SELECT member.id, ends.at FROM member
      JOIN (SELECT member_id, min(digest_at) AS at FROM chosen WHERE digest_at IS NOT NULL GROUP BY member_id) ends ON ends.member_id = member.id
     ORDER BY member.id FOR NO KEY UPDATE OF member
  ), noted AS (
    -- Always another value: a digest that is being made at this moment from what it has read so far then misses, and reads again.
    UPDATE member SET digest_due_at = least(member.digest_due_at - interval '1 millisecond', owed.at) FROM owed WHERE member.id = owed.id
  )
  SELECT planned.id, CASE WHEN may_answer THEN token END, chosen.id, endpoint, p256dh, auth, channel, hides_text, kind
    FROM planned JOIN chosen ON chosen.id = planned.device_id WHERE is_now
$$;

-- As before, but what was never sent needs no replacement.
CREATE OR REPLACE FUNCTION nod_plan_settled(p_workspace uuid, p_question uuid, p_except uuid, p_lease interval) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  WITH chosen AS (
    SELECT DISTINCT device.id, endpoint, p256dh, auth, channel, hides_text FROM delivery
      JOIN device ON device.id = delivery.device_id AND device.workspace_id = delivery.workspace_id
      JOIN member ON member.id = device.member_id AND member.removed_at IS NULL
     WHERE delivery.question_id = p_question AND delivery.workspace_id = p_workspace AND delivery.kind <> 'settled' AND delivery.failed_at IS NULL
       AND delivery.attempts > 0
       AND device.status = 'active' AND device.id IS DISTINCT FROM p_except AND endpoint !~ '^https://[^/]*\.push\.apple\.com/'
  ), stopped AS (
    UPDATE delivery SET due_at = NULL, suppressed = 'settled' FROM (
      SELECT id FROM delivery
       WHERE question_id = p_question AND kind IN ('question', 'nudge', 'alert') AND accepted_at IS NULL AND failed_at IS NULL AND due_at IS NOT NULL
         AND device_id IS DISTINCT FROM p_except
       ORDER BY id FOR NO KEY UPDATE) open_rows
     WHERE delivery.id = open_rows.id
  ), planned AS (
    INSERT INTO delivery (id, workspace_id, device_id, question_id, kind, attempts, due_at)
    SELECT gen_random_uuid(), p_workspace, chosen.id, p_question, 'settled', 1, nod_now() + p_lease FROM chosen RETURNING id, device_id
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('delivery_id', planned.id, 'token', NULL, 'device_id', chosen.id, 'endpoint', endpoint,
                                               'p256dh', p256dh, 'auth', auth, 'channel', channel, 'hides_text', hides_text)), '[]')
    FROM planned JOIN chosen ON chosen.id = planned.device_id
$$;

-- Whether the kill switch is on at a moment, of the workspace or of the session that speaks: a machine counts only where both sides name one.
CREATE FUNCTION nod_is_stopped(place workspace, p_session text, p_machine text, p_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(place.stopped_until > p_at, false) OR EXISTS (
    SELECT 1 FROM agent_session s WHERE s.workspace_id = place.id AND s.session_id = p_session AND s.stopped_until > p_at
       AND (s.machine_id = '' OR coalesce(p_machine, '') IN ('', s.machine_id)))
$$;

-- Stores one question: the kill switch is looked at first, then repeats are found, limits counted and the plan carried out behind one
-- lock, taken before anything is read. The kill switch takes the same lock: a question comes before it and is cancelled, or after it and
-- is stopped.
CREATE FUNCTION nod_ask(fields jsonb, lifetime interval, plan jsonb, lease interval) RETURNS nod_asked LANGUAGE plpgsql AS $$
DECLARE
  asked question := jsonb_populate_record(NULL::question, fields);
  place workspace;
  result nod_asked;
  is_stopped boolean;
  in_session integer;
  of_kind integer;
  in_all integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nod.ask ' || asked.workspace_id, 0));
  asked.created_at := nod_now();
  SELECT * INTO place FROM workspace WHERE workspace.id = asked.workspace_id;
  is_stopped := nod_is_stopped(place, asked.session_id, asked.machine_id, asked.created_at);

  IF asked.idempotency_key IS NOT NULL THEN
    SELECT CASE WHEN is_stopped THEN 'stopped' ELSE 'repeated' END, question.id, question.created_at, question.expires_at
      INTO result.outcome, result.id, result.created_at, result.expires_at
      FROM question WHERE workspace_id = asked.workspace_id AND key_id IS NOT DISTINCT FROM asked.key_id AND idempotency_key = asked.idempotency_key;
    IF FOUND THEN RETURN result; END IF;
  END IF;
  IF is_stopped THEN
    asked.state := 'stopped';
    asked.settled_reason := 'kill_switch';
  ELSIF asked.state = 'stopped' THEN
    -- The switch was lifted since the plan was made: nothing was planned, so the page is the way to it.
    asked.state := 'pending';
  END IF;

  -- A passed deadline does not count, nor does a question without one that nobody asked about for a day ("agent gone"). Written out, not
  -- a function: PostgreSQL would call it for every row.
  SELECT count(*) FILTER (WHERE q.session_id = asked.session_id
                            AND (q.machine_id IS NULL OR asked.machine_id IS NULL OR q.machine_id = asked.machine_id)),
         count(*) FILTER (WHERE (q.key_kind = 'connector') = (asked.key_kind = 'connector')),
         count(*)
    INTO in_session, of_kind, in_all FROM question q
   WHERE q.workspace_id = asked.workspace_id AND q.state = 'pending' AND q.env IS NULL AND q.kind <> 'decision'
     AND CASE WHEN q.expires_at IS NULL THEN greatest(q.last_polled_at, q.listening_until, q.created_at) > asked.created_at - interval '24 hours'
              ELSE q.expires_at > asked.created_at END;
  IF asked.env IS NULL AND asked.state = 'pending' THEN
    IF in_session >= place.pending_per_session_limit THEN
      result.outcome := 'session_limit'; result.limit_value := place.pending_per_session_limit; RETURN result;
    END IF;
    IF of_kind >= place.pending_limit THEN
      result.outcome := 'workspace_limit'; result.limit_value := place.pending_limit; RETURN result;
    END IF;
    in_all := in_all + 1;
  END IF;
  result.pending := in_all;

  IF asked.session_id IS NOT NULL AND asked.env IS NULL THEN
    asked.agent_session_id := nod_session_seen(asked.workspace_id, asked.session_id, coalesce(asked.machine_id, ''), '', asked.agent_name, asked.repo_key, NULL);
    IF fields ? 'tool_aware' OR fields ? 'local_surface' THEN
      UPDATE agent_session SET tool_aware = coalesce((fields ->> 'tool_aware')::boolean, tool_aware),
             local_surface = coalesce((fields ->> 'local_surface')::boolean, local_surface)
       WHERE id = asked.agent_session_id;
    END IF;
  END IF;
  IF lifetime IS NOT NULL THEN asked.expires_at := asked.created_at + lifetime; END IF;
  IF asked.state <> 'pending' THEN
    asked.settled_at := asked.created_at;
  ELSIF asked.expires_at IS NULL AND asked.env IS NULL AND asked.held IS NULL AND asked.origin = 'ask' THEN
    asked.remind_at := asked.created_at + interval '10 minutes';
  END IF;
  INSERT INTO question SELECT asked.*;
  INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES (asked.workspace_id, 'asked', asked.id,
    jsonb_strip_nulls(jsonb_build_object('kind', asked.kind, 'type', asked.type, 'question', left(asked.question, 500), 'agent', asked.agent_name,
      'session', asked.session_id, 'tool', asked.tool_name, 'target', asked.tool_target, 'env', asked.env, 'held', asked.held,
      'outcome', CASE WHEN asked.state <> 'pending' THEN asked.state END, 'digest', asked.content_digest)));

  IF asked.env IS NULL AND asked.held IS NULL AND asked.state IN ('pending', 'notified') AND asked.origin = 'ask' THEN
    SELECT coalesce(jsonb_agg(to_jsonb(target)), '[]') INTO result.targets
      FROM nod_carry_out(asked.workspace_id, asked.id, NULL, NULL, CASE WHEN asked.state = 'pending' THEN 'question' ELSE 'alert' END, plan, lease) target;
  END IF;
  SELECT EXISTS (SELECT 1 FROM web_session JOIN member ON member.id = web_session.member_id
                  WHERE member.workspace_id = asked.workspace_id AND member.removed_at IS NULL AND member.role <> 'viewer'
                    AND web_session.revoked_at IS NULL AND web_session.open_until > asked.created_at) INTO result.open_pages;
  PERFORM nod_tell(asked.workspace_id, asked.id, 'asked');
  result.outcome := CASE WHEN asked.state = 'stopped' THEN 'stopped' ELSE 'stored' END;
  result.id := asked.id; result.created_at := asked.created_at; result.expires_at := asked.expires_at;
  RETURN result;
END $$;

-- Stores one notification, with its embedded question when there is one: the limit is counted and the plan carried out behind one lock.
CREATE FUNCTION nod_notify(fields jsonb, question_fields jsonb, plan jsonb, lease interval) RETURNS nod_notified LANGUAGE plpgsql AS $$
DECLARE
  sent notification := jsonb_populate_record(NULL::notification, fields);
  place workspace;
  result nod_notified;
  asked nod_asked;
  taken integer;
  oldest timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nod.notify ' || sent.workspace_id, 0));
  sent.created_at := nod_now();
  SELECT * INTO place FROM workspace WHERE workspace.id = sent.workspace_id;
  IF sent.env IS NULL THEN
    SELECT count(*), min(n.created_at) INTO taken, oldest FROM notification n
     WHERE n.workspace_id = sent.workspace_id AND n.env IS NULL AND n.created_at > sent.created_at - interval '5 minutes';
    IF taken >= place.notification_limit THEN
      result.outcome := 'notification_limit'; result.limit_value := place.notification_limit;
      result.free_in_seconds := ceil(extract(epoch FROM oldest + interval '5 minutes' - sent.created_at));
      RETURN result;
    END IF;
  END IF;
  -- Looked at here too: the plan may be older than the kill switch.
  IF sent.env IS NULL AND nod_is_stopped(place, sent.session_id, sent.machine_id, sent.created_at) THEN
    sent.suppressed := 'kill_switch';
    plan := '[]';
  END IF;
  IF question_fields IS NOT NULL THEN
    asked := nod_ask(question_fields, interval '10 minutes', '[]', lease);
    IF asked.outcome NOT IN ('stored', 'stopped') THEN
      result.outcome := asked.outcome; result.limit_value := asked.limit_value; RETURN result;
    END IF;
    sent.linked_question_id := asked.id;
    result.expires_at := asked.expires_at;
  END IF;
  IF sent.session_id IS NOT NULL AND sent.env IS NULL THEN
    -- Locked: tidying must not take it away before the notification points to it.
    SELECT s.id INTO sent.agent_session_id FROM agent_session s
     WHERE s.id = nod_find_session(sent.workspace_id, sent.session_id, coalesce(sent.machine_id, ''), '') FOR NO KEY UPDATE;
  END IF;
  sent.completion := sent.completion AND sent.agent_session_id IS NOT NULL;
  IF sent.agent_session_id IS NOT NULL THEN
    UPDATE agent_session SET last_seen_at = greatest(last_seen_at, sent.created_at), last_action = left(sent.title, 200),
           errored_at = CASE WHEN sent.type = 'error' THEN sent.created_at END,
           turn_ended_at = CASE WHEN sent.completion THEN sent.created_at ELSE turn_ended_at END
     WHERE id = sent.agent_session_id;
  END IF;
  INSERT INTO notification SELECT sent.*;
  IF sent.env IS NULL THEN
    SELECT coalesce(jsonb_agg(to_jsonb(target)), '[]') INTO result.targets
      FROM nod_carry_out(sent.workspace_id, sent.linked_question_id, sent.id, NULL, 'notification', plan, lease) target;
  END IF;
  PERFORM nod_tell(sent.workspace_id, sent.id, 'notification');
  result.outcome := 'stored'; result.completion := sent.completion; result.suppressed := sent.suppressed;
  RETURN result;
END $$;

-- The kill switch, of one agent session or of the whole workspace: cancels what is pending and refuses what comes until then, behind
-- the lock of nod_ask(). Gives the cancelled questions as lib/questions/after-settled.ts takes them.
CREATE FUNCTION nod_stop(p_workspace uuid, p_agent_session uuid, p_for interval, p_member uuid, p_lease interval)
RETURNS TABLE (until timestamptz, settled jsonb) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  ids uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nod.ask ' || p_workspace, 0));
  moment := nod_now();
  until := moment + p_for;
  WITH open_questions AS (
    SELECT id FROM question
     WHERE workspace_id = p_workspace AND state = 'pending' AND kind <> 'decision' AND (expires_at IS NULL OR expires_at > moment)
       AND (p_agent_session IS NULL OR agent_session_id = p_agent_session)
     ORDER BY id FOR UPDATE
  ), cancelled AS (
    UPDATE question SET state = 'cancelled', settled_at = moment, settled_reason = 'kill_switch'
      FROM open_questions WHERE question.id = open_questions.id RETURNING question.id
  )
  SELECT coalesce(array_agg(id ORDER BY id), '{}') INTO ids FROM cancelled;
  IF p_agent_session IS NULL THEN
    UPDATE workspace SET stopped_until = until WHERE id = p_workspace;
  ELSE
    UPDATE agent_session SET stopped_until = until WHERE id = p_agent_session AND workspace_id = p_workspace;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
  SELECT p_workspace, 'cancelled', id, jsonb_build_object('reason', 'kill_switch') FROM unnest(ids) AS id;
  INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES (p_workspace, 'stopped', p_agent_session, jsonb_strip_nulls(jsonb_build_object(
    'by', p_member, 'until', to_char(until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'session', p_agent_session, 'cancelled', cardinality(ids))));
  -- In the order in which receipts lock them.
  PERFORM 1 FROM delivery WHERE question_id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'workspace_id', p_workspace, 'state', 'cancelled', 'agent_session_id', p_agent_session,
           'targets', nod_plan_settled(p_workspace, id, NULL, p_lease))), '[]') INTO settled FROM unnest(ids) AS id;
  PERFORM nod_tell(p_workspace, id, 'cancelled') FROM unnest(ids) AS id;
  PERFORM nod_tell(p_workspace, coalesce(p_agent_session, p_workspace), 'stopped');
  RETURN NEXT;
END $$;


-- Presence: who typed within two minutes is looked up at every ask.
CREATE INDEX agent_session_typed ON agent_session (workspace_id, last_input_at) WHERE last_input_at IS NOT NULL;
