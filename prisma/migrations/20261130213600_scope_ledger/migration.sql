ALTER TABLE workspace ADD CONSTRAINT workspace_policy_preset CHECK (policy_preset IN ('careful', 'balanced', 'hands_off'));
ALTER TABLE policy_rule ADD CONSTRAINT policy_rule_effect CHECK (effect IN ('allow', 'ask', 'deny'));
ALTER TABLE policy_rule ADD CONSTRAINT policy_rule_mode CHECK (mode IN ('push_first', 'push_only', 'notify_only', 'terminal_only'));
ALTER TABLE policy_rule ADD CONSTRAINT policy_rule_timeout_action CHECK (timeout_action IN ('deny', 'escalate', 'wait'));
ALTER TABLE policy_rule ADD CONSTRAINT policy_rule_origin CHECK (origin IN ('written', 'answer', 'suggestion'));
-- Only an ask waits, so only an ask says how. Silence never runs a command: there is no timeout action that approves.
ALTER TABLE policy_rule ADD CONSTRAINT policy_rule_ask CHECK (effect = 'ask' OR num_nonnulls(mode, timeout_seconds, timeout_action, push_first_seconds) = 0);
ALTER TABLE scope ADD CONSTRAINT scope_state CHECK (state IN ('proposed', 'ratified', 'declined', 'replaced', 'withdrawn', 'expired'));

-- For one pattern in one place one rule for good, and one for a while beside it, so that what stood before stands again afterwards. Making
-- either again replaces it.
CREATE UNIQUE INDEX policy_rule_place ON policy_rule (workspace_id, pattern, coalesce(repo_key, ''), coalesce(agent_session_id, '00000000-0000-0000-0000-000000000000'), (expires_at IS NULL));
CREATE INDEX policy_rule_expiry ON policy_rule (expires_at) WHERE expires_at IS NOT NULL;
-- A session has one scope in force: a newer one replaces it.
CREATE UNIQUE INDEX scope_in_force ON scope (agent_session_id) WHERE state = 'ratified';

-- Stores a proposed scope with the question that asks for it: nod_ask() decides whether it is stored at all.
CREATE FUNCTION nod_propose_scope(fields jsonb, contract jsonb, lifetime interval, plan jsonb, lease interval) RETURNS nod_asked LANGUAGE plpgsql AS $$
DECLARE
  asked nod_asked;
  proposed scope := jsonb_populate_record(NULL::scope, contract);
BEGIN
  asked := nod_ask(fields, lifetime, plan, lease);
  IF asked.outcome NOT IN ('stored', 'stopped') OR EXISTS (SELECT 1 FROM scope WHERE question_id = asked.id) THEN RETURN asked; END IF;
  SELECT q.workspace_id, q.id, q.agent_session_id, q.session_id, q.machine_id, q.agent_name, q.created_at,
         CASE WHEN q.state = 'pending' THEN 'proposed' ELSE 'withdrawn' END, CASE WHEN q.state <> 'pending' THEN q.created_at END
    INTO proposed.workspace_id, proposed.question_id, proposed.agent_session_id, proposed.session_id, proposed.machine_id, proposed.agent_name,
         proposed.created_at, proposed.state, proposed.settled_at
    FROM question q WHERE q.id = asked.id;
  -- A kill switch that is on answers a repeated call with the question of the first one, which has its scope already.
  IF proposed.question_id IS NULL THEN RETURN asked; END IF;
  SELECT s.cwd INTO proposed.cwd FROM agent_session s WHERE s.id = proposed.agent_session_id;
  INSERT INTO scope SELECT proposed.*;
  INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES (proposed.workspace_id, 'proposed', proposed.id,
    jsonb_strip_nulls(jsonb_build_object('question', proposed.question_id, 'agent', proposed.agent_name, 'session', proposed.session_id,
      'allowed', to_jsonb(proposed.allowed_paths), 'offLimits', to_jsonb(proposed.off_limits_paths), 'promises', to_jsonb(proposed.promises),
      'doneWhen', proposed.done_when)));
  RETURN asked;
END $$;

-- What the answer to a question does to scopes, in the statement that records the answer, whichever it is: a yes to a proposal ratifies it
-- and replaces the scope before it; a yes to a hook's widening adds its one path to the scope that was in force when it was asked. Agents ask
-- what they like in words of their own, so a question of theirs widens nothing.
-- Two of a session cannot meet here: an answer writes its ledger row before its triggers run, and the ledger has one writer at a time.
CREATE FUNCTION nod_scope_settled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  answered_yes boolean := NEW.state = 'answered' AND NEW.answer_value = 'yes';
  touched scope;
  replaced uuid;
BEGIN
  IF NEW.kind = 'scope' THEN
    IF answered_yes AND NEW.agent_session_id IS NOT NULL THEN
      UPDATE scope SET state = 'replaced', replaced_at = NEW.settled_at
       WHERE scope.agent_session_id = NEW.agent_session_id AND scope.state = 'ratified' RETURNING scope.id INTO replaced;
    END IF;
    UPDATE scope SET settled_at = NEW.settled_at, ratified_by = CASE WHEN answered_yes THEN NEW.answered_by END,
           state = CASE WHEN answered_yes THEN 'ratified' WHEN NEW.state = 'answered' THEN 'declined' WHEN NEW.state = 'expired' THEN 'expired' ELSE 'withdrawn' END
     WHERE scope.question_id = NEW.id RETURNING * INTO touched;
    IF NEW.state = 'answered' AND touched.id IS NOT NULL THEN
      INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
      VALUES (NEW.workspace_id, CASE WHEN answered_yes THEN 'ratified' ELSE 'declined' END, touched.id, jsonb_strip_nulls(jsonb_build_object(
        'question', NEW.id, 'session', NEW.session_id, 'by', NEW.answered_by, 'device', NEW.answered_on, 'source', NEW.answer_source, 'replaces', replaced)));
    END IF;
  ELSIF answered_yes AND NEW.type = 'confirm' AND NEW.agent_session_id IS NOT NULL THEN
    SELECT * INTO touched FROM scope
     WHERE scope.agent_session_id = NEW.agent_session_id AND scope.state = 'ratified' AND scope.settled_at <= NEW.created_at;
    IF FOUND THEN
      INSERT INTO scope_widening (scope_id, path, question_id, member_id) VALUES (touched.id, NEW.scope_path, NEW.id, NEW.answered_by) ON CONFLICT DO NOTHING;
      -- The same path again adds nothing.
      IF FOUND THEN
        INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) VALUES (NEW.workspace_id, 'widened', touched.id, jsonb_strip_nulls(jsonb_build_object(
          'question', NEW.id, 'session', NEW.session_id, 'path', NEW.scope_path, 'by', NEW.answered_by, 'device', NEW.answered_on, 'source', NEW.answer_source)));
      END IF;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER scope_settled AFTER UPDATE OF state ON question FOR EACH ROW
  WHEN (OLD.state = 'pending' AND NEW.state <> 'pending' AND (NEW.kind = 'scope' OR NEW.scope_path IS NOT NULL))
  EXECUTE FUNCTION nod_scope_settled();

-- The feed's own entries: those of scopes and rules, beside stops.
CREATE INDEX ledger_scopes ON ledger_entry (subject_id, seq DESC)
  WHERE event IN ('proposed', 'ratified', 'declined', 'widened', 'allowed', 'denied', 'rule_made', 'rule_removed', 'preset');
