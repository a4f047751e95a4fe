-- What waits is a log: a change writes one row at its end, and no index. A thing that changed again stands in it again, with a
-- greater number; the last row stays when it was sent, so that no number is given twice. What goes is noted by
-- whoever deletes it (src/store/outbox.sql): triggers in the store are read by every command.
DROP TRIGGER IF EXISTS outbox_entry_gone;
DROP TRIGGER IF EXISTS outbox_event_gone;
DROP TRIGGER IF EXISTS outbox_event_changed;
CREATE TABLE outbox_before AS SELECT id, kind, project, key FROM outbox
  UNION ALL SELECT seq + 1, 'sent', '', '' FROM sqlite_sequence WHERE name = 'outbox';
DROP TABLE outbox;
CREATE TABLE outbox (
  id      INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL,                  -- entry, event; sent for the last one when nothing of it waits
  project TEXT NOT NULL,
  key     TEXT NOT NULL                   -- the reference; JSON [session, category, key]
);
INSERT INTO outbox SELECT id, kind, project, key FROM outbox_before;
DROP TABLE outbox_before;
