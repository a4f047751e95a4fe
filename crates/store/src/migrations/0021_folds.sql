-- Requests that went through the folding proxy, with the tokens that the provider counted.
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
-- What each rule folded in a conversation, and what of it was fetched again soon after.
CREATE TABLE fold_rule (
  conversation TEXT NOT NULL,
  rule         TEXT NOT NULL,
  folds        INTEGER NOT NULL,
  misses       INTEGER NOT NULL,
  PRIMARY KEY (conversation, rule)
) WITHOUT ROWID;
