-- Whoever owes a message wakes the loop that sends it, with the statement that owes it.
CREATE FUNCTION nod_outbox_owed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM nod_tell(NEW.workspace_id, NEW.id, 'due');
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_owed AFTER INSERT ON outbox_message FOR EACH ROW WHEN (NEW.due_at IS NOT NULL) EXECUTE FUNCTION nod_outbox_owed();

-- Each workspace and host is a line of its own (lib/webhooks/outbox.sql.ts).
CREATE INDEX outbox_lines ON outbox_message (workspace_id, (coalesce(lower(substring(url FROM '^[A-Za-z]+://([^/?#]*)')), '')), due_at, created_at)
  WHERE kind = 'callback' AND due_at IS NOT NULL;

-- Pages of the list, and what may be thrown away.
CREATE INDEX outbox_page ON outbox_message (workspace_id, created_at DESC, id DESC);
CREATE INDEX outbox_delivered ON outbox_message (delivered_at) WHERE delivered_at IS NOT NULL AND due_at IS NULL;
