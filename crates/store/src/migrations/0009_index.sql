-- The index in less room: the text is the first column, because every occurrence in another one costs two bytes more,
-- and a stem is written only where it differs from its word. What was indexed is indexed again by whoever has time.
INSERT OR IGNORE INTO index_later
  SELECT id FROM entry e WHERE id <= coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0)
    AND (blob_id IS NULL OR EXISTS (SELECT 1 FROM indexed_blob i WHERE i.blob_id = e.blob_id));
DELETE FROM section;
DELETE FROM indexed_blob;
DELETE FROM meta WHERE key = 'heads';
DROP TABLE section_words;
DROP TABLE section_codes;
DROP TABLE word_grams;
DROP TABLE word;

CREATE VIRTUAL TABLE section_words USING fts5(
  body, title, content='', contentless_delete=1, tokenize='ascii', detail=full
);
CREATE VIRTUAL TABLE section_codes USING fts5(
  codes, content='', contentless_delete=1, tokenize='ascii', detail=none
);
INSERT INTO section_words (section_words, rank) VALUES ('hashsize', 67108864);
INSERT INTO section_codes (section_codes, rank) VALUES ('hashsize', 67108864);
INSERT INTO section_words (section_words, rank) VALUES ('automerge', 8);
INSERT INTO section_codes (section_codes, rank) VALUES ('automerge', 8);
-- Behind much new text, even a few pieces are worth merging.
INSERT INTO section_words (section_words, rank) VALUES ('usermerge', 2);

CREATE TABLE word (
  id      INTEGER PRIMARY KEY,            -- rowid in word_grams
  word    TEXT NOT NULL UNIQUE,
  stem    TEXT,                           -- where it is another than the word
  n       INTEGER NOT NULL,               -- sections it was seen in
  natural INTEGER NOT NULL                -- 1 for a word of letters, which a typo may be corrected to
);
CREATE INDEX word_stem ON word(stem, n) WHERE stem IS NOT NULL;
CREATE INDEX word_spelling ON word(length(word), word, n) WHERE natural;
CREATE VIRTUAL TABLE word_grams USING fts5(
  word, content='', contentless_delete=1, tokenize='trigram', detail=none
);

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
