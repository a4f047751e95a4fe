-- A row holds a page: several sections in a row, packed by whoever sends them, and its words as numbers, which cost an index a
-- third of what words cost it. What is there already becomes pages of one section, with its text as it stands.
ALTER TABLE ctx.section ADD COLUMN parts integer NOT NULL DEFAULT 1;    -- sections in it
ALTER TABLE ctx.section ADD COLUMN body bytea NOT NULL DEFAULT '';      -- masked; see page.rs
ALTER TABLE ctx.section ADD COLUMN terms integer[] NOT NULL DEFAULT '{}';
ALTER TABLE ctx.word ADD COLUMN term integer NOT NULL DEFAULT 0;        -- its stem, as pages have it

-- The number of a word: of its sha256, with the project's mark before it. A number in a text has two, of its bucket.
CREATE FUNCTION ctx.number(word text) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || encode(substr(sha256(convert_to(word, 'UTF8')), 1, 4), 'hex'))::bit(32)::integer $$;
UPDATE ctx.section SET body = '\x00'::bytea || convert_to(text, 'UTF8'), terms = ARRAY(
  SELECT DISTINCT ctx.number(w) FROM unnest(tsvector_to_array(words)) AS w WHERE substr(w, 7, 1) <> '#'
  UNION SELECT ctx.number(mark) # unnest(ARRAY[bucket & 4095, 4096 | (bucket >> 6)]) FROM (
    SELECT substr(w, 1, 6) AS mark, ('x' || lpad(substr(w, 8), 8, '0'))::bit(32)::integer AS bucket
    FROM unnest(tsvector_to_array(words)) AS w WHERE substr(w, 7, 1) = '#') AS coded ORDER BY 1);
UPDATE ctx.word SET term = ctx.number(substr(replace(project::text, '-', ''), 1, 5) || '.' || stem);
DROP FUNCTION ctx.number(text);

ALTER TABLE ctx.section DROP COLUMN text, DROP COLUMN words, DROP COLUMN length;
ALTER TABLE ctx.section ALTER COLUMN parts DROP DEFAULT, ALTER COLUMN body DROP DEFAULT, ALTER COLUMN terms DROP DEFAULT;
-- There is nothing left to be compressed.
ALTER TABLE ctx.section ALTER COLUMN body SET STORAGE EXTERNAL, ALTER COLUMN terms SET STORAGE EXTERNAL;
ALTER TABLE ctx.word ALTER COLUMN term DROP DEFAULT;
ALTER TABLE ctx.total DROP COLUMN words;
DROP INDEX ctx.word_stem;
-- What is new waits in a list that each search reads: larger, it is sorted in less often; much larger, searches would wait.
CREATE INDEX section_terms ON ctx.section USING gin (terms) WITH (gin_pending_list_limit = 32768);
CREATE INDEX word_term ON ctx.word (project, term);
-- Counts change all the time: with room on its page, a changed row needs no new place in the indexes. Terms stay in the row,
-- where a search looks at them; the text goes elsewhere.
DO $$
DECLARE one regclass; what text; how text;
BEGIN
  FOR what, how IN VALUES ('ctx.word', 'fillfactor = 70'), ('ctx.section', 'toast_tuple_target = 4080') LOOP
    FOR one IN SELECT c.oid FROM pg_class c WHERE c.relkind = 'r'
      AND (c.oid = what::regclass OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = what::regclass)) LOOP
      EXECUTE format('ALTER TABLE %s SET (%s)', one, how);
    END LOOP;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION ctx.sweep(of uuid, hashes bytea[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE one bytea; went bigint := 0; cut bigint; numbers integer[]; times bigint[]; i integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ctx.project p WHERE p.project = of AND (p.team = ANY (ctx.teams(true)) OR p.project = ANY (ctx.projects(true)))) THEN
    RETURN 0;
  END IF;
  FOREACH one IN ARRAY hashes LOOP
    BEGIN
      SELECT coalesce(sum(s.parts), 0) INTO cut FROM ctx.section s WHERE s.project = of AND s.hash = one;
      SELECT array_agg(t), array_agg(c) INTO numbers, times FROM (SELECT t, sum(s.parts) AS c FROM ctx.section s, unnest(s.terms) t
        WHERE s.project = of AND s.hash = one GROUP BY t) AS found;
      DELETE FROM ctx.blob b WHERE b.project = of AND b.hash = one
        AND NOT EXISTS (SELECT 1 FROM ctx.entry e WHERE e.project = of AND e.hash = one);
      IF FOUND THEN
        went := went + 1;
        UPDATE ctx.total t SET sections = greatest(0, t.sections - cut) WHERE t.project = of;
        FOR i IN 1 .. coalesce(array_length(numbers, 1), 0) LOOP
          -- A rare word that nothing else has is forgotten with the text; a frequent one says nothing about it.
          IF (SELECT coalesce(sum(w.n), 0) FROM ctx.word w WHERE w.project = of AND w.term = numbers[i]) BETWEEN 1 AND times[i] + 64
            AND NOT EXISTS (SELECT 1 FROM ctx.section s WHERE s.project = of AND s.terms @> numbers[i : i]) THEN
            DELETE FROM ctx.word w WHERE w.project = of AND w.term = numbers[i];
          END IF;
        END LOOP;
      END IF;
    EXCEPTION WHEN foreign_key_violation THEN NULL;
    END;
  END LOOP;
  RETURN went;
END $$;
