-- What the activity feed reads (lib/activity/feed.sql.ts). Partial or over an expression, all of them: the schema cannot name those, and
-- Prisma leaves them alone.

-- The words of some texts. Every ASCII sign parts words, so that a path or a command is found by each of its parts and no text means
-- something to the parser (an address, a tag). COST: the planner must know that reading a text is dear beside reading an index.
CREATE FUNCTION nod_words(VARIADIC texts text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 2000 AS $$
  SELECT to_tsvector('simple', translate(array_to_string(texts, ' '), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$$;

-- Answers are left out: one that holds a secret reaches its agent, and must not be found letter by letter. The pending list is short,
-- because every search reads all of it. Whole indexes, not partial ones: the planner takes the frequency of words from no other.
CREATE INDEX question_words ON question USING gin (
  nod_words(VARIADIC ARRAY[question, context, intent, action, blocker, tool_target, left(action_body, 4000), agent_name] || options)
) WITH (gin_pending_list_limit = 256);
CREATE INDEX notification_words ON notification USING gin (nod_words(VARIADIC ARRAY[title, body, agent_name])) WITH (gin_pending_list_limit = 256);
CREATE INDEX reminder_words ON reminder USING gin (nod_words(VARIADIC ARRAY[title, body, agent_name])) WITH (gin_pending_list_limit = 256);

-- One agent's, or one session's, newest first.
CREATE INDEX question_of_agent ON question (workspace_id, agent_name, created_at DESC, id DESC) WHERE kind <> 'decision';
CREATE INDEX question_of_session ON question (workspace_id, session_id, created_at DESC, id DESC) WHERE session_id IS NOT NULL;
CREATE INDEX notification_of_agent ON notification (workspace_id, agent_name, created_at DESC, id DESC) WHERE agent_name <> '';
CREATE INDEX notification_of_session ON notification (workspace_id, session_id, created_at DESC, id DESC) WHERE session_id IS NOT NULL;

-- Reminders stand at the time they were settled; stops and their ends among all other entries of the ledger, which has no id of its own.
CREATE INDEX reminder_settled ON reminder (member_id, settled_at DESC, id DESC) WHERE settled_at IS NOT NULL;
CREATE INDEX ledger_control ON ledger_entry (workspace_id, at DESC, (encode(substring(hash FROM 1 FOR 16), 'hex')::uuid) DESC)
  WHERE event IN ('stopped', 'resumed');

-- What was settled last, for the foot of the Waiting list.
CREATE INDEX question_just_settled ON question (workspace_id, settled_at DESC) WHERE settled_at IS NOT NULL AND env IS NULL AND kind <> 'decision';
