-- A notification that is sent once: by the key of the repeat, of one API key. The index is what holds when a function is changed one day.
CREATE UNIQUE INDEX notification_sent_once ON notification (workspace_id, key_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
-- The devices of a workspace are read in this order, page by page.
CREATE INDEX device_newest_first ON device (workspace_id, created_at DESC, id DESC);

-- How many of the limit are used up now, and the notification that the same key stored before.
ALTER TYPE nod_notified ADD ATTRIBUTE taken integer, ADD ATTRIBUTE repeated uuid;

-- As before. A repeat is found behind the lock, before the limit refuses: it sends nothing, so it takes nothing.
CREATE OR REPLACE FUNCTION nod_notify(fields jsonb, question_fields jsonb, plan jsonb, lease interval) RETURNS nod_notified LANGUAGE plpgsql AS $$
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
  SELECT count(*), min(n.created_at) INTO taken, oldest FROM notification n
   WHERE n.workspace_id = sent.workspace_id AND n.env IS NULL AND n.created_at > sent.created_at - interval '5 minutes';
  result.limit_value := place.notification_limit;
  result.taken := taken;
  IF sent.idempotency_key IS NOT NULL THEN
    SELECT n.id INTO result.repeated FROM notification n
     WHERE n.workspace_id = sent.workspace_id AND n.key_id = sent.key_id AND n.idempotency_key = sent.idempotency_key;
    IF FOUND THEN
      result.outcome := 'repeated';
      RETURN result;
    END IF;
  END IF;
  IF sent.env IS NULL AND taken >= place.notification_limit THEN
    result.outcome := 'notification_limit';
    result.free_in_seconds := ceil(extract(epoch FROM oldest + interval '5 minutes' - sent.created_at));
    RETURN result;
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
  IF sent.env IS NULL THEN result.taken := taken + 1; END IF;
  RETURN result;
END $$;
