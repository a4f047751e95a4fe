//! The hub's tables: numbered migrations with a ledger, applied by whoever comes first, and the roles that may use them.

use super::client::{DbResult, HubDatabaseClient, Transaction, UPKEEP};
use super::error::HubError;
use ctx_model::Result;

/// Each with the tables that are split when the hub is, all that grow, and whether an older ctx would do wrong afterwards.
const MIGRATIONS: &[(&str, &str, &[&str], bool)] = &[
    ("core", include_str!("migrations/0001_core.sql"), &["word", "blob", "section", "entry", "event"], false),
    ("sealed", include_str!("migrations/0002_sealed.sql"), &["sealed"], false),
    ("pages", include_str!("migrations/0003_pages.sql"), &[], true),
    ("strangers", include_str!("migrations/0004_strangers.sql"), &[], true),
];
/// Whoever makes tables holds this.
const LOCK: i64 = 0x0063_7478_6875;
pub const TEAM: &str = "main";

/// What the two groups may do. What is not named here is refused; row-level security decides about the rows. Nobody reads
/// the hash of a machine's key, and nobody sets who registered a machine.
const GRANTS: &str = include_str!("grants.sql");

/// Options of `ctx hub init`.
#[derive(Debug, Default)]
pub struct InitOptions<'a> {
    pub team: Option<&'a str>,
    pub writers: &'a [String],
    pub readers: &'a [String],
    /// These come into one project only, by its name; those who are in the team are not touched.
    pub project: Option<&'a str>,
    pub partitions: Option<u32>,
}

#[derive(Debug, Default)]
pub struct InitResult {
    pub applied: usize,
    /// Features that this database lacks, with the consequence of each.
    pub notes: Vec<String>,
}

/// Makes or migrates the tables. Many may call this at once.
pub fn create_or_migrate_tables(client: &mut HubDatabaseClient, wish: &InitOptions<'_>) -> Result<InitResult> {
    let mut made = InitResult::default();
    // A migration rewrites what is there.
    client.set_answer_deadline(UPKEEP);
    let mut transaction = client.transaction().map_err(HubError::Tables)?;
    let mut work = || -> DbResult<()> {
        transaction.query("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
        let there = transaction.query_one("SELECT to_regclass('ctx.ledger') IS NOT NULL", &[])?.get::<_, bool>(0);
        if !there {
            transaction.batch_execute(
                "CREATE SCHEMA IF NOT EXISTS ctx; \
                 CREATE TABLE ctx.ledger (number integer PRIMARY KEY, name text NOT NULL, breaks boolean NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
            )?;
        }
        let newest: i32 = transaction.query_one("SELECT coalesce(max(number), 0) FROM ctx.ledger", &[])?.get(0);
        // Tables that come later are split as the first ones were.
        let mut parts = wish.partitions;
        if newest > 0 {
            let split = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'ctx.entry'::regclass";
            let there: i64 = transaction.query_one(split, &[])?.get(0);
            parts = u32::try_from(there).ok().filter(|parts| *parts > 0);
        }
        for (index, (name, sql, grow, breaks)) in
            MIGRATIONS.iter().enumerate().skip(usize::try_from(newest).unwrap_or(0))
        {
            let partition = if parts.is_some() { "PARTITION BY HASH (project)" } else { "" };
            transaction.batch_execute(&sql.replace("{partition}", partition))?;
            for table in *grow {
                for (part, parts) in parts.into_iter().flat_map(|parts| (0..parts).map(move |part| (part, parts))) {
                    transaction.batch_execute(&format!(
                        "CREATE TABLE ctx.{table}_{part} PARTITION OF ctx.{table} FOR VALUES WITH (MODULUS {parts}, REMAINDER {part})"
                    ))?;
                }
            }
            let number = i32::try_from(index + 1).unwrap_or(i32::MAX);
            transaction.execute(
                "INSERT INTO ctx.ledger (number, name, breaks) VALUES ($1, $2, $3)",
                &[&number, name, breaks],
            )?;
            made.applied += 1;
        }
        Ok(())
    };
    work().map_err(HubError::Tables)?;
    transaction.commit().map_err(HubError::Tables)?;
    create_optional_extensions(client, &mut made)?;
    set_up_roles_and_members(client, wish, &mut made)?;
    Ok(made)
}

/// Optional extensions: trigrams find parts of words and typos.
fn create_optional_extensions(client: &mut HubDatabaseClient, made: &mut InitResult) -> Result<()> {
    let tried = [
        (
            "CREATE EXTENSION IF NOT EXISTS pg_trgm",
            "pg_trgm is not there: parts of words are found by their beginning only",
        ),
        (
            "CREATE EXTENSION IF NOT EXISTS btree_gin",
            "btree_gin is not there: the index of word parts is shared by all projects",
        ),
    ];
    for (sql, note) in tried {
        // Two that make the same extension at once: the second finds it a moment later.
        if client.batch_execute(sql).is_err() && client.batch_execute(sql).is_err() {
            made.notes.push(note.to_owned());
        }
    }
    let spellings = ["(project, word gin_trgm_ops)", "(word gin_trgm_ops)"];
    let locked = |client: &mut HubDatabaseClient, sql: &str| -> DbResult<()> {
        let mut transaction = client.transaction()?;
        transaction.query("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
        transaction.batch_execute(sql)?;
        transaction.commit()
    };
    for columns in spellings {
        if locked(client, &format!("CREATE INDEX IF NOT EXISTS word_grams ON ctx.word USING gin {columns}")).is_ok() {
            break;
        }
    }
    Ok(())
}

/// Group roles, what they may do, and who belongs to which team.
fn set_up_roles_and_members(
    client: &mut HubDatabaseClient,
    wish: &InitOptions<'_>,
    made: &mut InitResult,
) -> Result<()> {
    let mut transaction = client.transaction().map_err(HubError::Tables)?;
    let mut work = || -> DbResult<bool> {
        transaction.query("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
        let owner: bool = transaction
            .query_one("SELECT pg_has_role(tableowner, 'USAGE') FROM pg_tables WHERE schemaname = 'ctx' AND tablename = 'ledger'", &[])?
            .get(0);
        if !owner {
            return Ok(false);
        }
        transaction.batch_execute(
            "DO $$ BEGIN \
               IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'ctx_reader') THEN CREATE ROLE ctx_reader NOLOGIN; END IF; \
               IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'ctx_writer') THEN CREATE ROLE ctx_writer NOLOGIN; END IF; \
             EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL; END $$",
        )?;
        let there: i64 = transaction
            .query_one("SELECT count(*) FROM pg_roles WHERE rolname IN ('ctx_reader', 'ctx_writer')", &[])?
            .get(0);
        match there {
            2 => transaction.batch_execute(GRANTS)?,
            _ => made.notes.push(
                "the roles ctx_writer and ctx_reader cannot be made by this user: only it can use the hub; ask for CREATEROLE to let others in".to_owned(),
            ),
        }
        let team = wish.team.unwrap_or(TEAM);
        let me: String = transaction.query_one("SELECT session_user::text", &[])?.get(0);
        transaction.execute(
            "INSERT INTO ctx.team VALUES ($1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')) ON CONFLICT DO NOTHING",
            &[&team],
        )?;
        let project: Option<String> = match wish.project {
            Some(name) => transaction.query_one("SELECT ctx.key_of($1, $2)::text", &[&team, &name])?.get(0),
            None => None,
        };
        let mut joins: Vec<(&str, bool)> = if project.is_none() { vec![(&me, true)] } else { Vec::new() };
        joins.extend(wish.writers.iter().map(|role| (role.as_str(), true)));
        joins.extend(wish.readers.iter().map(|role| (role.as_str(), false)));
        for (role, writes) in joins {
            transaction.execute(
                "INSERT INTO ctx.member (role, team, writes, project) SELECT $1, $2, $3, $4::text::uuid WHERE NOT EXISTS \
                 (SELECT 1 FROM ctx.member WHERE role = $1 AND team = $2 AND project IS NOT DISTINCT FROM $4::text::uuid)",
                &[&role, &team, &writes, &project],
            )?;
            transaction.execute(
                "UPDATE ctx.member SET writes = $3 WHERE role = $1 AND team = $2 AND project IS NOT DISTINCT FROM $4::text::uuid",
                &[&role, &team, &writes, &project],
            )?;
            if role != me && there == 2 {
                let quoted: String = transaction.query_one("SELECT quote_ident($1)", &[&role])?.get(0);
                let group = if writes { "ctx_writer" } else { "ctx_reader" };
                transaction.batch_execute(&format!("GRANT {group} TO {quoted}"))?;
            }
        }
        Ok(true)
    };
    let owned = work().map_err(HubError::Tables)?;
    transaction.commit().map_err(HubError::Tables)?;
    let lets_in = !wish.writers.is_empty() || !wish.readers.is_empty();
    if lets_in && !owned {
        return Err(HubError::OwnersOnly("lets others in").into());
    }
    Ok(())
}

/// Refuses a hub that this ctx does not understand; newer tables that only add to ours are fine.
pub fn check_schema_version(client: &mut HubDatabaseClient) -> Result<()> {
    let known = MIGRATIONS.len() as i32;
    let found = client.query_typed_one(
        "SELECT coalesce(max(number), 0), coalesce(max(number) FILTER (WHERE breaks), 0) FROM ctx.ledger",
        &[],
    );
    let row = found.map_err(|error| match error.sql_state() {
        Some("42P01" | "3F000") => HubError::NoTables,
        _ => HubError::NotLetIn(error),
    })?;
    let (newest, breaking): (i32, i32) = (row.get(0), row.get(1));
    if breaking > known {
        return Err(HubError::Newer { newest, known }.into());
    }
    if newest < known {
        return Err(HubError::Older { newest, known }.into());
    }
    Ok(())
}

/// Takes a database user out of a team, and out of the groups when it is in no team any more; false for one who was in none.
pub fn remove_user_from_team(transaction: &mut Transaction<'_>, team: &str, role: &str) -> DbResult<bool> {
    let went = transaction.execute("DELETE FROM ctx.member WHERE role = $1 AND team = $2", &[&role, &team])?;
    let left: i64 = transaction.query_one("SELECT count(*) FROM ctx.member WHERE role = $1", &[&role])?.get(0);
    if left == 0 {
        let groups = transaction.query(
            "SELECT g.rolname::text, quote_ident(m.rolname) FROM pg_auth_members a JOIN pg_roles g ON g.oid = a.roleid JOIN pg_roles m ON m.oid = a.member \
             WHERE m.rolname = $1 AND g.rolname IN ('ctx_reader', 'ctx_writer')",
            &[&role],
        )?;
        for row in groups {
            let (group, quoted): (String, String) = (row.get(0), row.get(1));
            transaction.batch_execute(&format!("REVOKE {group} FROM {quoted}"))?;
        }
    }
    Ok(went > 0)
}
