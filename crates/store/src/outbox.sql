-- What is gone from a shared project is noted with its going: afterwards nothing knows its name. These are of the one connection
-- that deletes: a trigger in the store would be read by every command. The rest is in outbox.rs.
CREATE TEMP TRIGGER IF NOT EXISTS outbox_entry_gone AFTER DELETE ON main.entry
WHEN OLD.state = 'done' AND OLD.kind NOT IN ('doc', 'file') AND EXISTS (SELECT 1 FROM hub_project WHERE project = OLD.project) BEGIN
  INSERT INTO outbox (kind, project, key) VALUES ('entry', OLD.project, OLD.ref);
END;
CREATE TEMP TRIGGER IF NOT EXISTS outbox_event_gone AFTER DELETE ON main.event
WHEN OLD.category IN ({categories})
  AND EXISTS (SELECT 1 FROM hub_project WHERE project = OLD.project) BEGIN
  INSERT INTO outbox (kind, project, key) VALUES ('event', OLD.project, json_array(OLD.session, OLD.category, OLD.key));
END;
CREATE TEMP TRIGGER IF NOT EXISTS outbox_event_changed AFTER UPDATE OF session ON main.event
WHEN OLD.session <> NEW.session AND EXISTS (SELECT 1 FROM hub_project WHERE project = NEW.project) BEGIN
  INSERT INTO outbox (kind, project, key) VALUES ('event', NEW.project, json_array(OLD.session, OLD.category, OLD.key));
END;
