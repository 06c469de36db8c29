-- What the activity feed reads of scopes (lib/activity/feed.sql.ts), beside the entries of stops and rules.
CREATE INDEX ledger_scope_feed ON ledger_entry (workspace_id, at DESC, (encode(substring(hash FROM 1 FOR 16), 'hex')::uuid) DESC)
  WHERE event IN ('proposed', 'ratified', 'declined', 'widened', 'denied');
