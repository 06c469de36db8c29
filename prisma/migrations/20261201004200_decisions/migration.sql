-- Decisions: questions to an integrator's own end users. Same table, same life; these functions learn what is different about who is asked.
CREATE INDEX question_decision ON question (workspace_id, created_at DESC, id DESC) WHERE kind = 'decision';
CREATE INDEX question_decision_of ON question (workspace_id, external_id, created_at DESC, id DESC) WHERE kind = 'decision';
CREATE INDEX question_decision_of_agent ON question (workspace_id, agent_name, created_at DESC, id DESC) WHERE kind = 'decision';
CREATE INDEX question_decision_open ON question (workspace_id, external_id) WHERE kind = 'decision' AND state = 'pending';
CREATE INDEX question_sandbox_due ON question (sandbox_due_at) WHERE state = 'pending' AND sandbox_due_at IS NOT NULL;
ALTER TYPE nod_asked ADD ATTRIBUTE device_count integer;

-- As before, and an end user's decision keeps what came with it.
CREATE OR REPLACE FUNCTION nod_question_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'pending' AND (NEW.state, NEW.answer_value, NEW.answer_note, NEW.answer_source, NEW.answered_by, NEW.answered_on, NEW.answered_by_key, NEW.settled_at, NEW.settled_reason)
     IS DISTINCT FROM (OLD.state, OLD.answer_value, OLD.answer_note, OLD.answer_source, OLD.answered_by, OLD.answered_on, OLD.answered_by_key, OLD.settled_at, OLD.settled_reason) THEN
    RAISE EXCEPTION 'question % is settled as %', OLD.id, OLD.state;
  END IF;
  IF (NEW.question, NEW.type, NEW.options, NEW.rich, NEW.context, NEW.wire, NEW.intent, NEW.action, NEW.blocker, NEW.action_body, NEW.danger, NEW.content_digest, NEW.workspace_id, NEW.external_id, NEW.decision)
     IS DISTINCT FROM (OLD.question, OLD.type, OLD.options, OLD.rich, OLD.context, OLD.wire, OLD.intent, OLD.action, OLD.blocker, OLD.action_body, OLD.danger, OLD.content_digest, OLD.workspace_id, OLD.external_id, OLD.decision) THEN
    RAISE EXCEPTION 'question % cannot be rewritten', OLD.id;
  END IF;
  RETURN NEW;
END $$;

-- Whether a device, a member's or an end user's, may get what a question brings: a live member's may, an end user's only its own decision.
CREATE FUNCTION nod_may_get(p_member uuid, p_end_user uuid, p_question uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_end_user IS NULL
    THEN EXISTS (SELECT 1 FROM member WHERE member.id = p_member AND member.removed_at IS NULL)
    ELSE EXISTS (SELECT 1 FROM question WHERE question.id = p_question AND question.end_user_id = p_end_user) END
$$;

-- As before; a plan may name devices of the end user whose decision it is.
CREATE OR REPLACE FUNCTION nod_carry_out(
  p_workspace uuid, p_question uuid, p_notification uuid, p_reminder uuid, p_kind text, p_plan jsonb, p_lease interval, p_shown jsonb DEFAULT NULL
) RETURNS SETOF nod_target LANGUAGE sql VOLATILE AS $$
  WITH entry AS (
    SELECT * FROM jsonb_to_recordset(p_plan)
      AS e(device uuid, may_answer boolean, due_at timestamptz, held text, suppressed text, digest_at timestamptz)
  ), chosen AS (
    SELECT device.id, device.endpoint, device.p256dh, device.auth, device.channel, device.hides_text, device.member_id,
           entry.due_at, entry.held, entry.suppressed, entry.digest_at, entry.due_at IS NULL AND entry.suppressed IS NULL AS is_now,
           entry.may_answer AND member.role IS DISTINCT FROM 'viewer' AS may_answer,
           -- Who may answer elsewhere but not from here (mode "Alert only") is alerted, also when the push is tried again.
           CASE WHEN p_kind IN ('question', 'nudge') AND NOT entry.may_answer AND member.role IS DISTINCT FROM 'viewer' THEN 'alert' ELSE p_kind END AS kind,
           replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') AS token
      FROM entry JOIN device ON device.id = entry.device LEFT JOIN member ON member.id = device.member_id
     WHERE device.workspace_id = p_workspace AND device.status = 'active' AND nod_may_get(device.member_id, device.end_user_id, p_question)
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

-- As before, also for the devices of an end user.
CREATE OR REPLACE FUNCTION nod_plan_settled(p_workspace uuid, p_question uuid, p_except uuid, p_lease interval) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  WITH chosen AS (
    SELECT DISTINCT device.id, endpoint, p256dh, auth, channel, hides_text FROM delivery
      JOIN device ON device.id = delivery.device_id AND device.workspace_id = delivery.workspace_id
     WHERE delivery.question_id = p_question AND delivery.workspace_id = p_workspace AND delivery.kind <> 'settled' AND delivery.failed_at IS NULL
       AND delivery.attempts > 0 AND nod_may_get(device.member_id, device.end_user_id, p_question)
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

-- As before. A decision has a lock and limits of its own, is none of the kill switch's business (that stops agents of this workspace), and goes
-- to whatever devices its end user has at this moment: `plan` is made here. An enrolment takes the same lock (nod_enrol), so that a decision
-- and a device that come at once find each other.
CREATE OR REPLACE FUNCTION nod_ask(fields jsonb, lifetime interval, plan jsonb, lease interval) RETURNS nod_asked LANGUAGE plpgsql AS $$
DECLARE
  asked question := jsonb_populate_record(NULL::question, fields);
  is_decision boolean := coalesce(fields ->> 'kind' = 'decision', false);
  place workspace;
  result nod_asked;
  is_stopped boolean;
  in_session integer;
  of_kind integer;
  in_all integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(CASE WHEN is_decision THEN 'nod.decide ' ELSE 'nod.ask ' END || asked.workspace_id, 0));
  asked.created_at := nod_now();
  SELECT * INTO place FROM workspace WHERE workspace.id = asked.workspace_id;
  is_stopped := NOT is_decision AND nod_is_stopped(place, asked.session_id, asked.machine_id, asked.created_at);

  IF is_decision AND asked.env IS NULL THEN
    SELECT end_user.id INTO asked.end_user_id FROM end_user WHERE end_user.workspace_id = asked.workspace_id AND end_user.external_id = asked.external_id;
    SELECT coalesce(jsonb_agg(jsonb_build_object('device', device.id, 'may_answer', true) ORDER BY device.id), '[]'), count(*)
      INTO plan, result.device_count FROM device WHERE device.end_user_id = asked.end_user_id AND device.status = 'active';
  END IF;

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

  IF is_decision THEN
    IF (fields ->> 'require_reachable')::boolean AND asked.env IS NULL AND result.device_count = 0 THEN
      result.outcome := 'unreachable'; RETURN result;
    END IF;
    SELECT count(*) FILTER (WHERE q.external_id = asked.external_id), count(*) INTO of_kind, in_all FROM question q
     WHERE q.workspace_id = asked.workspace_id AND q.kind = 'decision' AND q.state = 'pending' AND q.env IS NOT DISTINCT FROM asked.env
       AND q.expires_at > asked.created_at;
    IF in_all >= place.decision_limit THEN
      result.outcome := 'workspace_limit'; result.limit_value := place.decision_limit; RETURN result;
    END IF;
    IF of_kind >= place.end_user_decision_limit AND asked.env IS NULL THEN
      result.outcome := 'end_user_limit'; result.limit_value := place.end_user_decision_limit; RETURN result;
    END IF;
    result.pending := of_kind + 1;
    IF asked.external_id IS NOT NULL AND asked.env IS NULL AND asked.end_user_id IS NULL THEN
      -- An enrolment may make them at the same moment.
      INSERT INTO end_user (id, workspace_id, external_id) VALUES (gen_random_uuid(), asked.workspace_id, asked.external_id)
      ON CONFLICT (workspace_id, external_id) DO UPDATE SET external_id = EXCLUDED.external_id RETURNING end_user.id INTO asked.end_user_id;
    END IF;
    IF asked.sandbox_due_at IS NOT NULL THEN asked.sandbox_due_at := asked.created_at + interval '1 second'; END IF;
  ELSE
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
  END IF;

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
      'outcome', CASE WHEN asked.state <> 'pending' THEN asked.state END, 'digest', asked.content_digest, 'endUser', asked.end_user_id)));

  IF asked.env IS NULL AND asked.held IS NULL AND asked.state IN ('pending', 'notified') AND asked.origin IN ('ask', 'decision') THEN
    SELECT coalesce(jsonb_agg(to_jsonb(target)), '[]') INTO result.targets
      FROM nod_carry_out(asked.workspace_id, asked.id, NULL, NULL, CASE WHEN asked.state = 'pending' THEN 'question' ELSE 'alert' END, plan, lease) target;
  END IF;
  -- Nobody's window of Nod shows an end user's decision.
  SELECT NOT is_decision AND EXISTS (SELECT 1 FROM web_session JOIN member ON member.id = web_session.member_id
                  WHERE member.workspace_id = asked.workspace_id AND member.removed_at IS NULL AND member.role <> 'viewer'
                    AND web_session.revoked_at IS NULL AND web_session.open_until > asked.created_at) INTO result.open_pages;
  PERFORM nod_tell(asked.workspace_id, asked.id, 'asked');
  result.outcome := CASE WHEN asked.state = 'stopped' THEN 'stopped' ELSE 'stored' END;
  result.id := asked.id; result.created_at := asked.created_at; result.expires_at := asked.expires_at;
  RETURN result;
END $$;
