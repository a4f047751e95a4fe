//! Entries: one row for each command, pipe, file or note that went through ctx.

use rusqlite::{Connection, params};

use super::outbox::install_deletion_triggers;
use super::{Store, StoredBlob, entry_life, index, session_summary_cache, usage};
use crate::error::{Context, Result};
use crate::sql::{ColumnCursor, FromColumns, ReadQueries, SqlConditions, WriteQueries, row_struct};
use ctx_model::EventsOfFinishedEntry;
use ctx_model::Scope;
use ctx_model::env::Env;
use ctx_model::id::EntryId;
use ctx_model::{CommandEndStatus, Finding};

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

/// Their names, and how they stand in a sentence.
const KINDS: [(EntryKind, &str, &str); 6] = [
    (EntryKind::Run, "run", "a run"),
    (EntryKind::Store, "store", "a stored text"),
    (EntryKind::File, "file", "a file"),
    (EntryKind::Note, "note", "a note"),
    (EntryKind::Doc, "doc", "a document"),
    (EntryKind::Import, "import", "a part of a transcript"),
];

impl EntryKind {
    /// As it stands in a sentence.
    pub fn name_with_article(self) -> &'static str {
        KINDS[self as usize].2
    }

    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }

    pub fn from_name_or_run(name: &str) -> EntryKind {
        KINDS.iter().find(|(_, own, _)| *own == name).map(|(kind, ..)| *kind).unwrap_or_default()
    }
}

impl FromColumns for EntryKind {
    fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<EntryKind> {
        Ok(EntryKind::from_name_or_run(&columns.read::<String>()?))
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
pub struct EntryOutcome {
    pub status: CommandEndStatus,
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
    pub feed: EventsOfFinishedEntry,
    /// The secret parts of its bytes: the rules by which they were found, and their places as they are kept.
    pub spans: Option<(i64, Vec<u8>)>,
}

row_struct! {
    #[derive(Clone, Debug)]
    pub struct Entry {
        pub row: i64,
        pub id: EntryId,
        pub kind: EntryKind,
        pub status: CommandEndStatus,
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
}

impl Entry {
    /// A name for people: its title, its command or its label.
    pub fn name(&self) -> &str {
        let named = [&self.title, &self.command, &self.label].into_iter().flatten().next();
        let unnamed = if self.kind == EntryKind::Store { "stdin" } else { self.kind.name() };
        named.map_or(unnamed, String::as_str)
    }
}

/// The columns of an `Entry`.
pub(super) const COLUMNS: &str = "e.id, e.ref, e.kind, e.state, e.owner, e.exit_code, e.signal, e.timed_out, e.command, e.argv, \
    e.label, e.title, e.cwd, e.project, e.branch, e.session, e.still_open, e.started_at, e.duration_ms, e.blob_id, e.raw_len, \
    e.lines, e.expired, e.pinned, (SELECT n.ref FROM entry n WHERE n.supersedes = e.id ORDER BY n.id DESC LIMIT 1), e.streams, \
    e.summary, e.agent, e.role, e.cut, e.stored_at IS NOT NULL";

/// So many of the last entries are looked at for jumps of the clock.
const LAST: i64 = 100;
/// Less than this between two entries is not a jump: they may have been stored in another order than they began.
const JUMP_MS: i64 = 3_600_000;

/// Newest first by their times; an entry of our own that seems to be later than one that came after it stands before that
/// one all the same.
fn sort_newest_first_despite_clock_jumps(mut entries: Vec<Entry>) -> Vec<Entry> {
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
    /// What holds of its entries, with `homeless` of those of no project.
    pub(crate) fn conditions(&self, homeless: bool) -> SqlConditions {
        let mut all = SqlConditions::default();
        all.add_if_given("e.session = ?", self.session.as_ref());
        // A column with a sign is not looked up in its index: one index is enough.
        let project = if self.session.is_some() { "+e.project = ?" } else { "e.project = ?" };
        all.add_if_given(project, self.project.as_ref());
        all.add_if_given("e.started_at >= ?", self.since.as_ref());
        all.add_if_given("e.started_at < ?", self.until.as_ref());
        all.add_if_given("e.kind = ?", self.kind.map(EntryKind::name).as_ref());
        let failed = format!("{FAILED} OR e.state = 'running'");
        let facts = [
            (homeless, "e.project IS NULL"),
            (self.commands, "e.command IS NOT NULL AND coalesce(e.role, 'result') = 'result'"),
            (self.no_documents, "e.kind <> 'doc'"),
            (self.failed, &failed),
        ];
        facts.iter().filter(|(holds, _)| *holds).for_each(|(_, fact)| all.add_fixed_condition(fact));
        all
    }
}

impl Store {
    /// The newest entry with these bytes.
    pub fn newest_entry_of_blob(&self, blob: i64) -> Result<Option<Entry>> {
        let sql = format!("SELECT {COLUMNS} FROM entry e WHERE e.blob_id = ?1 ORDER BY e.id DESC LIMIT 1");
        self.first(&sql, [blob])
    }

    pub fn has_label(&self, label: &str) -> Result<bool> {
        self.row("SELECT EXISTS (SELECT 1 FROM entry WHERE label = ?1)", [label])
    }

    /// The entry in this row as it stands now.
    pub fn entry_at_row(&self, row: i64) -> Result<Entry> {
        self.row(&format!("SELECT {COLUMNS} FROM entry e WHERE e.id = ?1"), [row])
    }

    /// Entries newest first by when they happened: imported ones stand where they belong. The order of our own is that in
    /// which they came, however the clock jumped meanwhile.
    pub fn list_history_entries(&self, filter: &HistoryFilter) -> Result<Vec<Entry>> {
        let mut entries = match (&filter.project, &filter.session, filter.limit) {
            (None, None, Some(limit)) => self.newest_across_projects(filter, limit)?,
            _ => self.select_history_entries(filter, filter.conditions(false), filter.limit)?,
        };
        if let Some(limit) = filter.limit {
            entries.extend(self.recent_entries_if_clock_jumped(filter)?);
            entries = sort_newest_first_despite_clock_jumps(entries);
            entries.truncate(limit as usize);
            return Ok(entries);
        }
        Ok(sort_newest_first_despite_clock_jumps(entries))
    }

    /// The entries of a filter among those that came last: a clock that went back puts them far down by their time.
    fn recent_entries_if_clock_jumped(&self, filter: &HistoryFilter) -> Result<Vec<Entry>> {
        let newest: Vec<(i64, i64)> =
            self.rows("SELECT id, started_at FROM entry ORDER BY id DESC LIMIT ?1", [LAST])?;
        // Without a jump, they are where they should be.
        match newest.last() {
            Some((oldest, _)) if newest.windows(2).any(|two| two[1].1 > two[0].1.saturating_add(JUMP_MS)) => {
                let mut conditions = filter.conditions(false);
                // By their numbers: no other index is looked at.
                conditions.sql = conditions.sql.replace(" (e.", " (+e.");
                conditions.add_if_given("e.id >= ?", Some(oldest));
                self.select_history_entries(filter, conditions, None)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The newest of all projects, by the index of each: a few out of many without reading them all.
    fn newest_across_projects(&self, filter: &HistoryFilter, limit: u32) -> Result<Vec<Entry>> {
        let mut entries = self.select_history_entries(filter, filter.conditions(true), filter.limit)?;
        for (project, _) in self.projects()? {
            let of_project = HistoryFilter { project: Some(project), ..filter.clone() };
            entries.extend(self.select_history_entries(filter, of_project.conditions(false), filter.limit)?);
        }
        entries.sort_by_key(|entry| std::cmp::Reverse((entry.started_at, entry.row)));
        entries.truncate(limit as usize);
        Ok(entries)
    }

    fn select_history_entries(
        &self,
        filter: &HistoryFilter,
        mut all: SqlConditions,
        limit: Option<u32>,
    ) -> Result<Vec<Entry>> {
        let limit = all.add_value(limit.map_or(-1, i64::from));
        let mut entries = select_newest_entries_where(&self.db, &all, &limit).context(self.describe_for_errors())?;
        // Those that run have not failed; those whose process is gone have.
        entries.retain(|entry| !filter.failed || entry.status != CommandEndStatus::Running);
        Ok(entries)
    }

    /// Entries of a project around one of them in time: `before` and `after` of them, oldest first.
    pub fn entries_around(&self, entry: &Entry, before: u32, after: u32) -> Result<Vec<Entry>> {
        let side = |compare: &str, order: &str, limit: u32| {
            let sql = format!(
                "SELECT {COLUMNS} FROM entry e WHERE e.project IS ?1 AND (e.started_at, e.id) {compare} (?2, ?3) \
                 ORDER BY e.started_at {order}, e.id {order} LIMIT ?4"
            );
            self.rows(&sql, params![entry.project, entry.started_at, entry.row, limit])
        };
        let mut entries: Vec<Entry> = side("<", "DESC", before)?;
        entries.reverse();
        entries.push(entry.clone());
        entries.append(&mut side(">", "ASC", after)?);
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
        self.rows(&sql, params![after, session, project, limit])
    }

    pub(super) fn delete_entry(db: &Connection, row: i64) -> rusqlite::Result<()> {
        install_deletion_triggers(db)?;
        db.execute("UPDATE entry SET supersedes = NULL WHERE supersedes = ?1", [row])?;
        db.execute("DELETE FROM finding WHERE entry_id = ?1", [row])?;
        index::drop_entry_from_index_except_bytes(db, row)?;
        usage::forget_uses_of_entry(db, row)?;
        db.execute("DELETE FROM event WHERE entry_id = ?1", [row])?;
        session_summary_cache::clear_session_summaries(db)?;
        db.execute("DELETE FROM entry WHERE id = ?1", [row])?;
        index::lower_progress_marks_to_last_row(db)
    }
}

/// Writes the row of an entry that is whole already, inside a transaction.
pub(super) fn insert_done_entry_row(db: &Connection, new: &NewEntry, stored: &StoredBlob) -> rusqlite::Result<i64> {
    let (row, _) = entry_life::insert_running_entry_row(db, new, EntryId::random_id())?;
    db.run(
        "UPDATE entry SET state = 'done', owner = NULL, blob_id = ?2, raw_len = ?3, lines = ?4 WHERE id = ?1",
        params![row, stored.blob, stored.raw_len, stored.lines],
    )?;
    Ok(row)
}

/// The newest entries under conditions over `entry e`, newest first.
pub(super) fn select_newest_entries_where(
    db: &Connection,
    all: &SqlConditions,
    limit: &str,
) -> rusqlite::Result<Vec<Entry>> {
    let order = "ORDER BY e.started_at DESC, e.id DESC";
    db.rows(&format!("SELECT {COLUMNS} FROM entry e WHERE {} {order} LIMIT {limit}", all.sql), all.params())
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
        assert_eq!(store.entry_at_row(row).unwrap().status, CommandEndStatus::Running);
        store.db.execute("UPDATE entry SET owner = 'gone/0/1/1'", []).unwrap();
        assert_eq!(store.entry_at_row(row).unwrap().status, CommandEndStatus::Interrupted);
        let finished = EntryOutcome { status: CommandEndStatus::Exit(2), ..EntryOutcome::default() };
        store.finish_entry(row, BlobWriter::new(row), b"out\n", &finished).unwrap();
        let entry = store.entry_at_row(row).unwrap();
        assert_eq!(entry.id, id);
        assert_eq!((entry.status, entry.lines, entry.raw_len), (CommandEndStatus::Exit(2), Some(1), Some(4)));
    }
}
