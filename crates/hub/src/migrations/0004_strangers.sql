-- A hub among strangers. Whoever holds a writer's password adds rows under machines of its own, and under no other: each row
-- that names an origin is checked against that origin's key. A text belongs to the origin that sent it.

-- A secret of each team goes into the keys of its projects: no other team can foresee them.
CREATE TABLE ctx.team (
  team   text PRIMARY KEY,
  secret bytea NOT NULL
);
ALTER TABLE ctx.team ENABLE ROW LEVEL SECURITY;
INSERT INTO ctx.team SELECT team, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
  FROM (SELECT team FROM ctx.member UNION SELECT team FROM ctx.origin UNION SELECT team FROM ctx.project) AS known;

-- Two names that look alike are one: without dots, blanks and dashes, and with one sign for o and 0, for l, i and 1, for m and rn.
CREATE FUNCTION ctx.fold(name text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS
$$ SELECT replace(replace(translate(regexp_replace(lower(name), '[^a-z0-9]', '', 'g'), '01i5', 'olls'), 'rn', 'm'), 'vv', 'w') $$;
-- Signs that move a cursor, break a line or hide.
CREATE FUNCTION ctx.plain(line text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS
$$ SELECT line !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]' $$;

-- Names that would speak as somebody else.
CREATE FUNCTION ctx.reserved(name text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS
$$ SELECT ctx.fold(name) IN ('', ctx.fold('user'), ctx.fold('system'), ctx.fold('assistant'), ctx.fold('human'), ctx.fold('you'), ctx.fold('me'), ctx.fold('ctx'), ctx.fold('hub')) $$;

-- Names from before: those that are not unique any more, or not harmless, get a number or another sign.
DO $$
DECLARE one record; base text; wanted text; number integer;
BEGIN
  FOR one IN SELECT id, team, name FROM ctx.origin ORDER BY seen_at DESC LOOP
    base := left(regexp_replace(regexp_replace(lower(one.name), '[^a-z0-9._-]+', '-', 'g'), '^[^a-z0-9]+|[^a-z0-9]+$', '', 'g'), 40);
    base := CASE WHEN ctx.reserved(base) THEN trim('-' from base || '-machine') ELSE base END;
    wanted := base;
    number := 1;
    WHILE EXISTS (SELECT 1 FROM ctx.origin o WHERE o.team = one.team AND o.id <> one.id
        AND (o.name = wanted OR (o.seen_at, o.id) > (SELECT seen_at, id FROM ctx.origin WHERE id = one.id) AND ctx.fold(o.name) = ctx.fold(wanted))) LOOP
      number := number + 1;
      wanted := base || '-' || number;
    END LOOP;
    UPDATE ctx.origin SET name = wanted WHERE id = one.id AND name <> wanted;
  END LOOP;
END $$;
-- Of rows that were copied with another's key, the one that came last goes.
DELETE FROM ctx.origin o USING ctx.origin other WHERE o.key = other.key AND (o.seen_at, o.id) > (other.seen_at, other.id)
  AND NOT EXISTS (SELECT 1 FROM ctx.entry e WHERE e.origin = o.id);
ALTER TABLE ctx.origin ADD COLUMN role text NOT NULL DEFAULT '';           -- the database user who registered it
ALTER TABLE ctx.origin ADD COLUMN revoked boolean NOT NULL DEFAULT false;
ALTER TABLE ctx.origin ALTER COLUMN role SET DEFAULT session_user;
ALTER TABLE ctx.origin ADD COLUMN folded text GENERATED ALWAYS AS (ctx.fold(name)) STORED;
ALTER TABLE ctx.origin ADD CONSTRAINT origin_alike UNIQUE (team, folded);
ALTER TABLE ctx.origin ADD CONSTRAINT origin_named CHECK (name ~ '^[a-z0-9]([a-z0-9._-]{0,60}[a-z0-9])?$' AND NOT ctx.reserved(name));
ALTER TABLE ctx.origin ADD CONSTRAINT origin_bounded CHECK (octet_length(version) <= 40 AND ctx.plain(version));

-- A project belongs to one team, under one name.
UPDATE ctx.project p SET name = left(regexp_replace(name, '[^[:print:]]', '_', 'g'), 300) WHERE NOT ctx.plain(name) OR length(name) > 400;
UPDATE ctx.project p SET name = p.name || '#' || left(p.project::text, 8)
  WHERE EXISTS (SELECT 1 FROM ctx.project o WHERE o.team = p.team AND o.name = p.name AND o.project < p.project);
ALTER TABLE ctx.project ADD CONSTRAINT project_name UNIQUE (team, name);
ALTER TABLE ctx.project ADD CONSTRAINT project_owner UNIQUE (project, team);
ALTER TABLE ctx.project ADD CONSTRAINT project_bounded CHECK (ctx.plain(name) AND octet_length(name) BETWEEN 1 AND 1600);
DO $$
DECLARE one text;
BEGIN
  FOREACH one IN ARRAY ARRAY['entry', 'event', 'section', 'word', 'blob', 'total'] LOOP
    EXECUTE format('DELETE FROM ctx.%I t WHERE NOT EXISTS (SELECT 1 FROM ctx.project p WHERE p.project = t.project AND p.team = t.team)', one);
  END LOOP;
END $$;
-- References become part of names that are shown.
DELETE FROM ctx.entry WHERE ref !~ '^[0-9a-z]{1,40}$' OR supersedes !~ '^[0-9a-z]{1,40}$';
DELETE FROM ctx.event WHERE ref !~ '^[0-9a-z]{1,40}$' OR closed_by !~ '^[0-9a-z]{1,40}$';
DELETE FROM ctx.entry e WHERE NOT EXISTS (SELECT 1 FROM ctx.origin o WHERE o.id = e.origin);
DELETE FROM ctx.event e WHERE NOT EXISTS (SELECT 1 FROM ctx.origin o WHERE o.id = e.origin);
DELETE FROM ctx.word WHERE NOT ctx.plain(word) OR NOT ctx.plain(stem) OR octet_length(word) > 400 OR octet_length(stem) > 400;
UPDATE ctx.entry SET branch = left(regexp_replace(branch, '[^[:print:]]', '_', 'g'), 250) WHERE NOT ctx.plain(branch) OR octet_length(branch) > 1000;
UPDATE ctx.event SET branch = left(regexp_replace(branch, '[^[:print:]]', '_', 'g'), 250) WHERE NOT ctx.plain(branch) OR octet_length(branch) > 1000;

-- A text has the origin that sent it in its key. One that several sent becomes one of each.
ALTER TABLE ctx.entry DROP CONSTRAINT entry_project_hash_fkey;
ALTER TABLE ctx.section DROP CONSTRAINT section_project_hash_fkey;
ALTER TABLE ctx.section DROP CONSTRAINT section_pkey;
ALTER TABLE ctx.blob DROP CONSTRAINT blob_pkey;
ALTER TABLE ctx.blob ADD COLUMN origin uuid;
ALTER TABLE ctx.blob ADD COLUMN sums bytea;                                -- blake3 of each page; its own blake3 is the hash. Null: from before
ALTER TABLE ctx.section ADD COLUMN origin uuid;
INSERT INTO ctx.blob (project, team, hash, bytes, lines, origin) SELECT DISTINCT b.project, b.team, b.hash, b.bytes, b.lines, e.origin
  FROM ctx.blob b JOIN ctx.entry e ON e.project = b.project AND e.hash = b.hash WHERE b.origin IS NULL;
INSERT INTO ctx.section (project, team, hash, n, first_line, last_line, at, title, parts, body, terms, origin)
  SELECT s.project, s.team, s.hash, s.n, s.first_line, s.last_line, s.at, s.title, s.parts, s.body, s.terms, b.origin
  FROM ctx.section s JOIN ctx.blob b ON b.project = s.project AND b.hash = s.hash WHERE s.origin IS NULL AND b.origin IS NOT NULL;
DELETE FROM ctx.section WHERE origin IS NULL;
DELETE FROM ctx.blob WHERE origin IS NULL;
ALTER TABLE ctx.blob ALTER COLUMN origin SET NOT NULL;
ALTER TABLE ctx.section ALTER COLUMN origin SET NOT NULL;
ALTER TABLE ctx.blob ADD PRIMARY KEY (project, hash, origin);
ALTER TABLE ctx.section ADD PRIMARY KEY (project, hash, n, origin);
ALTER TABLE ctx.section ADD FOREIGN KEY (project, hash, origin) REFERENCES ctx.blob (project, hash, origin) ON DELETE CASCADE;
ALTER TABLE ctx.entry ADD FOREIGN KEY (project, hash, origin) REFERENCES ctx.blob (project, hash, origin);
DROP INDEX ctx.entry_hash;
CREATE INDEX entry_hash ON ctx.entry (project, hash, origin) WHERE hash IS NOT NULL;
UPDATE ctx.total t SET sections = (SELECT coalesce(sum(s.parts), 0) FROM ctx.section s WHERE s.project = t.project);

-- Every row stands in a project of its team.
ALTER TABLE ctx.blob ADD FOREIGN KEY (project, team) REFERENCES ctx.project (project, team);
ALTER TABLE ctx.entry ADD FOREIGN KEY (project, team) REFERENCES ctx.project (project, team);
ALTER TABLE ctx.event ADD FOREIGN KEY (project, team) REFERENCES ctx.project (project, team);
ALTER TABLE ctx.word ADD FOREIGN KEY (project, team) REFERENCES ctx.project (project, team);
ALTER TABLE ctx.total ADD FOREIGN KEY (project, team) REFERENCES ctx.project (project, team);

-- Bounds: nothing larger is asked for by anybody, and nothing that is shown on one line breaks it.
UPDATE ctx.word SET n = 0 WHERE n NOT BETWEEN 0 AND 1000000000000;
ALTER TABLE ctx.word ADD CONSTRAINT word_bounded CHECK (ctx.plain(word) AND ctx.plain(stem) AND octet_length(word) <= 400
  AND octet_length(stem) <= 400 AND n BETWEEN 0 AND 1000000000000);
ALTER TABLE ctx.total ADD CONSTRAINT total_bounded CHECK (sections BETWEEN 0 AND 1000000000000);
ALTER TABLE ctx.entry ADD CONSTRAINT entry_named CHECK (ref ~ '^[0-9a-z]{1,40}$' AND supersedes ~ '^[0-9a-z]{1,40}$'
  AND ctx.plain(branch) AND octet_length(branch) <= 1000);
ALTER TABLE ctx.event ADD CONSTRAINT event_named CHECK (ref ~ '^[0-9a-z]{1,40}$' AND closed_by ~ '^[0-9a-z]{1,40}$'
  AND ctx.plain(branch) AND octet_length(branch) <= 1000);

-- The store whose key the caller knows, and its team.
CREATE OR REPLACE FUNCTION ctx.me() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT id FROM ctx.origin WHERE id = nullif(current_setting('ctx.origin', true), '')::uuid
   AND key = sha256(convert_to(current_setting('ctx.key', true), 'UTF8')) AND NOT revoked AND team = ANY (ctx.all_teams()) $$;
CREATE FUNCTION ctx.my_team() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT team FROM ctx.origin WHERE id = ctx.me() $$;
-- Teams in which the caller may write at all, be it in one project.
CREATE FUNCTION ctx.writing_teams() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT coalesce(array_agg(DISTINCT team), '{}') FROM ctx.member WHERE role = session_user AND writes $$;
-- Nobody's clock is further ahead.
CREATE FUNCTION ctx.soon() RETURNS bigint LANGUAGE sql STABLE SET search_path = pg_catalog AS
$$ SELECT (extract(epoch FROM now()) * 1000)::bigint + 86400000 $$;
-- The key of a project: the one it has, else of the team's secret and the name.
CREATE FUNCTION ctx.key_of(of_team text, of_name text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT coalesce((SELECT p.project FROM ctx.project p WHERE p.team = of_team AND p.name = of_name),
   (SELECT encode(substr(sha256(t.secret || convert_to(of_name, 'UTF8')), 1, 16), 'hex')::uuid FROM ctx.team t WHERE t.team = of_team)) $$;
REVOKE EXECUTE ON FUNCTION ctx.key_of(text, text) FROM PUBLIC;
CREATE FUNCTION ctx.project_key(of_team text, of_name text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT CASE WHEN of_team = ANY (ctx.all_teams()) THEN ctx.key_of(of_team, of_name) END $$;
-- Who belongs to the caller's teams.
CREATE FUNCTION ctx.members() RETURNS TABLE (role text, team text, project text, writes boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
$$ SELECT m.role, m.team, p.name, m.writes FROM ctx.member m LEFT JOIN ctx.project p ON p.project = m.project
   WHERE m.team = ANY (ctx.all_teams()) ORDER BY m.team, m.role, p.name $$;

DROP POLICY origin_new ON ctx.origin;
DROP POLICY origin_own ON ctx.origin;
CREATE POLICY origin_new ON ctx.origin FOR INSERT WITH CHECK (team = ANY ((SELECT ctx.writing_teams())::text[]) AND NOT revoked AND role = session_user
  AND id = nullif(current_setting('ctx.origin', true), '')::uuid
  AND key = sha256(convert_to(current_setting('ctx.key', true), 'UTF8')) AND length(current_setting('ctx.key', true)) >= 32);
CREATE POLICY origin_own ON ctx.origin FOR UPDATE USING (id = (SELECT ctx.me())) WITH CHECK (id = (SELECT ctx.me()) AND team = (SELECT ctx.my_team()));
DO $$
DECLARE one text; writes text; own text; at text;
BEGIN
  writes := '(team = ANY ((SELECT ctx.teams(true))::text[]) OR project = ANY ((SELECT ctx.projects(true))::uuid[]))';
  own := writes || ' AND origin = (SELECT ctx.me()) AND team = (SELECT ctx.my_team())';
  FOREACH one IN ARRAY ARRAY['project', 'blob', 'section', 'entry', 'event', 'sealed'] LOOP
    EXECUTE format('DROP POLICY %I ON ctx.%I', one || '_new', one);
  END LOOP;
  EXECUTE format('CREATE POLICY project_new ON ctx.project FOR INSERT WITH CHECK (%s AND project = ctx.project_key(team, name))', writes);
  FOREACH one IN ARRAY ARRAY['blob', 'section', 'entry', 'event', 'sealed'] LOOP
    -- With bounds of what is read at once: no honest machine sends more.
    at := CASE one WHEN 'section' THEN ' AND at <= (SELECT ctx.soon()) AND octet_length(body) <= 1048576 AND cardinality(terms) <= 262144'
      WHEN 'blob' THEN ' AND octet_length(hash) = 32 AND octet_length(sums) BETWEEN 0 AND 1048576'
      WHEN 'entry' THEN ' AND started_at <= (SELECT ctx.soon()) AND octet_length(concat(command, argv, label, title, dir, session, summary, findings)) <= 4194304'
      WHEN 'event' THEN ' AND at <= (SELECT ctx.soon()) AND octet_length(text) <= 1048576'
      ELSE ' AND octet_length(bytes) <= 2097152 AND n BETWEEN 0 AND 64 AND pieces BETWEEN 1 AND 65' END;
    EXECUTE format('CREATE POLICY %I ON ctx.%I FOR INSERT WITH CHECK (%s%s)', one || '_new', one, own, at);
  END LOOP;
  FOREACH one IN ARRAY ARRAY['entry', 'event'] LOOP
    at := CASE one WHEN 'entry' THEN ' AND started_at <= (SELECT ctx.soon())' ELSE ' AND at <= (SELECT ctx.soon())' END;
    EXECUTE format('DROP POLICY %I ON ctx.%I', one || '_own', one);
    EXECUTE format('CREATE POLICY %I ON ctx.%I FOR UPDATE USING (%s) WITH CHECK (%s%s)', one || '_own', one, own, own, at);
  END LOOP;
END $$;

-- Texts that no entry has any more, out of these, whoever sent them, and words that went with them.
CREATE OR REPLACE FUNCTION ctx.sweep(of uuid, hashes bytea[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE one bytea; owner uuid; went bigint := 0; cut bigint; numbers integer[]; times bigint[]; i integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ctx.project p WHERE p.project = of AND (p.team = ANY (ctx.teams(true)) OR p.project = ANY (ctx.projects(true)))) THEN
    RETURN 0;
  END IF;
  FOR one, owner IN SELECT DISTINCT b.hash, b.origin FROM ctx.blob b WHERE b.project = of AND b.hash = ANY (hashes) LOOP
    BEGIN
      SELECT coalesce(sum(s.parts), 0) INTO cut FROM ctx.section s WHERE s.project = of AND s.hash = one AND s.origin = owner;
      SELECT array_agg(t), array_agg(c) INTO numbers, times FROM (SELECT t, sum(s.parts) AS c FROM ctx.section s, unnest(s.terms) t
        WHERE s.project = of AND s.hash = one AND s.origin = owner GROUP BY t) AS found;
      DELETE FROM ctx.blob b WHERE b.project = of AND b.hash = one AND b.origin = owner
        AND NOT EXISTS (SELECT 1 FROM ctx.entry e WHERE e.project = of AND e.hash = one AND e.origin = owner);
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
