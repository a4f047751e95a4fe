-- What may leave this machine for a hub, what has not left yet, and what others said there.
CREATE TABLE hub_project (
  project TEXT PRIMARY KEY,               -- as in entry.project
  name    TEXT NOT NULL                   -- what every machine calls it
) WITHOUT ROWID;

CREATE TABLE outbox (
  id      INTEGER PRIMARY KEY AUTOINCREMENT, -- a later change of the same thing gets a greater one
  kind    TEXT NOT NULL,                  -- entry, event
  project TEXT NOT NULL,
  key     TEXT NOT NULL,                  -- the reference; JSON [session, category, key]
  UNIQUE (kind, project, key)
);

CREATE TABLE hub_news (
  project TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  origin  TEXT NOT NULL,                  -- whose it is
  text    TEXT NOT NULL,
  ref     TEXT,
  at      INTEGER NOT NULL,
  PRIMARY KEY (project, ordinal)
) WITHOUT ROWID;

-- Deleted and inserted, not replaced: the statement that fires a trigger decides what a conflict in it means.
-- What changed is noted with the change; what it is now is looked at when it is sent. Without a shared project nothing is written.
CREATE TRIGGER outbox_entry_new AFTER INSERT ON entry
WHEN NEW.state = 'done' AND NEW.kind NOT IN ('doc', 'file') AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'entry' AND project = NEW.project AND key = NEW.ref;
  INSERT INTO outbox (kind, project, key) VALUES ('entry', NEW.project, NEW.ref);
END;
CREATE TRIGGER outbox_entry_changed AFTER UPDATE OF state, exit_code, blob_id, expired, pinned, supersedes, summary, session, label, title ON entry
WHEN NEW.state = 'done' AND NEW.kind NOT IN ('doc', 'file') AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'entry' AND project = NEW.project AND key = NEW.ref;
  INSERT INTO outbox (kind, project, key) VALUES ('entry', NEW.project, NEW.ref);
END;
CREATE TRIGGER outbox_entry_gone AFTER DELETE ON entry
WHEN OLD.state = 'done' AND OLD.kind NOT IN ('doc', 'file') AND EXISTS (SELECT 1 FROM hub_project WHERE project = OLD.project) BEGIN
  DELETE FROM outbox WHERE kind = 'entry' AND project = OLD.project AND key = OLD.ref;
  INSERT INTO outbox (kind, project, key) VALUES ('entry', OLD.project, OLD.ref);
END;
CREATE TRIGGER outbox_event_new AFTER INSERT ON event
WHEN NEW.category IN ('prompt', 'task', 'decision', 'correction', 'error', 'bug', 'edit', 'write', 'git', 'note', 'summary')
  AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'event' AND project = NEW.project AND key = json_array(NEW.session, NEW.category, NEW.key);
  INSERT INTO outbox (kind, project, key) VALUES ('event', NEW.project, json_array(NEW.session, NEW.category, NEW.key));
END;
CREATE TRIGGER outbox_event_changed AFTER UPDATE ON event
WHEN NEW.category IN ('prompt', 'task', 'decision', 'correction', 'error', 'bug', 'edit', 'write', 'git', 'note', 'summary')
  AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'event' AND project = NEW.project AND key = json_array(NEW.session, NEW.category, NEW.key);
  INSERT INTO outbox (kind, project, key) VALUES ('event', NEW.project, json_array(NEW.session, NEW.category, NEW.key));
  DELETE FROM outbox WHERE OLD.session <> NEW.session AND kind = 'event' AND project = NEW.project AND key = json_array(OLD.session, OLD.category, OLD.key);
  INSERT INTO outbox (kind, project, key) SELECT 'event', NEW.project, json_array(OLD.session, OLD.category, OLD.key)
    WHERE OLD.session <> NEW.session;
END;
CREATE TRIGGER outbox_event_gone AFTER DELETE ON event
WHEN OLD.category IN ('prompt', 'task', 'decision', 'correction', 'error', 'bug', 'edit', 'write', 'git', 'note', 'summary')
  AND EXISTS (SELECT 1 FROM hub_project WHERE project = OLD.project) BEGIN
  DELETE FROM outbox WHERE kind = 'event' AND project = OLD.project AND key = json_array(OLD.session, OLD.category, OLD.key);
  INSERT INTO outbox (kind, project, key) VALUES ('event', OLD.project, json_array(OLD.session, OLD.category, OLD.key));
END;
