-- What a brief says about the end of a session, so that the next brief need not read the session again.
CREATE TABLE standing (
  id      INTEGER PRIMARY KEY,
  session TEXT NOT NULL UNIQUE,
  rules   INTEGER NOT NULL,                  -- by which the text was masked
  state   TEXT NOT NULL,                     -- of the entries that it was made from
  text    TEXT NOT NULL
);
