-- Blobs about whose letters the words of the index say nothing: a search for a pattern always reads them.
CREATE INDEX indexed_blob_uncovered ON indexed_blob(blob_id) WHERE lines = 0 OR NOT whole;
