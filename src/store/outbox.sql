-- What changed in a shared project is noted with the change; what it is now is looked at when it is sent.
-- Deleted and inserted, not replaced: the statement that fires a trigger decides what a conflict in it means.
CREATE TRIGGER IF NOT EXISTS outbox_entry_new AFTER INSERT ON entry
WHEN NEW.state = 'done' AND NEW.kind NOT IN ('doc', 'file') AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'entry' AND project = NEW.project AND key = NEW.ref;
  INSERT INTO outbox (kind, project, key) VALUES ('entry', NEW.project, NEW.ref);
END;
CREATE TRIGGER IF NOT EXISTS outbox_entry_changed AFTER UPDATE OF state, exit_code, blob_id, expired, pinned, supersedes, summary, session, label, title ON entry
WHEN NEW.state = 'done' AND NEW.kind NOT IN ('doc', 'file') AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'entry' AND project = NEW.project AND key = NEW.ref;
  INSERT INTO outbox (kind, project, key) VALUES ('entry', NEW.project, NEW.ref);
END;
CREATE TRIGGER IF NOT EXISTS outbox_entry_gone AFTER DELETE ON entry
WHEN OLD.state = 'done' AND OLD.kind NOT IN ('doc', 'file') AND EXISTS (SELECT 1 FROM hub_project WHERE project = OLD.project) BEGIN
  DELETE FROM outbox WHERE kind = 'entry' AND project = OLD.project AND key = OLD.ref;
  INSERT INTO outbox (kind, project, key) VALUES ('entry', OLD.project, OLD.ref);
END;
CREATE TRIGGER IF NOT EXISTS outbox_event_new AFTER INSERT ON event
WHEN NEW.category IN ('prompt', 'task', 'decision', 'correction', 'error', 'bug', 'edit', 'write', 'git', 'note', 'summary')
  AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'event' AND project = NEW.project AND key = json_array(NEW.session, NEW.category, NEW.key);
  INSERT INTO outbox (kind, project, key) VALUES ('event', NEW.project, json_array(NEW.session, NEW.category, NEW.key));
END;
CREATE TRIGGER IF NOT EXISTS outbox_event_changed AFTER UPDATE ON event
WHEN NEW.category IN ('prompt', 'task', 'decision', 'correction', 'error', 'bug', 'edit', 'write', 'git', 'note', 'summary')
  AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'event' AND project = NEW.project AND key = json_array(NEW.session, NEW.category, NEW.key);
  INSERT INTO outbox (kind, project, key) VALUES ('event', NEW.project, json_array(NEW.session, NEW.category, NEW.key));
  DELETE FROM outbox WHERE OLD.session <> NEW.session AND kind = 'event' AND project = NEW.project AND key = json_array(OLD.session, OLD.category, OLD.key);
  INSERT INTO outbox (kind, project, key) SELECT 'event', NEW.project, json_array(OLD.session, OLD.category, OLD.key)
    WHERE OLD.session <> NEW.session;
END;
CREATE TRIGGER IF NOT EXISTS outbox_event_gone AFTER DELETE ON event
WHEN OLD.category IN ('prompt', 'task', 'decision', 'correction', 'error', 'bug', 'edit', 'write', 'git', 'note', 'summary')
  AND EXISTS (SELECT 1 FROM hub_project WHERE project = OLD.project) BEGIN
  DELETE FROM outbox WHERE kind = 'event' AND project = OLD.project AND key = json_array(OLD.session, OLD.category, OLD.key);
  INSERT INTO outbox (kind, project, key) VALUES ('event', OLD.project, json_array(OLD.session, OLD.category, OLD.key));
END;
