-- Which sections have a vector, and where in the file beside the store it is. meta.embedded_upto says how far it goes.
CREATE TABLE vector (
  section_id INTEGER PRIMARY KEY,
  slot       INTEGER NOT NULL
);
-- A section that went may leave its row to the next one, which has no vector yet.
CREATE TRIGGER section_gone AFTER DELETE ON section BEGIN
  DELETE FROM vector WHERE section_id = OLD.id;
  UPDATE meta SET value = (SELECT coalesce(max(id), 0) FROM section)
    WHERE key = 'embedded_upto' AND value > (SELECT coalesce(max(id), 0) FROM section);
END;
