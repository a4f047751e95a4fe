-- What was asked of ctx after the fact: the price of each entry beyond its summary, and how often a session has searched.
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
