-- Sessions, what happened in them, and what has been read of the agents' own transcripts.
ALTER TABLE entry ADD COLUMN agent TEXT;    -- of imported entries: whose transcript
ALTER TABLE entry ADD COLUMN role TEXT;     -- of imported entries: prompt, reply, result, output, edit, summary
ALTER TABLE entry ADD COLUMN stored_at INTEGER;  -- of imported entries: when; their bytes stay as long as those of a run of that day
CREATE INDEX entry_session ON entry(session, started_at);
CREATE INDEX entry_time ON entry(project, started_at);
DROP INDEX entry_project;                  -- what it was for, the one above does in order of time

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
CREATE INDEX event_project ON event(project, category, at, closed_at);
CREATE INDEX event_open_error ON event(project, key) WHERE category = 'error' AND closed_at IS NULL;
CREATE INDEX event_entry ON event(entry_id) WHERE entry_id IS NOT NULL;

-- What is known of a session beyond its entries; only imported ones need a row.
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

-- How far each transcript has been read.
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

-- Tool calls that still wait for their result.
CREATE TABLE open_call (
  transcript INTEGER NOT NULL,
  call       TEXT NOT NULL,
  data       TEXT NOT NULL,               -- JSON
  PRIMARY KEY (transcript, call)
) WITHOUT ROWID;

-- What has been imported, by the hash of its id and content.
CREATE TABLE imported (
  key BLOB PRIMARY KEY
) WITHOUT ROWID;
