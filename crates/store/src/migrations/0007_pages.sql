-- Pages that were fetched: which entry holds their text, and what their server said to tell whether they changed.
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
) WITHOUT ROWID;
