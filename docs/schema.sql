-- The schema of the store (ctx.db), version 23. Made from src/store/migrations: do not edit it by hand.
-- CTX_UPDATE=1 cargo test generated writes it again.

CREATE TABLE blob (
  id         INTEGER PRIMARY KEY,
  hash       BLOB,                        -- blake3 of the raw bytes; NULL while they still arrive
  raw_len    INTEGER NOT NULL DEFAULT 0,
  stored_len INTEGER NOT NULL DEFAULT 0,
  newlines   INTEGER NOT NULL DEFAULT 0,
  ends_open  INTEGER NOT NULL DEFAULT 0   -- 1 when the last line has no line end
);
CREATE UNIQUE INDEX blob_hash ON blob(hash) WHERE hash IS NOT NULL;
CREATE INDEX blob_unfinished ON blob(id) WHERE hash IS NULL;

CREATE TABLE chunk (
  id              INTEGER PRIMARY KEY,    -- blob.id << 24 | sequence
  raw_start       INTEGER NOT NULL,
  raw_len         INTEGER NOT NULL,
  newlines_before INTEGER NOT NULL,
  newlines        INTEGER NOT NULL,
  codec           INTEGER NOT NULL,       -- 0 as it is, 1 zstd
  data            BLOB NOT NULL           -- last, so that the columns above are read without it
);

CREATE TABLE day_of_use (
  day  INTEGER PRIMARY KEY,                  -- since the epoch: one on which something was stored
  upto INTEGER NOT NULL                      -- the newest entry before it
);

CREATE TABLE document (
  path     TEXT PRIMARY KEY,
  entry_id INTEGER NOT NULL,
  size     INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX document_entry ON document(entry_id);

CREATE TABLE entry (
  id            INTEGER PRIMARY KEY,
  ref           TEXT NOT NULL UNIQUE,
  kind          TEXT NOT NULL,            -- run, store, file, note
  state         TEXT NOT NULL,            -- running, done
  command       TEXT,
  argv          TEXT,                     -- JSON array
  label         TEXT,
  title         TEXT,
  intent        TEXT,
  cwd           TEXT,
  project       TEXT,
  branch        TEXT,
  session       TEXT,
  owner         TEXT,                     -- the process that writes it, to tell running from interrupted
  exit_code     INTEGER,
  signal        INTEGER,
  timed_out     INTEGER NOT NULL DEFAULT 0,
  still_open    INTEGER NOT NULL DEFAULT 0,
  started_at    INTEGER NOT NULL,         -- ms since the epoch
  duration_ms   INTEGER,
  blob_id       INTEGER REFERENCES blob(id),
  raw_len       INTEGER,
  lines         INTEGER,
  expired       INTEGER NOT NULL DEFAULT 0,
  pinned        INTEGER NOT NULL DEFAULT 0,
  supersedes    INTEGER REFERENCES entry(id) ON DELETE SET NULL,
  streams       BLOB,                     -- with --split: which bytes came from which stream
  summary       TEXT,                     -- what was printed
  printed_len   INTEGER
, reader TEXT, agent TEXT, role TEXT, stored_at INTEGER, call TEXT, cut TEXT, failed INTEGER);
CREATE INDEX entry_blob ON entry(blob_id) WHERE blob_id IS NOT NULL;
CREATE INDEX entry_call ON entry(call) WHERE call IS NOT NULL;
CREATE INDEX entry_expires ON entry(id) WHERE blob_id IS NOT NULL AND NOT pinned AND kind <> 'note' AND state = 'done';
CREATE INDEX entry_session ON entry(session, started_at);
CREATE INDEX entry_supersedes ON entry(supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX entry_time ON entry(project, started_at);

CREATE TABLE event (
  id        INTEGER PRIMARY KEY,
  session   TEXT NOT NULL,
  category  TEXT NOT NULL,
  key       TEXT NOT NULL,                -- the same key in a session and category is the same event again
  priority  INTEGER NOT NULL,             -- 1 matters most
  text      TEXT NOT NULL,
  at        INTEGER NOT NULL,             -- the newest time
  first_at  INTEGER NOT NULL,
  count     INTEGER NOT NULL DEFAULT 1,
  project   TEXT,
  branch    TEXT,
  entry_id  INTEGER,
  closed_at INTEGER,                      -- done, resolved, superseded
  closed_by INTEGER,                      -- the entry that did it
  UNIQUE (session, category, key)
);
CREATE INDEX event_entry ON event(entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX event_open_error ON event(project, key) WHERE category = 'error' AND closed_at IS NULL;
CREATE INDEX event_project ON event(project, category, at, closed_at);

CREATE TABLE file_change (
  id         INTEGER PRIMARY KEY,
  session    TEXT NOT NULL,
  path       BLOB NOT NULL,
  before_id  INTEGER REFERENCES entry(id) ON DELETE CASCADE,            -- the bytes it had; NULL when it was created
  after_id   INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,   -- the bytes it got
  mode       INTEGER,                     -- its permissions before
  hash_after BLOB NOT NULL,
  made_at    INTEGER NOT NULL
);
CREATE INDEX file_change_after ON file_change(after_id);
CREATE INDEX file_change_before ON file_change(before_id) WHERE before_id IS NOT NULL;
CREATE INDEX file_change_session ON file_change(session, id);

CREATE TABLE finding (
  entry_id   INTEGER NOT NULL,
  ordinal    INTEGER NOT NULL,
  severity   TEXT NOT NULL,               -- error, warning, info
  location   TEXT,
  message    TEXT NOT NULL,               -- masked
  first_line INTEGER NOT NULL,
  last_line  INTEGER NOT NULL,
  PRIMARY KEY (entry_id, ordinal)
) WITHOUT ROWID;

CREATE TABLE fold_rule (
  conversation TEXT NOT NULL,
  rule         TEXT NOT NULL,
  folds        INTEGER NOT NULL,
  misses       INTEGER NOT NULL,
  PRIMARY KEY (conversation, rule)
) WITHOUT ROWID;

CREATE TABLE folded (
  id           INTEGER PRIMARY KEY,
  at           INTEGER NOT NULL,
  conversation TEXT NOT NULL,                -- told from others by this
  agent        TEXT NOT NULL,
  project      TEXT,
  session      TEXT NOT NULL,
  model        TEXT NOT NULL,
  plain        INTEGER NOT NULL,             -- bytes of the request as the agent sent it, and as the provider got it
  sent         INTEGER NOT NULL,
  input        INTEGER NOT NULL,
  cache_read   INTEGER NOT NULL,
  cache_write  INTEGER NOT NULL,
  output       INTEGER NOT NULL,
  paid         REAL NOT NULL,                -- in tokens of input that is not cached
  unfolded     REAL NOT NULL                 -- the same, had nothing been folded: an estimate
);
CREATE INDEX folded_project ON folded(project, at);

CREATE TABLE hub_news (
  project TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  origin  TEXT NOT NULL,                  -- the machine's id
  name    TEXT NOT NULL,
  text    TEXT NOT NULL,
  ref     TEXT,
  at      INTEGER NOT NULL,
  PRIMARY KEY (project, ordinal)
) WITHOUT ROWID;

CREATE TABLE hub_project (
  project TEXT PRIMARY KEY,               -- as in entry.project
  name    TEXT NOT NULL                   -- what every machine calls it
) WITHOUT ROWID;

CREATE TABLE hub_trust (
  origin  TEXT PRIMARY KEY,
  name    TEXT NOT NULL,                  -- when it was decided
  trusted INTEGER NOT NULL,
  at      INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE imported (
  key BLOB PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE index_later (entry_id INTEGER PRIMARY KEY);

CREATE TABLE indexed_blob (
  blob_id INTEGER PRIMARY KEY,
  lines   INTEGER NOT NULL,               -- as far as it is indexed
  whole   INTEGER NOT NULL
);
CREATE INDEX indexed_blob_uncovered ON indexed_blob(blob_id) WHERE lines = 0 OR NOT whole;

CREATE TABLE mask (
  blob_id INTEGER PRIMARY KEY,
  hash    BLOB NOT NULL,                  -- the beginning of the blob's: a number may be given to other bytes later
  rules   INTEGER NOT NULL,               -- by which the spans were found
  spans   BLOB                            -- of each its distance from the one before, length and rule, in base 128
);

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value NOT NULL
) WITHOUT ROWID;

CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL);

CREATE TABLE open_call (
  transcript INTEGER NOT NULL,
  call       TEXT NOT NULL,
  data       TEXT NOT NULL,               -- JSON
  PRIMARY KEY (transcript, call)
) WITHOUT ROWID;

CREATE TABLE outbox (
  id      INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL,                  -- entry, event; sent for the last one when nothing of it waits
  project TEXT NOT NULL,
  key     TEXT NOT NULL                   -- the reference; JSON [session, category, key]
);

CREATE TABLE page (
  url           TEXT PRIMARY KEY,            -- as it was asked for
  entry_id      INTEGER NOT NULL,            -- the text
  raw_id        INTEGER NOT NULL,            -- the body as it was sent; the same entry where that is the text
  final_url     TEXT NOT NULL,               -- after redirects
  content_type  TEXT,
  etag          TEXT,
  last_modified TEXT,
  doubt         TEXT,                        -- what was not certain about its text
  fetched_at    INTEGER NOT NULL
, private INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;

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
CREATE TRIGGER section_gone AFTER DELETE ON section BEGIN
  DELETE FROM vector WHERE section_id = OLD.id;
  UPDATE meta SET value = (SELECT coalesce(max(id), 0) FROM section)
    WHERE key = 'embedded_upto' AND value > (SELECT coalesce(max(id), 0) FROM section);
END;

CREATE VIRTUAL TABLE section_codes USING fts5(
  codes, content='', contentless_delete=1, tokenize='ascii', detail=none
);

CREATE VIRTUAL TABLE section_words USING fts5(
  body, title, content='', contentless_delete=1, tokenize='ascii', detail=full
);

CREATE TABLE session (
  name    TEXT PRIMARY KEY,
  agent   TEXT,
  project TEXT,
  branch  TEXT,
  title   TEXT,
  parent  TEXT
) WITHOUT ROWID;

CREATE TABLE snapshot (
  id      INTEGER PRIMARY KEY,
  session TEXT,
  project TEXT,
  at      INTEGER NOT NULL,
  text    TEXT NOT NULL
);
CREATE INDEX snapshot_project ON snapshot(project, id);

CREATE TABLE spent (
  agent       TEXT NOT NULL,
  id          TEXT NOT NULL,                 -- of the answer; lines that repeat it are the same one
  at          INTEGER NOT NULL,
  session     TEXT NOT NULL,
  project     TEXT,
  model       TEXT NOT NULL,
  input       INTEGER NOT NULL,              -- neither read from a cache nor written to one
  cache_read  INTEGER NOT NULL,
  cache_write INTEGER NOT NULL,
  output      INTEGER NOT NULL,
  PRIMARY KEY (agent, id)
) WITHOUT ROWID;
CREATE INDEX spent_session ON spent(session);

CREATE TABLE standing (
  id      INTEGER PRIMARY KEY,
  session TEXT NOT NULL UNIQUE,
  rules   INTEGER NOT NULL,                  -- by which the text was masked
  state   TEXT NOT NULL,                     -- of the entries that it was made from
  text    TEXT NOT NULL
);

CREATE TABLE tracked_file (
  session     TEXT NOT NULL,
  path        BLOB NOT NULL,              -- the real path, as bytes
  entry_id    INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,  -- the text as it was handed out or written
  hash        BLOB NOT NULL,              -- blake3 of that text
  size        INTEGER NOT NULL,
  lines       INTEGER NOT NULL,
  outline_len INTEGER NOT NULL,
  whole       INTEGER NOT NULL,           -- 1 when all of the text was handed out, 0 when a part was
  active      INTEGER NOT NULL,
  seen_at     INTEGER NOT NULL,           -- when the text was handed out, ms since the epoch
  seen_turn   INTEGER NOT NULL,           -- and at which use of a file in this session
  used_turn   INTEGER NOT NULL,           -- the last use of this file
  printed     INTEGER NOT NULL DEFAULT 0, -- bytes that reads of it printed
  asked       INTEGER NOT NULL DEFAULT 0, -- bytes they would have printed without ctx
  PRIMARY KEY (session, path)
) WITHOUT ROWID;
CREATE INDEX tracked_file_entry ON tracked_file(entry_id);

CREATE TABLE transcript (
  id       INTEGER PRIMARY KEY,
  path     TEXT NOT NULL UNIQUE,
  format   TEXT NOT NULL,
  size     INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  head     BLOB NOT NULL,                 -- hash of its first bytes: another file under the same name is read anew
  offset   INTEGER NOT NULL,
  lines    INTEGER NOT NULL,
  state    TEXT NOT NULL                  -- what the reader has to remember, JSON
);

CREATE TABLE usage (
  id           INTEGER PRIMARY KEY,
  at           INTEGER NOT NULL,          -- ms since the epoch
  session      TEXT NOT NULL,
  verb         TEXT NOT NULL,             -- get, search, again, …
  bytes        INTEGER NOT NULL,          -- all that was printed, entries or not
  whole        INTEGER NOT NULL,          -- 1 when the whole text was fetched
  query        TEXT,                      -- masked
  answer       TEXT,                      -- JSON array of references with lines
  newest_entry INTEGER NOT NULL           -- the newest entry then: what came later has a greater id
);
CREATE INDEX usage_session ON usage(session, id);

CREATE TABLE usage_entry (
  usage_id INTEGER NOT NULL,
  entry_id INTEGER NOT NULL,
  bytes    INTEGER NOT NULL,              -- the part of it that this entry's text took
  PRIMARY KEY (usage_id, entry_id)
) WITHOUT ROWID;
CREATE INDEX usage_entry_entry ON usage_entry(entry_id);

CREATE TABLE vector (
  section_id INTEGER PRIMARY KEY,
  slot       INTEGER NOT NULL
);

CREATE TABLE word (
  id      INTEGER PRIMARY KEY,            -- rowid in word_grams
  word    TEXT NOT NULL UNIQUE,
  stem    TEXT,                           -- where it is another than the word
  n       INTEGER NOT NULL,               -- sections it was seen in
  natural INTEGER NOT NULL                -- 1 for a word of letters, which a typo may be corrected to
);
CREATE INDEX word_spelling ON word(length(word), word, n) WHERE natural;
CREATE INDEX word_stem ON word(stem, n) WHERE stem IS NOT NULL;

CREATE VIRTUAL TABLE word_grams USING fts5(
  word, content='', columnsize=0, tokenize='trigram', detail=none
);
