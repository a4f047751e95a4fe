-- What retention knows from day to day, so that it need not read the whole store again.
CREATE TABLE day_of_use (
  day  INTEGER PRIMARY KEY,                  -- since the epoch: one on which something was stored
  upto INTEGER NOT NULL                      -- the newest entry before it
);
INSERT INTO day_of_use
  SELECT coalesce(stored_at, started_at) / 86400000 AS day, min(id) - 1 FROM entry GROUP BY day;

-- The entries whose bytes may expire, in the order they came.
CREATE INDEX entry_expires ON entry(id) WHERE blob_id IS NOT NULL AND NOT pinned AND kind <> 'note' AND state = 'done';
-- Bytes that still arrive, and bytes that no entry needs any more.
CREATE INDEX blob_unfinished ON blob(id) WHERE hash IS NULL;

-- The compressed bytes of all blobs up to one of them.
INSERT OR REPLACE INTO meta SELECT 'stored_upto', coalesce(max(id), 0) FROM blob;
INSERT OR REPLACE INTO meta SELECT 'stored_sum', coalesce(sum(stored_len), 0) FROM blob;
