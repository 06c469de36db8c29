-- Connects a browser to an end user: the token of their enrolment is used up, the device is theirs, and what waits for them already is planned
-- for it. Behind the lock of decisions: one that is opened at the same moment either finds this device or is found here.
CREATE FUNCTION nod_enrol(p_token_hash bytea, fields jsonb)
RETURNS TABLE (outcome text, workspace uuid, device uuid) LANGUAGE plpgsql AS $$
DECLARE
  token one_time_token;
  person uuid;
  former uuid;
  others integer;
BEGIN
  SELECT * INTO token FROM one_time_token t WHERE t.token_hash = p_token_hash AND t.kind = 'enroll';
  IF NOT FOUND THEN outcome := 'unknown'; RETURN NEXT; RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('nod.decide ' || token.workspace_id, 0));
  SELECT * INTO token FROM one_time_token t WHERE t.id = token.id FOR UPDATE;
  workspace := token.workspace_id;
  person := (token.payload ->> 'endUserId')::uuid;
  IF token.used_at IS NOT NULL THEN
    -- The same browser once more: the receipt of the first time was lost on the way.
    SELECT d.id INTO device FROM device d
     WHERE d.id::text = token.payload ->> 'deviceId' AND d.endpoint = fields ->> 'endpoint' AND d.end_user_id = person AND d.status = 'active';
    outcome := CASE WHEN device IS NULL THEN 'used' ELSE 'enrolled' END;
    RETURN NEXT; RETURN;
  END IF;
  IF token.expires_at <= nod_now() THEN outcome := 'expired'; RETURN NEXT; RETURN; END IF;
  -- Whoever holds a bound key could connect a browser of its own and answer from it: its links add none to somebody who has one.
  SELECT count(*) INTO others FROM device d WHERE d.end_user_id = person AND d.status = 'active' AND d.endpoint <> fields ->> 'endpoint';
  IF others > 0 AND (token.payload ->> 'byBoundKey')::boolean THEN outcome := 'has_device'; RETURN NEXT; RETURN; END IF;
  IF others >= 20 THEN outcome := 'too_many'; RETURN NEXT; RETURN; END IF;

  SELECT coalesce((SELECT d.id FROM device d WHERE d.endpoint = fields ->> 'endpoint'), (fields ->> 'id')::uuid) INTO device;
  -- The ledger before deliveries, these before devices: the order of all that settles questions.
  INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES (token.workspace_id, 'end_user_enrolled', person,
    jsonb_strip_nulls(jsonb_build_object('device', device, 'key', token.payload ->> 'key')));
  -- Whoever had this subscription before answers nothing from it any more.
  SELECT d.id INTO former FROM device d WHERE d.endpoint = fields ->> 'endpoint' AND d.end_user_id IS DISTINCT FROM person;
  IF former IS NOT NULL THEN
    UPDATE delivery SET token_hashes = '{}', suppressed = CASE WHEN due_at IS NULL THEN suppressed ELSE 'device_changed_hands' END, due_at = NULL
      FROM (SELECT id FROM delivery WHERE device_id = former AND token_used_at IS NULL ORDER BY id FOR NO KEY UPDATE) open_rows
     WHERE delivery.id = open_rows.id;
  END IF;
  INSERT INTO device AS d (id, workspace_id, end_user_id, endpoint, p256dh, auth, name, browser, os, channel, user_agent)
  VALUES ((fields ->> 'id')::uuid, token.workspace_id, person, fields ->> 'endpoint', fields ->> 'p256dh', fields ->> 'auth', fields ->> 'name',
          fields ->> 'browser', fields ->> 'os', fields ->> 'channel', fields ->> 'user_agent')
  ON CONFLICT (endpoint) DO UPDATE SET workspace_id = EXCLUDED.workspace_id, member_id = NULL, end_user_id = EXCLUDED.end_user_id, web_session_id = NULL,
    external_id = NULL, tags = '{}', custom_data = NULL, gets_questions = true, gets_updates = true, gets_reminders = true, hides_text = false,
    p256dh = EXCLUDED.p256dh, auth = EXCLUDED.auth, name = EXCLUDED.name, browser = EXCLUDED.browser, os = EXCLUDED.os,
    channel = EXCLUDED.channel, user_agent = EXCLUDED.user_agent, status = 'active', status_reason = NULL, last_seen_at = nod_now()
  RETURNING d.id INTO device;
  UPDATE one_time_token t SET used_at = nod_now(), payload = t.payload || jsonb_build_object('deviceId', device) WHERE t.id = token.id;

  PERFORM nod_carry_out(token.workspace_id, waiting.id, NULL, NULL, 'question',
                        jsonb_build_array(jsonb_build_object('device', device, 'may_answer', true, 'due_at', nod_now())), interval '60 seconds')
     FROM (SELECT q.id FROM question q
            WHERE q.workspace_id = token.workspace_id AND q.kind = 'decision' AND q.state = 'pending' AND q.end_user_id = person AND q.expires_at > nod_now()
              AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.question_id = q.id AND delivery.device_id = device)
            ORDER BY q.created_at, q.id) waiting;
  PERFORM nod_tell(NULL, device, 'due');
  PERFORM nod_tell(token.workspace_id, device, 'device');
  outcome := 'enrolled';
  RETURN NEXT;
END $$;

-- Makes a key for one end user, whom it makes where there is none. Keys are counted behind a lock: many at once never make one too many. No row
-- when there are as many live ones as there may be.
CREATE FUNCTION nod_issue_bound_key(fields jsonb, p_secret_hash bytea, p_external_id text, p_lifetime interval, p_most integer)
RETURNS SETOF api_key LANGUAGE plpgsql AS $$
DECLARE
  made api_key := jsonb_populate_record(NULL::api_key, fields);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nod.bound-key ' || made.workspace_id, 0));
  made.created_at := nod_now();
  IF (SELECT count(*) FROM api_key k WHERE k.workspace_id = made.workspace_id AND k.kind = 'bound' AND k.revoked_at IS NULL
         AND (k.expires_at IS NULL OR k.expires_at > made.created_at)) >= p_most THEN
    RETURN;
  END IF;
  INSERT INTO end_user (id, workspace_id, external_id) VALUES (gen_random_uuid(), made.workspace_id, p_external_id)
  ON CONFLICT (workspace_id, external_id) DO UPDATE SET external_id = EXCLUDED.external_id RETURNING end_user.id INTO made.bound_end_user_id;
  made.kind := 'bound';
  made.secret_hash := p_secret_hash;
  made.expires_at := made.created_at + p_lifetime;
  RETURN QUERY INSERT INTO api_key SELECT made.* RETURNING *;
END $$;
