//! Entries: one row for each command, pipe, file or note that went through ctx.

use rusqlite::{Connection, Row, params};

use super::outbox::install_deletion_triggers;
use super::{Store, StoredBytes, entry_life, index, session_end_cache, usage, writer_process};
use crate::error::Result;
use crate::sql::{Statements, tuple_from_row};
use ctx_model::Scope;
use ctx_model::SessionChanges;
use ctx_model::env::Env;
use ctx_model::id::EntryId;
use ctx_model::{Finding, Status, StatusColumns};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryKind {
    #[default]
    Run,
    Store,
    File,
    Note,
    /// A document that `ctx index` read from disk.
    Doc,
    /// Read from an agent's transcript.
    Import,
}

impl EntryKind {
    /// As it stands in a sentence.
    pub fn name_with_article(self) -> &'static str {
        match self {
            EntryKind::Run => "a run",
            EntryKind::Store => "a stored text",
            EntryKind::File => "a file",
            EntryKind::Note => "a note",
            EntryKind::Doc => "a document",
            EntryKind::Import => "a part of a transcript",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            EntryKind::Run => "run",
            EntryKind::Store => "store",
            EntryKind::File => "file",
            EntryKind::Note => "note",
            EntryKind::Doc => "doc",
            EntryKind::Import => "import",
        }
    }

    pub fn from_name(name: &str) -> EntryKind {
        let kinds = [EntryKind::Store, EntryKind::File, EntryKind::Note, EntryKind::Doc, EntryKind::Import];
        kinds.into_iter().find(|kind| kind.name() == name).unwrap_or_default()
    }
}

/// Facts that are known when an entry begins.
#[derive(Clone, Debug, Default)]
pub struct NewEntry {
    pub kind: EntryKind,
    pub command: Option<String>,
    pub argv: Vec<String>,
    pub label: Option<String>,
    pub title: Option<String>,
    pub intent: Option<String>,
    pub cwd: Option<String>,
    pub scope: Option<Scope>,
    pub started_at: i64,
    pub pinned: bool,
    pub supersedes: Option<i64>,
    /// The agent in whose shell it runs, and the agent's id of the call.
    pub agent: Option<String>,
    pub call: Option<String>,
}

impl NewEntry {
    /// One that begins in the working directory.
    pub fn in_working_directory(env: &Env, kind: EntryKind, scope: Scope, started_at: i64) -> NewEntry {
        NewEntry {
            kind,
            cwd: Some(env.cwd.to_string_lossy().into_owned()),
            scope: Some(scope),
            started_at,
            ..NewEntry::default()
        }
    }
}

/// Facts that are known when it ends.
#[derive(Clone, Debug, Default)]
pub struct FinishedEntry {
    pub status: Status,
    pub still_open: bool,
    /// Why it is only a part.
    pub cut: Option<String>,
    pub duration_ms: Option<i64>,
    pub streams: Option<Vec<u8>>,
    pub summary: Option<String>,
    /// Bytes printed where that was not the summary (`--json`).
    pub printed: Option<usize>,
    pub findings: Vec<Finding>,
    pub reader: Option<String>,
    /// Events that it adds to the session.
    pub feed: SessionChanges,
    /// The secret parts of its bytes: the rules by which they were found, and their places as they are kept.
    pub spans: Option<(i64, Vec<u8>)>,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub row: i64,
    pub id: EntryId,
    pub kind: EntryKind,
    pub status: Status,
    pub command: Option<String>,
    pub argv: Vec<String>,
    pub label: Option<String>,
    pub title: Option<String>,
    pub cwd: Option<String>,
    pub project: Option<String>,
    pub branch: Option<String>,
    pub session: Option<String>,
    pub still_open: bool,
    pub started_at: i64,
    pub duration_ms: Option<i64>,
    pub blob: Option<i64>,
    pub raw_len: Option<u64>,
    pub lines: Option<u64>,
    /// Retention deleted the bytes; the summary stays.
    pub expired: bool,
    pub pinned: bool,
    pub superseded_by: Option<EntryId>,
    pub streams: Option<Vec<u8>>,
    pub summary: Option<String>,
    /// The agent whose shell ran it or whose transcript it was imported from, and the part of the conversation.
    pub agent: Option<String>,
    pub role: Option<String>,
    /// Why it is only a part of what was printed.
    pub cut: Option<String>,
    /// It happened somewhere else or earlier: its time is that of an export or a transcript.
    pub imported: bool,
}

impl Entry {
    /// A name for people: its title, its command or its label.
    pub fn name(&self) -> &str {
        let named = [&self.title, &self.command, &self.label].into_iter().flatten().next();
        let unnamed = if self.kind == EntryKind::Store { "stdin" } else { self.kind.name() };
        named.map_or(unnamed, String::as_str)
    }
}

pub(super) const COLUMNS: &str = "e.id, e.ref, e.kind, e.state, e.command, e.argv, e.label, e.title, e.cwd, e.project, e.branch, e.session, \
    e.owner, e.exit_code, e.signal, e.timed_out, e.still_open, e.started_at, e.duration_ms, e.blob_id, e.raw_len, e.lines, \
    e.expired, e.pinned, e.streams, e.summary, e.agent, e.role, \
    (SELECT n.ref FROM entry n WHERE n.supersedes = e.id ORDER BY n.id DESC LIMIT 1), e.cut, e.stored_at IS NOT NULL";

pub(super) fn entry_from_row(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let running = row.get_ref(3)?.as_str()? == "running";
    let owner: Option<String> = row.get(12)?;
    let status = match running {
        true if owner.as_deref().is_none_or(writer_process::is_owner_alive) => Status::Running,
        true => Status::Interrupted,
        false => StatusColumns { exit_code: row.get(13)?, signal: row.get(14)?, timed_out: row.get(15)? }.to_status(),
    };
    let argv: Option<String> = row.get(5)?;
    Ok(Entry {
        row: row.get(0)?,
        id: EntryId::from_stored(row.get(1)?),
        kind: EntryKind::from_name(row.get_ref(2)?.as_str()?),
        status,
        command: row.get(4)?,
        argv: argv.and_then(|argv| serde_json::from_str(&argv).ok()).unwrap_or_default(),
        label: row.get(6)?,
        title: row.get(7)?,
        cwd: row.get(8)?,
        project: row.get(9)?,
        branch: row.get(10)?,
        session: row.get(11)?,
        still_open: row.get(16)?,
        started_at: row.get(17)?,
        duration_ms: row.get(18)?,
        blob: row.get(19)?,
        raw_len: row.get(20)?,
        lines: row.get(21)?,
        expired: row.get(22)?,
        pinned: row.get(23)?,
        streams: row.get(24)?,
        summary: row.get(25)?,
        agent: row.get(26)?,
        role: row.get(27)?,
        superseded_by: row.get::<_, Option<String>>(28)?.map(EntryId::from_stored),
        cut: row.get(29)?,
        imported: row.get(30)?,
    })
}

/// So many of the last entries are looked at for jumps of the clock.
const LAST: i64 = 100;
/// Less than this between two entries is not a jump: they may have been stored in another order than they began.
const JUMP_MS: i64 = 3_600_000;

/// Newest first by their times; an entry of our own that seems to be later than one that came after it stands before that
/// one all the same.
fn sort_newest_first(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.row));
    entries.dedup_by_key(|entry| entry.row);
    let mut next = i64::MAX;
    let timed = entries.into_iter().map(|entry| {
        let jumped = !entry.imported && entry.started_at > next.saturating_add(JUMP_MS);
        let time = if jumped { next } else { entry.started_at };
        if !entry.imported {
            next = next.min(time);
        }
        (time, entry)
    });
    let mut timed: Vec<(i64, Entry)> = timed.collect();
    timed.sort_by_key(|(time, entry)| std::cmp::Reverse((*time, entry.row)));
    timed.into_iter().map(|(_, entry)| entry).collect()
}

/// An entry that ended badly.
pub(crate) const FAILED: &str = "e.exit_code <> 0 OR e.signal IS NOT NULL OR e.timed_out OR e.failed";

/// Which entries `history` lists, newest first.
#[derive(Clone, Debug, Default)]
pub struct HistoryFilter {
    pub project: Option<String>,
    pub session: Option<String>,
    pub since: Option<i64>,
    pub failed: bool,
    /// Only commands: runs, pipes and imported calls of a shell.
    pub commands: bool,
    pub kind: Option<EntryKind>,
    /// No documents that `ctx index` read.
    pub no_documents: bool,
    /// Only entries that began before this.
    pub until: Option<i64>,
    pub limit: Option<u32>,
}

impl HistoryFilter {
    /// What holds of its entries: ?1 project, ?2 session, ?3 since, ?4 failed only, ?6 kind, ?7 until.
    pub(crate) fn sql_conditions(&self, homeless: bool) -> String {
        // The optimiser cannot choose an index for `?1 IS NULL OR …`, so only the wanted conditions are written.
        let scope = match (&self.project, &self.session) {
            (_, Some(_)) => "e.session = ?2 AND (?1 IS NULL OR e.project = ?1)",
            (Some(_), None) => "e.project = ?1 AND ?2 IS NULL",
            (None, None) if homeless => "e.project IS NULL AND ?1 IS NULL AND ?2 IS NULL",
            (None, None) => "?1 IS NULL AND ?2 IS NULL",
        };
        let kinds = match (self.commands, self.no_documents) {
            (true, _) => "AND e.command IS NOT NULL AND coalesce(e.role, 'result') = 'result'",
            (false, true) => "AND e.kind <> 'doc'",
            (false, false) => "",
        };
        format!(
            "{scope} AND (?6 IS NULL OR e.kind = ?6) {kinds} AND e.started_at >= ?3 AND (?7 IS NULL OR e.started_at < ?7) \
             AND (NOT ?4 OR {FAILED} OR e.state = 'running')"
        )
    }
}

impl Store {
    /// The newest entry with these bytes.
    pub fn newest_entry_of_blob(&self, blob: i64) -> Result<Option<Entry>> {
        let query = "SELECT max(id) FROM entry WHERE blob_id = ?1";
        let row = self.row(query, [blob], |row| row.get::<_, Option<i64>>(0))?;
        row.map(|row| self.entry_at_row(row)).transpose()
    }

    pub fn has_label(&self, label: &str) -> Result<bool> {
        self.value("SELECT EXISTS (SELECT 1 FROM entry WHERE label = ?1)", [label])
    }

    /// The entry in this row as it stands now.
    pub fn entry_at_row(&self, row: i64) -> Result<Entry> {
        self.row(&format!("SELECT {COLUMNS} FROM entry e WHERE e.id = ?1"), [row], entry_from_row)
    }

    /// Entries newest first by when they happened: imported ones stand where they belong. The order of our own is that in
    /// which they came, however the clock jumped meanwhile.
    pub fn history(&self, filter: &HistoryFilter) -> Result<Vec<Entry>> {
        let mut entries = match (&filter.project, &filter.session, filter.limit) {
            (None, None, Some(limit)) => self.newest_across_projects(filter, limit)?,
            _ => self.list_entries(filter, false)?,
        };
        if let Some(limit) = filter.limit {
            entries.extend(self.last_inserted_entries(filter)?);
            entries = sort_newest_first(entries);
            entries.truncate(limit as usize);
            return Ok(entries);
        }
        Ok(sort_newest_first(entries))
    }

    /// The entries of a filter among those that came last: a clock that went back puts them far down by their time.
    fn last_inserted_entries(&self, filter: &HistoryFilter) -> Result<Vec<Entry>> {
        let rows: Vec<i64> = self.with_connection(|db| {
            let newest: Vec<(i64, i64)> =
                db.rows("SELECT id, started_at FROM entry ORDER BY id DESC LIMIT ?1", [LAST], tuple_from_row)?;
            // Without a jump, they are where they should be.
            let jumped = newest.windows(2).any(|two| two[1].1 > two[0].1.saturating_add(JUMP_MS));
            Ok(if jumped { newest.into_iter().map(|(row, _)| row).collect() } else { Vec::new() })
        })?;
        let Some(oldest) = rows.last() else { return Ok(Vec::new()) };
        let all = HistoryFilter { limit: None, since: filter.since, ..filter.clone() };
        let among = self.list_entries_from_row(&all, false, Some(*oldest))?;
        Ok(among)
    }

    /// The newest of all projects, by the index of each: a few out of many without reading them all.
    fn newest_across_projects(&self, filter: &HistoryFilter, limit: u32) -> Result<Vec<Entry>> {
        let mut entries = self.list_entries(filter, true)?;
        for (project, _) in self.projects()? {
            entries.extend(self.list_entries(&HistoryFilter { project: Some(project), ..filter.clone() }, false)?);
        }
        entries.sort_by_key(|entry| std::cmp::Reverse((entry.started_at, entry.row)));
        entries.truncate(limit as usize);
        Ok(entries)
    }

    /// `homeless` asks for entries of no project.
    fn list_entries(&self, filter: &HistoryFilter, homeless: bool) -> Result<Vec<Entry>> {
        self.list_entries_from_row(filter, homeless, None)
    }

    /// The same among the entries from a row on.
    fn list_entries_from_row(&self, filter: &HistoryFilter, homeless: bool, first: Option<i64>) -> Result<Vec<Entry>> {
        self.with_connection(|db| {
            let sql = format!(
                "SELECT {COLUMNS} FROM entry e WHERE {} {} ORDER BY e.started_at DESC, e.id DESC LIMIT ?5",
                filter.sql_conditions(homeless),
                // A column with a sign is not looked up in its index.
                if first.is_some() { "AND e.id >= ?8" } else { "AND ?8 IS NULL" }
            );
            let sql = if first.is_some() {
                sql.replace("e.project =", "+e.project =").replace("e.session =", "+e.session =")
            } else {
                sql
            };
            let limit = filter.limit.map_or(-1, i64::from);
            let mut statement = db.prepare_cached(&sql)?;
            let rows = statement.query_map(
                params![
                    filter.project,
                    filter.session,
                    filter.since.unwrap_or(i64::MIN),
                    filter.failed,
                    limit,
                    filter.kind.map(EntryKind::name),
                    filter.until,
                    first
                ],
                entry_from_row,
            )?;
            rows.filter(|row| !filter.failed || !row.as_ref().is_ok_and(|entry| entry.status == Status::Running))
                .collect()
        })
    }

    /// Entries of a project around one of them in time: `before` and `after` of them, oldest first.
    pub fn entries_around(&self, entry_row: &Entry, before: u32, after: u32) -> Result<Vec<Entry>> {
        let side =
            |compare: &str, order: &str, limit: u32| {
                self.with_connection(|db| {
                let sql = format!(
                    "SELECT {COLUMNS} FROM entry e WHERE e.project IS ?1 AND (e.started_at, e.id) {compare} (?2, ?3) \
                     ORDER BY e.started_at {order}, e.id {order} LIMIT ?4"
                );
                let mut statement = db.prepare(&sql)?;
                let rows = statement
                    .query_map(params![entry_row.project, entry_row.started_at, entry_row.row, limit], entry_from_row)?;
                rows.collect::<rusqlite::Result<Vec<Entry>>>()
            })
            };
        let mut entries = side("<", "DESC", before)?;
        entries.reverse();
        entries.push(entry_row.clone());
        entries.extend(side(">", "ASC", after)?);
        Ok(entries)
    }

    /// Entries in the order they came, from the one after `after`.
    pub fn entries_after(
        &self,
        after: i64,
        session: Option<&str>,
        project: Option<&str>,
        limit: u32,
    ) -> Result<Vec<Entry>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM entry e WHERE e.id > ?1 AND e.state = 'done' AND (?2 IS NULL OR e.session = ?2) \
             AND (?3 IS NULL OR e.project = ?3) ORDER BY e.id LIMIT ?4"
        );
        self.rows(&sql, params![after, session, project, limit], entry_from_row)
    }

    pub(super) fn delete_entry(db: &Connection, row: i64) -> rusqlite::Result<()> {
        install_deletion_triggers(db)?;
        db.execute("UPDATE entry SET supersedes = NULL WHERE supersedes = ?1", [row])?;
        db.execute("DELETE FROM finding WHERE entry_id = ?1", [row])?;
        index::drop_entry_from_index(db, row)?;
        usage::forget_uses(db, row)?;
        db.execute("DELETE FROM event WHERE entry_id = ?1", [row])?;
        session_end_cache::clear_session_summaries(db)?;
        db.execute("DELETE FROM entry WHERE id = ?1", [row])?;
        index::lower_marks_to_last_row(db)
    }
}

/// Writes the row of an entry that is whole already, inside a transaction.
pub(super) fn insert_finished_entry(db: &Connection, new: &NewEntry, stored: &StoredBytes) -> rusqlite::Result<i64> {
    let (row, _) = entry_life::insert_entry_row(db, new, EntryId::random_id())?;
    db.run(
        "UPDATE entry SET state = 'done', owner = NULL, blob_id = ?2, raw_len = ?3, lines = ?4 WHERE id = ?1",
        params![row, stored.blob, stored.raw_len, stored.lines],
    )?;
    Ok(row)
}

/// Entries under some condition over `entry e`, newest first.
pub(super) fn entries_matching(
    db: &Connection,
    condition: &str,
    values: &[Box<dyn rusqlite::ToSql>],
) -> rusqlite::Result<Vec<Entry>> {
    let sql = format!("SELECT {COLUMNS} FROM entry e WHERE {condition} ORDER BY e.started_at DESC, e.id DESC");
    db.rows(&sql, rusqlite::params_from_iter(values), entry_from_row)
}

#[cfg(test)]
mod tests {
    use super::super::BlobWriter;
    use super::*;

    fn begin(store: &mut Store, command: &str) -> (i64, EntryId) {
        store.begin_entry(&NewEntry { command: Some(command.into()), ..NewEntry::default() }).unwrap()
    }

    #[test]
    fn a_row_lives_from_running_to_done() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let (row, id) = begin(&mut store, "make");
        assert_eq!(store.entry_at_row(row).unwrap().status, Status::Running);
        store.db.execute("UPDATE entry SET owner = 'gone/0/1/1'", []).unwrap();
        assert_eq!(store.entry_at_row(row).unwrap().status, Status::Interrupted);
        let finished = FinishedEntry { status: Status::Exit(2), ..FinishedEntry::default() };
        store.finish_entry(row, BlobWriter::new(row), b"out\n", &finished).unwrap();
        let entry = store.entry_at_row(row).unwrap();
        assert_eq!(entry.id, id);
        assert_eq!((entry.status, entry.lines, entry.raw_len), (Status::Exit(2), Some(1), Some(4)));
    }
}
