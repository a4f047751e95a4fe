-- Sections say from now on whether they have letters that are in none of their words; these do not say so yet.
INSERT OR REPLACE INTO meta SELECT 'unmarked_upto', coalesce(max(id), 0) FROM section;
