-- What a reader found in an output, for `--findings`, the delta between runs and reports.
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
ALTER TABLE entry ADD COLUMN reader TEXT;  -- the readers that made the summary
