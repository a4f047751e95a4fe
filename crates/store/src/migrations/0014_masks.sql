-- The secret parts of a text, kept beside it: everything that prints, searches or sends it works on the text under them. A
-- text from before gets its spans when it is first read. What was indexed is indexed again, because words of secrets that
-- older rules did not know may stand in the index.
DROP TABLE IF EXISTS mask;
CREATE TABLE mask (
  blob_id INTEGER PRIMARY KEY,
  hash    BLOB NOT NULL,                  -- the beginning of the blob's: a number may be given to other bytes later
  rules   INTEGER NOT NULL,               -- by which the spans were found
  spans   BLOB                            -- of each its distance from the one before, length and rule, in base 128
);
INSERT OR IGNORE INTO index_later
  SELECT id FROM entry e WHERE id <= coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0)
    AND (blob_id IS NULL OR EXISTS (SELECT 1 FROM indexed_blob i WHERE i.blob_id = e.blob_id));
INSERT INTO section_words (section_words) VALUES ('delete-all');
INSERT INTO section_codes (section_codes) VALUES ('delete-all');
INSERT INTO word_grams (word_grams) VALUES ('delete-all');
DELETE FROM section;
DELETE FROM word;
DELETE FROM indexed_blob;
DELETE FROM meta WHERE key = 'heads';
