-- Raw bytes, sealed on the machine that sent them: the database knows how long they are and nothing else.
CREATE TABLE ctx.sealed (
  project uuid NOT NULL,
  team    text NOT NULL,
  origin  uuid NOT NULL,
  ref     text NOT NULL,
  n       integer NOT NULL,               -- pieces in order
  pieces  integer NOT NULL,               -- how many there are
  bytes   bytea NOT NULL,                 -- nonce and ciphertext
  PRIMARY KEY (project, origin, ref, n),
  FOREIGN KEY (project, origin, ref) REFERENCES ctx.entry ON DELETE CASCADE
) {partition};

ALTER TABLE ctx.sealed ENABLE ROW LEVEL SECURITY;
DO $$
DECLARE sees text; writes text;
BEGIN
  sees := '(team = ANY ((SELECT ctx.teams(false))::text[]) OR project = ANY ((SELECT ctx.projects(false))::uuid[]))';
  writes := '(team = ANY ((SELECT ctx.teams(true))::text[]) OR project = ANY ((SELECT ctx.projects(true))::uuid[]))';
  EXECUTE format('CREATE POLICY sealed_seen ON ctx.sealed FOR SELECT USING %s', sees);
  EXECUTE format('CREATE POLICY sealed_new ON ctx.sealed FOR INSERT WITH CHECK (%s AND origin = (SELECT ctx.me()))', writes);
  EXECUTE format('CREATE POLICY sealed_gone ON ctx.sealed FOR DELETE USING (%s AND origin = (SELECT ctx.me()))', writes);
END $$;
