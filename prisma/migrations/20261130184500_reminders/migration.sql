-- Stores one reminder. Repeats are found and the pending ones counted behind one lock of the member, taken before anything is read, so
-- that fifty calls at once with one request id make one reminder, and fifty different ones never one more than the limit.
CREATE TYPE nod_reminded AS (outcome text, reminder_id uuid);
CREATE FUNCTION nod_remind(fields jsonb, in_minutes double precision, pending_limit integer) RETURNS nod_reminded LANGUAGE plpgsql AS $$
DECLARE
  given reminder := jsonb_populate_record(NULL::reminder, fields);
  result nod_reminded;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nod.remind ' || given.workspace_id || ' ' || given.member_id, 0));
  given.created_at := nod_now();

  IF EXISTS (SELECT 1 FROM workspace WHERE id = given.workspace_id AND suspended_at IS NOT NULL) THEN
    result.outcome := 'suspended'; RETURN result;
  END IF;

  -- A request id is kept for good, also when its reminder is settled. Without one, the same text and time within ten seconds is a retry
  -- of a call whose reply was lost; unless it was cancelled meanwhile, for then somebody wants it back.
  SELECT id INTO result.reminder_id FROM reminder r
   WHERE r.workspace_id = given.workspace_id AND r.member_id = given.member_id
     AND CASE WHEN given.request_id IS NOT NULL THEN r.request_id = given.request_id
              ELSE r.request_id IS NULL AND r.content_digest = given.content_digest AND r.status <> 'cancelled'
                   AND r.created_at > given.created_at - interval '10 seconds' END
   ORDER BY r.created_at DESC LIMIT 1;
  IF FOUND THEN result.outcome := 'repeated'; RETURN result; END IF;

  IF in_minutes IS NOT NULL THEN given.fire_at := given.created_at + in_minutes * interval '1 minute'; END IF;
  IF given.fire_at <= given.created_at THEN result.outcome := 'past'; RETURN result; END IF;
  -- Hours: a day of the session's time zone may have 23.
  IF given.fire_at > given.created_at + interval '720 hours' THEN result.outcome := 'too_far'; RETURN result; END IF;

  IF given.env IS NULL AND (SELECT count(*) FROM reminder r WHERE r.workspace_id = given.workspace_id AND r.member_id = given.member_id
                             AND r.env IS NULL AND r.status IN ('scheduled', 'firing')) >= pending_limit THEN
    result.outcome := 'limit'; RETURN result;
  END IF;

  given.status := 'scheduled';
  -- Test traffic is stored and never comes due.
  given.due_at := CASE WHEN given.env IS NULL THEN given.fire_at END;
  INSERT INTO reminder SELECT given.*;
  PERFORM nod_tell(given.workspace_id, given.id, 'due');
  PERFORM nod_tell(given.workspace_id, given.id, 'reminder');
  result.outcome := 'stored'; result.reminder_id := given.id;
  RETURN result;
END $$;
