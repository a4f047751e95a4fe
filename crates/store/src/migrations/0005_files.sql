-- Files that were handed out in a session, and the changes that can be undone.
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
CREATE INDEX file_change_session ON file_change(session, id);
CREATE INDEX file_change_before ON file_change(before_id) WHERE before_id IS NOT NULL;
CREATE INDEX file_change_after ON file_change(after_id);
