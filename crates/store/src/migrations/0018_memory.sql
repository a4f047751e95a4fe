-- How a call ended where no exit status says so, and the tokens that models took.
ALTER TABLE entry ADD COLUMN failed INTEGER;   -- of imported results: 1 where the agent marked it as a failure

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
