-- Machines on a hub about which a person here has decided, by their ids there: a name can be given up and taken by another.
CREATE TABLE hub_trust (
  origin  TEXT PRIMARY KEY,
  name    TEXT NOT NULL,                  -- when it was decided
  trusted INTEGER NOT NULL,
  at      INTEGER NOT NULL
) WITHOUT ROWID;

-- News say whose they are; those from before are fetched again by the next sync.
DROP TABLE hub_news;
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
