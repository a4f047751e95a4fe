//! Errors that are settled: by a command that succeeds, by a check that passes over the files they name, by a refusal.

use rusqlite::{Connection, params};

use ctx_shell::attempt::{self, SucceededCommandLine};

use crate::open_errors::{SuccessfulCommand, UnresolvedErrorIndex, verb_or_program_word};
use crate::sql::{ReadQueries, WriteQueries};

/// A live command is compared with this many open errors, the newest. An import compares with all.
const NEWEST: i64 = 500;

/// Closes the open errors of a project that a successful command settles; how many.
pub(super) fn settle_errors_by_command(
    db: &Connection,
    project: &str,
    line: &str,
    at: i64,
    entry: Option<i64>,
) -> rusqlite::Result<u64> {
    if attempt::is_read_only_line(line) || is_partial_or_stashed_check(line) {
        return Ok(0);
    }
    let done = SucceededCommandLine::parse_line(line);
    let may_settle_any = done.is_check_line() || done.is_project_wide_script();
    let is_met = |key: &str| {
        may_settle_any || done.programs_and_verbs().any(|target| key.contains(verb_or_program_word(target)))
    };
    let mut open = UnresolvedErrorIndex::read(db, project, NEWEST, is_met)?;
    // The clock may stand still between a failure and what settles it.
    open.settle_errors_by_success(
        db,
        project,
        &done,
        &SuccessfulCommand { line, at, entry, before: at + 1, after_entry: 0 },
    )
}

/// Compares what came after entry `upto` with everything, in the order of time: new successes with all open errors, and
/// earlier successes with new errors. Returns how many errors were closed.
pub(super) fn settle_errors_since_entry(db: &Connection, project: &str, upto: i64) -> rusqlite::Result<u64> {
    let mut open = UnresolvedErrorIndex::read(db, project, -1, |_| true)?;
    open.index_errors_by_word();
    let (Some(first), first_new) = open.oldest_error_times(upto) else { return Ok(0) };
    // Not one search by time: it would read every entry since the oldest error. The sign keeps the first from the index by
    // project.
    let mut select = db.prepare_cached(
        "SELECT command, started_at, id FROM entry WHERE id > ?3 AND +project = ?1 AND started_at > ?2 \
         AND exit_code = 0 AND command IS NOT NULL \
         UNION ALL SELECT command, started_at, id FROM entry WHERE id <= ?3 AND project = ?1 AND started_at > ?4 \
         AND exit_code = 0 AND command IS NOT NULL ORDER BY started_at, id",
    )?;
    let mut rows = select.query(params![project, first, upto, first_new.unwrap_or(i64::MAX)])?;
    let mut closed = 0;
    while let Some(row) = rows.next()? {
        let (at, entry): (i64, i64) = (row.get(1)?, row.get(2)?);
        let after_entry = if entry > upto { 0 } else { upto };
        let success =
            SuccessfulCommand { line: row.get_ref(0)?.as_str()?, at, entry: Some(entry), before: at, after_entry };
        if !is_partial_or_stashed_check(success.line) {
            closed +=
                open.settle_errors_by_success(db, project, &SucceededCommandLine::parse_line(success.line), &success)?;
        }
    }
    Ok(closed)
}

/// A success of part of a check, or without the changes, settles nothing.
fn is_partial_or_stashed_check(line: &str) -> bool {
    attempt::is_check_filtered(line) || attempt::stashes_and_restores_changes(line)
}

/// Closes the errors of a session that have to do with what the user has just refused.
pub(super) fn close_errors_of_refused_command(
    db: &Connection,
    session: &str,
    line: &str,
    at: i64,
) -> rusqlite::Result<()> {
    let open: Vec<(i64, String)> = db.rows(
        "SELECT id, key FROM event WHERE session = ?1 AND category = 'error' AND closed_at IS NULL AND at <= ?2",
        (session, at),
    )?;
    for (row, _) in open.iter().filter(|(_, key)| attempt::runs_same_program_and_verb(key, line)) {
        db.run("UPDATE event SET closed_at = ?2 WHERE id = ?1", (row, at))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;
    use std::path::Path;

    /// A store with entries of a project: row, command, status and time.
    fn store(dir: &Path, entries: &[(i64, &str, i32, i64)]) -> Store {
        let mut store = Store::open(dir).unwrap();
        add(&mut store, entries);
        store
    }

    fn add(store: &mut Store, entries: &[(i64, &str, i32, i64)]) {
        store
            .write_transaction(|db| {
                for (id, command, status, at) in entries {
                    db.execute(
                        "INSERT INTO entry (id, ref, kind, state, command, cwd, project, exit_code, started_at) \
                         VALUES (?1, 'r' || ?1, 'run', 'done', ?2, '/shop', '/shop', ?3, ?4)",
                        params![id, command, status, at],
                    )?;
                    if *status != 0 {
                        db.execute(
                            "INSERT INTO event (session, category, key, priority, text, at, first_at, project, entry_id) \
                             VALUES ('s', 'error', ?1, 1, ?1 || ' src/a.rs:4', ?2, ?2, '/shop', ?3)",
                            params![attempt::attempt_key(command), at, id],
                        )?;
                    }
                }
                Ok(())
            })
            .unwrap();
    }

    fn resolve(store: &mut Store) -> u64 {
        store.close_settled_errors(&["/shop".to_owned()].into()).unwrap()
    }

    #[test]
    fn what_comes_later_is_compared_with_everything_whatever_its_time() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = store(dir.path(), &[(1, "make one", 2, 10), (2, "make two", 2, 20), (3, "make three", 0, 60)]);
        assert_eq!(resolve(&mut store), 0, "nothing that failed has passed");
        add(&mut store, &[(4, "make one", 0, 30)]);
        assert_eq!(resolve(&mut store), 1, "a new success settles an old error");
        add(&mut store, &[(7, "make four", 2, 40), (8, "make four", 0, 35), (9, "make four", 0, 45)]);
        assert_eq!(resolve(&mut store), 1, "only a success after the failure settles it");
        let by: i64 = store
            .with_connection(|db| {
                db.query_row("SELECT closed_by FROM event WHERE key = 'make four'", [], |row| row.get(0))
            })
            .unwrap();
        assert_eq!(by, 9);
    }

    #[test]
    fn an_older_session_is_settled_by_what_was_imported_before_it() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = store(dir.path(), &[(1, "make two", 2, 5), (2, "make one", 0, 30)]);
        assert_eq!(resolve(&mut store), 0);
        add(&mut store, &[(3, "make one", 2, 10)]);
        assert_eq!(resolve(&mut store), 1, "the success was there first, but it came later in time");
    }

    #[test]
    fn a_check_settles_errors_in_files_that_were_changed() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = store(dir.path(), &[(1, "cargo test --lib", 101, 10)]);
        let change = "INSERT INTO event (session, category, key, priority, text, at, first_at, project) \
                      VALUES ('s', 'edit', ?1, 1, '', ?2, ?2, '/shop')";
        store.write_transaction(|db| db.execute(change, params!["/shop/src/b.rs", 20]).map(drop)).unwrap();
        add(&mut store, &[(2, "cargo clippy", 0, 30)]);
        assert_eq!(resolve(&mut store), 0, "another file was changed");
        store.write_transaction(|db| db.execute(change, params!["/shop/src/a.rs", 40]).map(drop)).unwrap();
        add(&mut store, &[(3, "cargo clippy", 0, 50)]);
        assert_eq!(resolve(&mut store), 1);
    }

    #[test]
    fn a_row_number_that_is_used_again_is_new() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = store(dir.path(), &[(1, "make one", 2, 10), (2, "ls", 0, 20)]);
        assert_eq!(resolve(&mut store), 0);
        store.write_transaction(|db| Store::delete_entry(db, 2)).unwrap();
        store.write_transaction(crate::index::lower_progress_marks_to_last_row).unwrap();
        add(&mut store, &[(2, "make one", 0, 30)]);
        assert_eq!(resolve(&mut store), 1);
    }
}
