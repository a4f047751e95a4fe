//! Errors that are settled: by a command that succeeds, by a check that passes over the files they name, by a refusal.

use std::path::{Component, Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};

use ctx_shell::attempt::{self, Done};

/// An open error, as far as closing it needs.
struct Open {
    row: i64,
    key: String,
    text: String,
    at: i64,
    /// Where the command ran.
    place: Option<PathBuf>,
}

/// Closes the open errors of a project that a successful command settles; how many.
pub(super) fn settle(db: &Connection, project: &str, line: &str, at: i64, entry: Option<i64>) -> rusqlite::Result<u64> {
    if attempt::is_look(line) {
        return Ok(0);
    }
    let mut open = open_errors(db, project)?;
    // The clock may stand still between a failure and what settles it.
    settle_these(db, project, &mut open, line, at + 1, at, entry)
}

/// Called for each command that succeeded, with its line, its time and its entry.
type Each<'a> = &'a mut dyn FnMut(&str, i64, i64) -> rusqlite::Result<()>;

/// The same for many commands in the order they came, with the errors read once.
pub(super) fn settle_all(
    db: &Connection,
    project: &str,
    commands: &mut dyn FnMut(Each<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<u64> {
    let mut open = open_errors(db, project)?;
    let mut closed = 0;
    commands(&mut |line, at, entry| {
        closed += settle_these(db, project, &mut open, line, at, at, Some(entry))?;
        Ok(())
    })?;
    Ok(closed)
}

/// When the oldest open error of a project was met.
pub(super) fn oldest(db: &Connection, project: &str) -> rusqlite::Result<Option<i64>> {
    db.prepare_cached("SELECT min(at) FROM event WHERE project = ?1 AND category = 'error' AND closed_at IS NULL")?
        .query_row([project], |row| row.get(0))
}

/// Closes the errors of a session that have to do with what the user has just refused.
pub(super) fn refuse(db: &Connection, session: &str, line: &str, at: i64) -> rusqlite::Result<()> {
    let mut select = db.prepare_cached(
        "SELECT id, key FROM event WHERE session = ?1 AND category = 'error' AND closed_at IS NULL AND at <= ?2",
    )?;
    let rows = select.query_map((session, at), |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    let akin: Vec<i64> = rows
        .filter_map(|row| row.map(|(row, key)| attempt::is_akin(&key, line).then_some(row)).transpose())
        .collect::<rusqlite::Result<_>>()?;
    for row in akin {
        db.prepare_cached("UPDATE event SET closed_at = ?2 WHERE id = ?1")?.execute((row, at))?;
    }
    Ok(())
}

fn open_errors(db: &Connection, project: &str) -> rusqlite::Result<Vec<Open>> {
    let mut select = db.prepare_cached(
        "SELECT v.id, v.key, v.text, v.at, e.cwd, e.command FROM event v LEFT JOIN entry e ON e.id = v.entry_id \
         WHERE v.project = ?1 AND v.category = 'error' AND v.closed_at IS NULL",
    )?;
    let rows = select.query_map([project], |row| {
        let (cwd, command): (Option<String>, Option<String>) = (row.get(4)?, row.get(5)?);
        let place = cwd.map(|cwd| place(&cwd, command.as_deref().unwrap_or_default()));
        Ok(Open { row: row.get(0)?, key: row.get(1)?, text: row.get(2)?, at: row.get(3)?, place })
    })?;
    rows.collect()
}

/// Where a command does its work: its directory, and the one that it goes to first.
fn place(cwd: &str, line: &str) -> PathBuf {
    let mut place = PathBuf::from(cwd);
    for part in Path::new(&attempt::directory(line).unwrap_or_default()).components() {
        match part {
            Component::ParentDir => drop(place.pop()),
            Component::CurDir => {}
            part => place.push(part),
        }
    }
    place
}

fn ran_in(db: &Connection, entry: i64, line: &str) -> rusqlite::Result<Option<PathBuf>> {
    let cwd: Option<String> = db
        .prepare_cached("SELECT cwd FROM entry WHERE id = ?1")?
        .query_row([entry], |row| row.get(0))
        .optional()?
        .flatten();
    Ok(cwd.map(|cwd| place(&cwd, line)))
}

/// Settles open errors older than `before`; an error of the same moment may be the command's own.
fn settle_these(
    db: &Connection,
    project: &str,
    open: &mut Vec<Open>,
    line: &str,
    before: i64,
    at: i64,
    entry: Option<i64>,
) -> rusqlite::Result<u64> {
    if open.is_empty() || attempt::is_filtered(line) || attempt::is_trial(line) {
        return Ok(0);
    }
    let done = Done::of(line);
    let mut settled = Vec::new();
    let here = match entry {
        Some(entry) => ran_in(db, entry, line)?,
        None => None,
    };
    for (index, error) in open.iter().enumerate().filter(|(_, error)| error.at < before) {
        // The same command in another directory is another one; one that runs above covers what is below.
        let places = here.as_ref().zip(error.place.as_ref());
        let covers = places.is_none_or(|(here, there)| there.starts_with(here));
        if covers && (done.settles(&error.key) || (done.is_check() && is_mended(db, project, error)?)) {
            settled.push(index);
        }
    }
    for index in settled.iter().rev() {
        let error = open.swap_remove(*index);
        db.prepare_cached("UPDATE event SET closed_at = ?2, closed_by = ?3 WHERE id = ?1")?
            .execute(params![error.row, at, entry])?;
    }
    Ok(settled.len() as u64)
}

/// A file that the error names was changed after it.
fn is_mended(db: &Connection, project: &str, error: &Open) -> rusqlite::Result<bool> {
    if !attempt::is_check(&error.key) {
        return Ok(false);
    }
    for path in paths(&error.text) {
        let changed = db
            .prepare_cached(
                "SELECT 1 FROM event WHERE project = ?1 AND category IN ('edit', 'write') AND at >= ?2 \
                 AND (key = ?3 OR key LIKE '%/' || ?3 ESCAPE '\\' OR ?3 LIKE '%/' || key ESCAPE '\\')",
            )?
            .exists(params![project, error.at, path])?;
        if changed {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Words of an error that are files: they have an ending, and a directory or a line.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "()'\"`,;".contains(c)).filter_map(|word| {
        let mut parts = word.split(':');
        let path = parts.next()?;
        let has_line = parts.next().is_some_and(|line| line.bytes().any(|byte| byte.is_ascii_digit()));
        let (stem, ending) = path.rsplit_once('.')?;
        let is_file =
            !stem.is_empty() && (1..=5).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric());
        (is_file && (has_line || path.contains('/'))).then_some(path.trim_start_matches("./"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_an_error_names() {
        let text = "npx tsc: src/a.ts(12,3): error in lib.rs:4:1, see v1.2 and ./x/y.py or https://a.b/c";
        assert_eq!(paths(text).collect::<Vec<_>>(), ["src/a.ts", "lib.rs", "x/y.py"]);
    }
}
