-- What is gone from a shared project is noted with its going: afterwards nothing knows its name. The rest is in outbox.rs.
CREATE TRIGGER IF NOT EXISTS outbox_entry_gone AFTER DELETE ON entry
WHEN OLD.state = 'done' AND OLD.kind NOT IN ('doc', 'file') AND EXISTS (SELECT 1 FROM hub_project WHERE project = OLD.project) BEGIN
  DELETE FROM outbox WHERE kind = 'entry' AND project = OLD.project AND key = OLD.ref;
  INSERT INTO outbox (kind, project, key) VALUES ('entry', OLD.project, OLD.ref);
END;
CREATE TRIGGER IF NOT EXISTS outbox_event_gone AFTER DELETE ON event
WHEN OLD.category IN ('prompt', 'task', 'decision', 'correction', 'error', 'bug', 'edit', 'write', 'git', 'note', 'summary')
  AND EXISTS (SELECT 1 FROM hub_project WHERE project = OLD.project) BEGIN
  DELETE FROM outbox WHERE kind = 'event' AND project = OLD.project AND key = json_array(OLD.session, OLD.category, OLD.key);
  INSERT INTO outbox (kind, project, key) VALUES ('event', OLD.project, json_array(OLD.session, OLD.category, OLD.key));
END;
CREATE TRIGGER IF NOT EXISTS outbox_event_changed AFTER UPDATE OF session ON event
WHEN OLD.session <> NEW.session AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  DELETE FROM outbox WHERE kind = 'event' AND project = NEW.project AND key = json_array(OLD.session, OLD.category, OLD.key);
  INSERT INTO outbox (kind, project, key) VALUES ('event', NEW.project, json_array(OLD.session, OLD.category, OLD.key));
END;
