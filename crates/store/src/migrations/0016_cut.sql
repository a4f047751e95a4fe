-- Why an entry holds a part only: `store --tee` ends when its reader leaves.
ALTER TABLE entry ADD COLUMN cut TEXT;
