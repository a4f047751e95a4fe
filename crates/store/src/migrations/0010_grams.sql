-- Parts of spellings in less room: a word's parts follow from the word, so nothing has to be kept to take them out again.
DROP TABLE word_grams;
CREATE VIRTUAL TABLE word_grams USING fts5(
  word, content='', columnsize=0, tokenize='trigram', detail=none
);
INSERT INTO word_grams (rowid, word) SELECT id, word FROM word;
