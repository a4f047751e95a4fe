-- Entries and the bytes behind them.
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value NOT NULL
) WITHOUT ROWID;

CREATE TABLE blob (
  id         INTEGER PRIMARY KEY,
  hash       BLOB,                        -- blake3 of the raw bytes; NULL while they still arrive
  raw_len    INTEGER NOT NULL DEFAULT 0,
  stored_len INTEGER NOT NULL DEFAULT 0,
  newlines   INTEGER NOT NULL DEFAULT 0,
  ends_open  INTEGER NOT NULL DEFAULT 0   -- 1 when the last line has no line end
);
CREATE UNIQUE INDEX blob_hash ON blob(hash) WHERE hash IS NOT NULL;

CREATE TABLE chunk (
  id              INTEGER PRIMARY KEY,    -- blob.id << 24 | sequence
  raw_start       INTEGER NOT NULL,
  raw_len         INTEGER NOT NULL,
  newlines_before INTEGER NOT NULL,
  newlines        INTEGER NOT NULL,
  codec           INTEGER NOT NULL,       -- 0 as it is, 1 zstd
  data            BLOB NOT NULL           -- last, so that the columns above are read without it
);

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
);
CREATE INDEX entry_project ON entry(project, id);
CREATE INDEX entry_blob ON entry(blob_id) WHERE blob_id IS NOT NULL;
CREATE INDEX entry_supersedes ON entry(supersedes) WHERE supersedes IS NOT NULL;
