-- What search finds: sections of outputs and documents, their words, and the spelling of words.
CREATE TABLE section (
  id         INTEGER PRIMARY KEY,         -- rowid in section_words and section_codes
  blob_id    INTEGER,                     -- lines of these bytes …
  entry_id   INTEGER,                     -- … or the entry itself: its command, title, label, what was said of it
  first_line INTEGER NOT NULL,
  last_line  INTEGER NOT NULL,
  title      TEXT                         -- masked
);
CREATE INDEX section_blob ON section(blob_id) WHERE blob_id IS NOT NULL;
CREATE INDEX section_entry ON section(entry_id) WHERE entry_id IS NOT NULL;

-- Stems in the order of the text. The text itself stays in the chunks, once and compressed.
CREATE VIRTUAL TABLE section_words USING fts5(
  title, body, content='', contentless_delete=1, tokenize='ascii', detail=full
);
-- Buckets of numbers, hashes and places: a filter that is verified on the text.
CREATE VIRTUAL TABLE section_codes USING fts5(
  codes, content='', contentless_delete=1, tokenize='ascii', detail=none
);

-- Larger pieces, merged less often.
INSERT INTO section_words (section_words, rank) VALUES ('hashsize', 67108864);
INSERT INTO section_codes (section_codes, rank) VALUES ('hashsize', 67108864);
INSERT INTO section_words (section_words, rank) VALUES ('automerge', 8);
INSERT INTO section_codes (section_codes, rank) VALUES ('automerge', 8);

CREATE TABLE word (
  id      INTEGER PRIMARY KEY,            -- rowid in word_grams
  word    TEXT NOT NULL UNIQUE,
  stem    TEXT NOT NULL,
  n       INTEGER NOT NULL,               -- sections it was seen in
  length  INTEGER NOT NULL,               -- in characters
  natural INTEGER NOT NULL                -- 1 for a word of letters, which a typo may be corrected to
);
CREATE INDEX word_stem ON word(stem, n);
CREATE INDEX word_spelling ON word(length, word, n) WHERE natural;
CREATE VIRTUAL TABLE word_grams USING fts5(
  word, content='', contentless_delete=1, tokenize='trigram', detail=none
);

CREATE TABLE indexed_blob (
  blob_id INTEGER PRIMARY KEY,
  lines   INTEGER NOT NULL,               -- as far as it is indexed
  whole   INTEGER NOT NULL
);
-- Entries at or below meta.indexed_upto are indexed, except these.
CREATE TABLE index_later (entry_id INTEGER PRIMARY KEY);

-- Documents that were indexed from disk, to see what changed.
CREATE TABLE document (
  path     TEXT PRIMARY KEY,
  entry_id INTEGER NOT NULL,
  size     INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX document_entry ON document(entry_id);
