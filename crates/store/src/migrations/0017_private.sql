-- Whether a page may have come from this machine or its own network: it is given again only to whoever permits that.
-- Of pages from before nobody knows.
ALTER TABLE page ADD COLUMN private INTEGER NOT NULL DEFAULT 1;
