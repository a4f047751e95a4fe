-- {partition} is empty, or PARTITION BY HASH (project): every table that grows is led by the project.
CREATE TABLE ctx.member (
  role    text NOT NULL,                  -- a database role that may come
  team    text NOT NULL,
  project uuid,                           -- only this one of the team's
  writes  boolean NOT NULL,
  UNIQUE (role, team, project)
);

CREATE TABLE ctx.origin (
  id        uuid PRIMARY KEY,             -- a store, on whatever machine
  team      text NOT NULL,
  name      text NOT NULL,
  key       bytea NOT NULL,               -- sha256 of what only that store knows
  version   text NOT NULL,
  seen_at   bigint NOT NULL,              -- ms since the epoch
  UNIQUE (team, name)
);

CREATE TABLE ctx.project (
  project uuid PRIMARY KEY,               -- of the team and the name
  team    text NOT NULL,
  name    text NOT NULL
);

CREATE TABLE ctx.total (
  project  uuid PRIMARY KEY,
  team     text NOT NULL,
  sections bigint NOT NULL,
  words    bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE ctx.word (
  project uuid NOT NULL,
  team    text NOT NULL,
  word    text NOT NULL,
  stem    text NOT NULL,
  normal  boolean NOT NULL,               -- a word of letters, which a typo may be corrected to
  n       bigint NOT NULL,                -- sections it was seen in
  PRIMARY KEY (project, word)
) {partition};

CREATE TABLE ctx.blob (
  project uuid NOT NULL,
  team    text NOT NULL,
  hash    bytea NOT NULL,                 -- blake3 of the masked text
  bytes   bigint NOT NULL,
  lines   bigint NOT NULL,
  PRIMARY KEY (project, hash)
) {partition};

CREATE TABLE ctx.section (
  project uuid NOT NULL,
  team    text NOT NULL,
  hash    bytea NOT NULL,
  n       integer NOT NULL,
  first_line bigint NOT NULL,
  last_line  bigint NOT NULL,
  length  integer NOT NULL,               -- words
  at      bigint NOT NULL,                -- when the entry that brought it began
  title   text,
  text    text NOT NULL,                  -- masked
  words   tsvector NOT NULL,              -- stems and codes, each behind the project's mark
  PRIMARY KEY (project, hash, n),
  FOREIGN KEY (project, hash) REFERENCES ctx.blob ON DELETE CASCADE
) {partition};

CREATE TABLE ctx.entry (
  project uuid NOT NULL,
  team    text NOT NULL,
  origin  uuid NOT NULL,
  ref     text NOT NULL,
  stamp   bigint NOT NULL,                -- a later state of the same entry has a greater one
  kind    text NOT NULL,
  command text,
  argv    text,
  label   text,
  title   text,
  dir     text,                           -- below the root
  branch  text,
  session text,
  exit_code integer,
  signal  integer,
  timed_out boolean NOT NULL,
  started_at bigint NOT NULL,
  duration_ms bigint,
  hash    bytea,
  raw_len bigint,
  lines   bigint,
  expired boolean NOT NULL,
  pinned  boolean NOT NULL,
  supersedes text,
  summary text,
  reader  text,
  agent   text,
  role    text,
  findings text,                          -- JSON
  words   tsvector NOT NULL,              -- of its name
  PRIMARY KEY (project, origin, ref),
  FOREIGN KEY (project, hash) REFERENCES ctx.blob
) {partition};

CREATE TABLE ctx.event (
  project uuid NOT NULL,
  team    text NOT NULL,
  origin  uuid NOT NULL,
  session text NOT NULL,
  category text NOT NULL,
  key     text NOT NULL,
  stamp   bigint NOT NULL,
  text    text NOT NULL,
  at      bigint NOT NULL,
  first_at bigint NOT NULL,
  count   bigint NOT NULL,
  branch  text,
  ref     text,
  closed_at bigint,
  closed_by text,
  pinned  boolean NOT NULL,
  PRIMARY KEY (project, origin, session, category, key)
) {partition};

CREATE INDEX section_at ON ctx.section (project, at DESC);
CREATE INDEX section_words ON ctx.section USING gin (words);
CREATE INDEX word_stem ON ctx.word (project, stem);
CREATE INDEX entry_at ON ctx.entry (project, started_at DESC);
CREATE INDEX entry_hash ON ctx.entry (project, hash) WHERE hash IS NOT NULL;
CREATE INDEX entry_session ON ctx.entry (project, session, started_at);
CREATE INDEX entry_words ON ctx.entry USING gin (words);
CREATE INDEX event_at ON ctx.event (project, category, at DESC);

-- Teams whose rows the caller sees, or may add to. Asked once a statement.
CREATE FUNCTION ctx.teams(writing boolean) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT coalesce(array_agg(team), '{}') FROM ctx.member WHERE role = session_user AND project IS NULL AND (writes OR NOT writing) $$;
CREATE FUNCTION ctx.projects(writing boolean) RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT coalesce(array_agg(project), '{}') FROM ctx.member WHERE role = session_user AND project IS NOT NULL AND (writes OR NOT writing) $$;
-- The team that a caller belongs to, for those who belong to one.
CREATE FUNCTION ctx.all_teams() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT coalesce(array_agg(DISTINCT team), '{}') FROM ctx.member WHERE role = session_user $$;
-- Whose rows the caller may change: those of the store whose key it knows.
CREATE FUNCTION ctx.me() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT id FROM ctx.origin WHERE key = sha256(convert_to(coalesce(current_setting('ctx.key', true), ''), 'UTF8')) LIMIT 1 $$;

-- Texts that no entry has any more, out of these, and words that went with them. The caller may write in the project; a text
-- that somebody begins to use at this moment stays.
CREATE FUNCTION ctx.sweep(of uuid, hashes bytea[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE one bytea; went bigint := 0; cut bigint; short bigint; lexemes text[]; times bigint[]; lexeme text; stem_ text; i integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ctx.project p WHERE p.project = of AND (p.team = ANY (ctx.teams(true)) OR p.project = ANY (ctx.projects(true)))) THEN
    RETURN 0;
  END IF;
  FOREACH one IN ARRAY hashes LOOP
    BEGIN
      SELECT count(*), coalesce(sum(length), 0) INTO cut, short FROM ctx.section s WHERE s.project = of AND s.hash = one;
      SELECT array_agg(l), array_agg(c) INTO lexemes, times FROM (SELECT l, count(*) AS c FROM ctx.section s, unnest(tsvector_to_array(s.words)) l
        WHERE s.project = of AND s.hash = one GROUP BY l) AS found;
      DELETE FROM ctx.blob b WHERE b.project = of AND b.hash = one
        AND NOT EXISTS (SELECT 1 FROM ctx.entry e WHERE e.project = of AND e.hash = one);
      IF FOUND THEN
        went := went + 1;
        UPDATE ctx.total t SET sections = greatest(0, t.sections - cut), words = greatest(0, t.words - short) WHERE t.project = of;
        FOR i IN 1 .. coalesce(array_length(lexemes, 1), 0) LOOP
          lexeme := lexemes[i];
          stem_ := substr(lexeme, 7);
          -- A rare word that nothing else has is forgotten with the text; a frequent one says nothing about it.
          IF (SELECT coalesce(sum(w.n), 0) FROM ctx.word w WHERE w.project = of AND w.stem = stem_) BETWEEN 1 AND times[i] + 64
            AND NOT EXISTS (SELECT 1 FROM ctx.section s WHERE s.project = of AND s.words @@ ('''' || replace(lexeme, '''', '''''') || '''')::tsquery) THEN
            DELETE FROM ctx.word w WHERE w.project = of AND w.stem = stem_;
          END IF;
        END LOOP;
      END IF;
    EXCEPTION WHEN foreign_key_violation THEN NULL;
    END;
  END LOOP;
  RETURN went;
END $$;

ALTER TABLE ctx.member ENABLE ROW LEVEL SECURITY;
ALTER TABLE ctx.origin ENABLE ROW LEVEL SECURITY;
ALTER TABLE ctx.project ENABLE ROW LEVEL SECURITY;
ALTER TABLE ctx.total ENABLE ROW LEVEL SECURITY;
ALTER TABLE ctx.word ENABLE ROW LEVEL SECURITY;
ALTER TABLE ctx.blob ENABLE ROW LEVEL SECURITY;
ALTER TABLE ctx.section ENABLE ROW LEVEL SECURITY;
ALTER TABLE ctx.entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE ctx.event ENABLE ROW LEVEL SECURITY;

CREATE POLICY origin_seen ON ctx.origin FOR SELECT USING (team = ANY ((SELECT ctx.all_teams())::text[]));
CREATE POLICY origin_new ON ctx.origin FOR INSERT WITH CHECK (team = ANY ((SELECT ctx.all_teams())::text[]));
CREATE POLICY origin_own ON ctx.origin FOR UPDATE USING (id = (SELECT ctx.me())) WITH CHECK (id = (SELECT ctx.me()) AND team = ANY ((SELECT ctx.all_teams())::text[]));
CREATE POLICY origin_gone ON ctx.origin FOR DELETE USING (id = (SELECT ctx.me()));
DO $$
DECLARE one text; sees text; writes text;
BEGIN
  sees := '(team = ANY ((SELECT ctx.teams(false))::text[]) OR project = ANY ((SELECT ctx.projects(false))::uuid[]))';
  writes := '(team = ANY ((SELECT ctx.teams(true))::text[]) OR project = ANY ((SELECT ctx.projects(true))::uuid[]))';
  FOREACH one IN ARRAY ARRAY['project', 'total', 'word', 'blob', 'section', 'entry', 'event'] LOOP
    EXECUTE format('CREATE POLICY %I ON ctx.%I FOR SELECT USING %s', one || '_seen', one, sees);
  END LOOP;
  FOREACH one IN ARRAY ARRAY['project', 'total', 'word', 'blob', 'section'] LOOP
    EXECUTE format('CREATE POLICY %I ON ctx.%I FOR INSERT WITH CHECK %s', one || '_new', one, writes);
  END LOOP;
  -- Counts belong to nobody.
  FOREACH one IN ARRAY ARRAY['total', 'word'] LOOP
    EXECUTE format('CREATE POLICY %I ON ctx.%I FOR UPDATE USING %s WITH CHECK %s', one || '_counted', one, writes, writes);
  END LOOP;
  FOREACH one IN ARRAY ARRAY['entry', 'event'] LOOP
    EXECUTE format('CREATE POLICY %I ON ctx.%I FOR INSERT WITH CHECK (%s AND origin = (SELECT ctx.me()))', one || '_new', one, writes);
    EXECUTE format('CREATE POLICY %I ON ctx.%I FOR UPDATE USING (%s AND origin = (SELECT ctx.me())) WITH CHECK (%s AND origin = (SELECT ctx.me()))', one || '_own', one, writes, writes);
    EXECUTE format('CREATE POLICY %I ON ctx.%I FOR DELETE USING (%s AND origin = (SELECT ctx.me()))', one || '_gone', one, writes);
  END LOOP;
END $$;
