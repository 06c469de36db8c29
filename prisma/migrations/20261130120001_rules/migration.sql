-- What the tables must never hold, whatever the program does.
ALTER TABLE clock_offset ADD CONSTRAINT clock_offset_single CHECK (id);
ALTER TABLE member ADD CONSTRAINT member_role CHECK (role IN ('owner', 'member', 'viewer'));
ALTER TABLE api_key ADD CONSTRAINT api_key_kind CHECK (kind IN ('agent', 'connector', 'full', 'bound', 'sandbox'));
ALTER TABLE device ADD CONSTRAINT device_owner CHECK (num_nonnulls(member_id, end_user_id) = 1);
ALTER TABLE device ADD CONSTRAINT device_channel CHECK (channel IN ('web', 'mobile'));
ALTER TABLE device ADD CONSTRAINT device_status CHECK (status IN ('active', 'unsubscribed', 'expired', 'bounced'));
ALTER TABLE question ADD CONSTRAINT question_state
  CHECK (state IN ('pending', 'answered', 'cancelled', 'expired', 'terminal', 'notified', 'stopped'));
ALTER TABLE question ADD CONSTRAINT question_kind CHECK (kind IN ('question', 'scope', 'decision'));
ALTER TABLE question ADD CONSTRAINT question_type CHECK (type IN ('confirm', 'select', 'input'));
-- An answer and the state "answered" come and go together: no tool result can say one without the other.
ALTER TABLE question ADD CONSTRAINT question_answered CHECK ((state = 'answered') = (answer_value IS NOT NULL));
ALTER TABLE question ADD CONSTRAINT question_settled CHECK ((state = 'pending') = (settled_at IS NULL));

CREATE UNIQUE INDEX question_idempotency ON question (workspace_id, key_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX question_pending ON question (workspace_id, created_at) WHERE state = 'pending';
CREATE INDEX question_pending_expiry ON question (expires_at) WHERE state = 'pending' AND expires_at IS NOT NULL;
CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_due ON outbox_message (due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX secret_current ON secret (kind, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000')) WHERE retired_at IS NULL;

-- A settled question stays as it was settled; what was asked never changes. Only bookkeeping may still move.
CREATE FUNCTION nod_question_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'pending' AND (NEW.state, NEW.answer_value, NEW.answer_note, NEW.answer_source, NEW.answered_by, NEW.answered_on, NEW.settled_at, NEW.settled_reason)
     IS DISTINCT FROM (OLD.state, OLD.answer_value, OLD.answer_note, OLD.answer_source, OLD.answered_by, OLD.answered_on, OLD.settled_at, OLD.settled_reason) THEN
    RAISE EXCEPTION 'question % is settled as %', OLD.id, OLD.state;
  END IF;
  IF (NEW.question, NEW.type, NEW.options, NEW.rich, NEW.context, NEW.intent, NEW.action, NEW.blocker, NEW.action_body, NEW.danger, NEW.content_digest, NEW.workspace_id)
     IS DISTINCT FROM (OLD.question, OLD.type, OLD.options, OLD.rich, OLD.context, OLD.intent, OLD.action, OLD.blocker, OLD.action_body, OLD.danger, OLD.content_digest, OLD.workspace_id) THEN
    RAISE EXCEPTION 'question % cannot be rewritten', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER question_guard BEFORE UPDATE ON question FOR EACH ROW EXECUTE FUNCTION nod_question_guard();

-- The ledger: each row holds the SHA-256 of the one before it. What is hashed is five lines of text, so that anybody can check an
-- export with a dozen lines of any language: previous hash in hex, number, time, event and subject, detail as PostgreSQL prints it.
CREATE FUNCTION nod_ledger_text(entry ledger_entry) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT concat_ws(E'\n',
    encode(entry.previous_hash, 'hex'),
    entry.seq::text,
    to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.event || ' ' || coalesce(entry.subject_id::text, '-'),
    entry.detail::text)
$$;

CREATE FUNCTION nod_ledger_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE head ledger_head;
BEGIN
  INSERT INTO ledger_head (workspace_id, seq, hash) VALUES (NEW.workspace_id, 0, sha256('nod'::bytea)) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM ledger_head WHERE workspace_id = NEW.workspace_id FOR UPDATE;
  NEW.seq := head.seq + 1;
  NEW.at := nod_now();
  NEW.previous_hash := head.hash;
  NEW.hash := sha256(convert_to(nod_ledger_text(NEW), 'UTF8'));
  UPDATE ledger_head SET seq = NEW.seq, hash = NEW.hash WHERE workspace_id = NEW.workspace_id;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_chain BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION nod_ledger_chain();

CREATE FUNCTION nod_ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND coalesce(current_setting('nod.purge', true), '') = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the ledger is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION nod_ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION nod_ledger_append_only();

-- Everyone who waits listens on one channel; the payload names the workspace, the thing and what happened to it.
CREATE FUNCTION nod_tell(workspace uuid, subject uuid, event text) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT pg_notify('nod', json_build_object('workspace', workspace, 'id', subject, 'event', event)::text)::text
$$;

-- The device rows that a question or a notification goes to, with a fresh answer token for those that may answer.
CREATE TYPE nod_target AS (delivery_id uuid, token text, device_id uuid, endpoint text, p256dh text, auth text, channel text);
CREATE FUNCTION nod_plan_deliveries(
  p_workspace uuid, p_question uuid, p_notification uuid, p_kind text, p_answerable boolean,
  p_tags text[], p_external_ids text[], p_subscriber_ids text[], p_lease interval
) RETURNS SETOF nod_target LANGUAGE sql VOLATILE AS $$
  WITH chosen AS (
    SELECT device.*, member.role <> 'viewer' AND p_answerable AS may_answer,
           replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') AS token
      FROM device JOIN member ON member.id = device.member_id AND member.removed_at IS NULL
     WHERE device.workspace_id = p_workspace AND device.status = 'active'
       AND (cardinality(p_tags) = 0 OR device.tags && p_tags)
       AND (cardinality(p_external_ids) = 0 OR device.external_id = ANY (p_external_ids))
       AND (cardinality(p_subscriber_ids) = 0 OR device.id::text = ANY (p_subscriber_ids))
  ), planned AS (
    INSERT INTO delivery (id, workspace_id, device_id, question_id, notification_id, kind, token_hashes, created_at, attempts, due_at)
    SELECT gen_random_uuid(), p_workspace, chosen.id, p_question, p_notification, p_kind,
           CASE WHEN may_answer THEN ARRAY[sha256(convert_to(token, 'UTF8'))] ELSE '{}' END, nod_now(), 1, nod_now() + p_lease
      FROM chosen
    RETURNING id, device_id
  )
  SELECT planned.id, CASE WHEN may_answer THEN token END, chosen.id, endpoint, p256dh, auth, channel
    FROM planned JOIN chosen ON chosen.id = planned.device_id
$$;

-- Plans the push that replaces a settled question's notification, for every device that was sent the question, except the one that
-- answered it. Called inside the statement that settles, so that a process that dies right after it loses nothing. Apple's devices are
-- left out: a push that shows nothing new costs the permission there.
CREATE FUNCTION nod_plan_settled(p_workspace uuid, p_question uuid, p_except uuid, p_lease interval) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  WITH chosen AS (
    SELECT DISTINCT device.id, endpoint, p256dh, auth, channel FROM delivery
      JOIN device ON device.id = delivery.device_id AND device.workspace_id = delivery.workspace_id
      JOIN member ON member.id = device.member_id AND member.removed_at IS NULL
     WHERE delivery.question_id = p_question AND delivery.workspace_id = p_workspace AND delivery.kind <> 'settled' AND delivery.failed_at IS NULL
       AND device.status = 'active' AND device.id IS DISTINCT FROM p_except AND endpoint !~ '^https://[^/]*\.push\.apple\.com/'
  ), stopped AS (
    UPDATE delivery SET due_at = NULL, suppressed = 'settled' FROM (
      SELECT id FROM delivery
       WHERE question_id = p_question AND kind = 'question' AND accepted_at IS NULL AND failed_at IS NULL AND due_at IS NOT NULL
         -- The answering device's own row is written by the statement that calls this, and a row can be written once.
         AND device_id IS DISTINCT FROM p_except
       ORDER BY id FOR NO KEY UPDATE) open_rows
     WHERE delivery.id = open_rows.id
  ), planned AS (
    INSERT INTO delivery (id, workspace_id, device_id, question_id, kind, attempts, due_at)
    SELECT gen_random_uuid(), p_workspace, chosen.id, p_question, 'settled', 1, nod_now() + p_lease FROM chosen RETURNING id, device_id
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('delivery_id', planned.id, 'token', NULL, 'device_id', chosen.id, 'endpoint', endpoint,
                                               'p256dh', p256dh, 'auth', auth, 'channel', channel)), '[]')
    FROM planned JOIN chosen ON chosen.id = planned.device_id
$$;

-- Stores one question: repeats are found, limits counted and deliveries planned behind one lock, taken before anything is read,
-- so that fifty calls at once make one question for one key and never one more than the limit. Without the lock they do not.
CREATE TYPE nod_asked AS (outcome text, id uuid, created_at timestamptz, expires_at timestamptz, limit_value integer, targets jsonb, open_pages boolean, pending integer);
CREATE FUNCTION nod_ask(fields jsonb, lifetime interval, lease interval) RETURNS nod_asked LANGUAGE plpgsql AS $$
DECLARE
  asked question := jsonb_populate_record(NULL::question, fields);
  place workspace;
  result nod_asked;
  in_session integer;
  of_kind integer;
  in_all integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nod.ask ' || asked.workspace_id, 0));

  IF asked.idempotency_key IS NOT NULL THEN
    SELECT 'repeated', question.id, question.created_at, question.expires_at INTO result.outcome, result.id, result.created_at, result.expires_at
      FROM question WHERE workspace_id = asked.workspace_id AND key_id IS NOT DISTINCT FROM asked.key_id AND idempotency_key = asked.idempotency_key;
    IF FOUND THEN RETURN result; END IF;
  END IF;

  asked.created_at := nod_now();
  SELECT * INTO place FROM workspace WHERE workspace.id = asked.workspace_id;

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
    asked.agent_session_id := nod_touch_session(asked.workspace_id, asked.session_id, coalesce(asked.machine_id, ''), asked.agent_name, asked.repo_key);
    IF fields ? 'tool_aware' OR fields ? 'local_surface' THEN
      UPDATE agent_session SET tool_aware = coalesce((fields ->> 'tool_aware')::boolean, tool_aware),
             local_surface = coalesce((fields ->> 'local_surface')::boolean, local_surface)
       WHERE id = asked.agent_session_id;
    END IF;
  END IF;
  IF lifetime IS NOT NULL THEN asked.expires_at := asked.created_at + lifetime; END IF;
  IF asked.state <> 'pending' THEN asked.settled_at := asked.created_at; END IF;
  INSERT INTO question SELECT asked.*;
  INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES (asked.workspace_id, 'asked', asked.id,
    jsonb_strip_nulls(jsonb_build_object('kind', asked.kind, 'type', asked.type, 'question', left(asked.question, 500), 'agent', asked.agent_name,
      'session', asked.session_id, 'tool', asked.tool_name, 'target', asked.tool_target, 'env', asked.env, 'held', asked.held, 'digest', asked.content_digest)));

  IF asked.env IS NULL AND asked.held IS NULL AND asked.state = 'pending' AND asked.origin = 'ask' THEN
    SELECT coalesce(jsonb_agg(to_jsonb(target)), '[]') INTO result.targets
      FROM nod_plan_deliveries(asked.workspace_id, asked.id, NULL, 'question', true, asked.tags, asked.external_ids, asked.subscriber_ids, lease) target;
  END IF;
  SELECT EXISTS (SELECT 1 FROM web_session JOIN member ON member.id = web_session.member_id
                  WHERE member.workspace_id = asked.workspace_id AND member.removed_at IS NULL AND member.role <> 'viewer'
                    AND web_session.revoked_at IS NULL AND web_session.open_until > asked.created_at) INTO result.open_pages;
  PERFORM nod_tell(asked.workspace_id, asked.id, 'asked');
  result.outcome := 'stored'; result.id := asked.id; result.created_at := asked.created_at; result.expires_at := asked.expires_at;
  RETURN result;
END $$;

-- The session that a caller means: callers often know only part of its identity, so a part counts only where both sides have one.
CREATE FUNCTION nod_touch_session(p_workspace uuid, p_session text, p_machine text, p_agent_name text, p_repo text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE found uuid;
BEGIN
  UPDATE agent_session SET last_seen_at = nod_now(), ended_at = NULL, repo_key = coalesce(p_repo, repo_key),
         agent_name = CASE WHEN p_agent_name = '' THEN agent_name ELSE p_agent_name END
   WHERE id = (SELECT s.id FROM agent_session s
                WHERE s.workspace_id = p_workspace AND s.session_id = p_session AND (s.machine_id = p_machine OR s.machine_id = '' OR p_machine = '')
                ORDER BY (s.machine_id = p_machine) DESC, s.last_seen_at DESC LIMIT 1)
  RETURNING id INTO found;
  IF found IS NULL THEN
    INSERT INTO agent_session (id, workspace_id, session_id, machine_id, agent_type, agent_name, repo_key)
    VALUES (gen_random_uuid(), p_workspace, p_session, p_machine, '', p_agent_name, p_repo)
    ON CONFLICT (workspace_id, session_id, machine_id, agent_type) DO UPDATE SET last_seen_at = nod_now()
    RETURNING id INTO found;
  END IF;
  RETURN found;
END $$;

-- Stores one notification, with its embedded question when there is one: the limit is counted and the deliveries planned behind one lock.
CREATE TYPE nod_notified AS (outcome text, limit_value integer, free_in_seconds integer, targets jsonb, completion boolean, expires_at timestamptz);
CREATE FUNCTION nod_notify(fields jsonb, question_fields jsonb, tags text[], external_ids text[], subscriber_ids text[], lease interval)
RETURNS nod_notified LANGUAGE plpgsql AS $$
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
  IF question_fields IS NOT NULL THEN
    asked := nod_ask(question_fields, interval '10 minutes', lease);
    IF asked.outcome <> 'stored' THEN
      result.outcome := asked.outcome; result.limit_value := asked.limit_value; RETURN result;
    END IF;
    sent.linked_question_id := asked.id;
    result.expires_at := asked.expires_at;
  END IF;
  IF sent.completion THEN
    sent.completion := EXISTS (SELECT 1 FROM agent_session s WHERE s.workspace_id = sent.workspace_id AND s.session_id = sent.session_id);
  END IF;
  INSERT INTO notification SELECT sent.*;
  IF sent.env IS NULL THEN
    SELECT coalesce(jsonb_agg(to_jsonb(target)), '[]') INTO result.targets
      FROM nod_plan_deliveries(sent.workspace_id, sent.linked_question_id, sent.id, 'notification', sent.linked_question_id IS NOT NULL,
                               tags, external_ids, subscriber_ids, lease) target;
  END IF;
  PERFORM nod_tell(sent.workspace_id, sent.id, 'notification');
  result.outcome := 'stored'; result.completion := sent.completion;
  RETURN result;
END $$;
