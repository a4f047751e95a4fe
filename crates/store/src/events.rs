//! Events and sessions: written with the entry they belong to, read for the brief and the report.

use rusqlite::{Connection, params};

use super::Store;
use super::outbox::install_deletion_triggers;
use super::settle::settle_errors_by_command;
use crate::error::Result;
use crate::sql::{ColumnCursor, FromColumns, ReadQueries, SqlConditions, WriteQueries, columns};
use ctx_model::EventsOfFinishedEntry;
use ctx_model::{EventCategory, SessionEvent, StoredEvent};

/// Events of one session; beyond that the least important and oldest go.
const MOST_IN_SESSION: i64 = 5000;

/// Counting stops here: beyond a thousand it makes no difference.
const COUNTED: u32 = 1_500;

/// Writes an event or, where it is there already, adds to it; true when it is new.
pub(super) fn record_or_count_event(db: &Connection, event: &SessionEvent) -> rusqlite::Result<bool> {
    Ok(upsert_event_adding_count(db, event, 1)? == Some(1))
}

/// Adds what is known now to an event that was counted when it happened; writes it where it is gone.
pub(super) fn update_event_without_counting(db: &Connection, event: &SessionEvent) -> rusqlite::Result<()> {
    upsert_event_adding_count(db, event, 0).map(drop)
}

/// Writes an event; one that is there already is counted `times` more. Returns how often it has happened.
fn upsert_event_adding_count(db: &Connection, event: &SessionEvent, times: u32) -> rusqlite::Result<Option<i64>> {
    // A failure after the resolution opens the error again; an older one does not.
    let conflict = format!(
        "UPDATE SET count = count + {times}, first_at = min(first_at, excluded.first_at), \
         text = CASE WHEN excluded.text <> '' AND excluded.at >= at THEN excluded.text ELSE text END, \
         entry_id = CASE WHEN excluded.at >= at THEN coalesce(excluded.entry_id, entry_id) \
                    ELSE coalesce(entry_id, excluded.entry_id) END, \
         branch = CASE WHEN excluded.at >= at THEN excluded.branch ELSE branch END, \
         closed_by = CASE WHEN excluded.at >= at AND excluded.closed_at IS NULL \
                     AND excluded.at >= coalesce(closed_at, 0) THEN NULL ELSE closed_by END, \
         closed_at = CASE WHEN excluded.at < at THEN closed_at \
                     WHEN excluded.closed_at IS NOT NULL THEN excluded.closed_at \
                     WHEN excluded.at >= coalesce(closed_at, 0) THEN NULL ELSE closed_at END, \
         at = max(at, excluded.at)"
    );
    insert_event_with_conflict_rule(db, event, (event.at, 1, None), &conflict)
}

/// Writes an event as it stood elsewhere; nothing where it is there already.
pub(super) fn insert_event_if_absent(
    db: &Connection,
    event: &SessionEvent,
    first_at: i64,
    count: u64,
    closed_by: Option<i64>,
) -> rusqlite::Result<bool> {
    Ok(insert_event_with_conflict_rule(db, event, (first_at, count, closed_by), "NOTHING")?.is_some())
}

/// How often it has happened; none where it is there already and nothing is done then.
fn insert_event_with_conflict_rule(
    db: &Connection,
    event: &SessionEvent,
    (first_at, count, closed_by): (i64, u64, Option<i64>),
    conflict: &str,
) -> rusqlite::Result<Option<i64>> {
    db.insert_returning(
        &format!("INSERT INTO event {{}} ON CONFLICT (session, category, key) DO {conflict} RETURNING count"),
        columns![
            session: event.session, category: event.category.name(), key: event.key, priority: event.category.priority(),
            text: event.text, at: event.at, project: event.project, branch: event.branch, entry_id: event.entry,
            closed_at: event.closed_at, first_at: first_at, count: count, closed_by: closed_by,
        ],
    )
}

/// Writes what an entry that ends adds: its events, and the resolution of errors that its command had before.
pub(super) fn write_events_and_settle_errors(
    db: &Connection,
    entry: i64,
    feed: &EventsOfFinishedEntry,
) -> rusqlite::Result<()> {
    for event in &feed.events {
        record_or_count_event(db, &SessionEvent { entry: Some(entry), ..event.clone() })?;
        // Counting at every insert would cost more than the insert.
        if db.last_insert_rowid() % 64 == 0 {
            limit_session_events(db, &event.session)?;
        }
    }
    if let Some((project, line)) = &feed.resolved {
        let at: i64 = db.row("SELECT started_at FROM entry WHERE id = ?1", [entry])?;
        settle_errors_by_command(db, project, line, at, Some(entry))?;
    }
    Ok(())
}

/// Drops the least important and oldest events of a session beyond its bound: never a pinned note, an open error, an open
/// task or the last prompt.
pub(super) fn limit_session_events(db: &Connection, session: &str) -> rusqlite::Result<()> {
    drop_excess_events(db, session, MOST_IN_SESSION)
}

fn drop_excess_events(db: &Connection, session: &str, most: i64) -> rusqlite::Result<()> {
    let count: i64 = db.row("SELECT count(*) FROM event WHERE session = ?1", [session])?;
    if count <= most {
        return Ok(());
    }
    install_deletion_triggers(db)?;
    db.execute(
        "DELETE FROM event WHERE id IN (SELECT v.id FROM event v LEFT JOIN entry e ON e.id = v.entry_id WHERE \
         v.session = ?1 AND NOT coalesce(e.pinned, 0) AND NOT (v.category IN ('error', 'task', 'bug') AND v.closed_at \
         IS NULL) AND v.id <> coalesce((SELECT id FROM event WHERE session = ?1 AND category = 'prompt' ORDER BY at \
         DESC, id DESC LIMIT 1), 0) ORDER BY v.priority DESC, v.at, v.id LIMIT ?2)",
        (session, count - most),
    )
    .map(drop)
}

const COLUMNS: &str = "v.category, v.key, v.text, v.at, v.first_at, v.count, v.session, v.project, v.branch, e.ref, \
    v.closed_at, c.ref, coalesce(e.pinned, 0), coalesce(e.role, e.kind)";
const JOINS: &str = "event v LEFT JOIN entry e ON e.id = v.entry_id LEFT JOIN entry c ON c.id = v.closed_by";

/// None for a category that a newer ctx made.
impl FromColumns for Option<StoredEvent> {
    fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<Option<StoredEvent>> {
        let Some(category) = EventCategory::from_name(&columns.read::<String>()?) else { return Ok(None) };
        Ok(Some(StoredEvent {
            category,
            key: columns.read()?,
            text: columns.read()?,
            at: columns.read()?,
            first_at: columns.read()?,
            count: columns.read()?,
            session: columns.read()?,
            project: columns.read()?,
            branch: columns.read()?,
            reference: columns.read()?,
            closed_at: columns.read()?,
            closed_by: columns.read()?,
            pinned: columns.read()?,
            role: columns.read()?,
        }))
    }
}

/// The event of this name.
pub(super) fn find_event(
    db: &Connection,
    session: &str,
    category: &str,
    key: &str,
) -> rusqlite::Result<Option<StoredEvent>> {
    let sql = format!("SELECT {COLUMNS} FROM {JOINS} WHERE v.session = ?1 AND v.category = ?2 AND v.key = ?3");
    Ok(db.first(&sql, (session, category, key))?.flatten())
}

/// Where events are looked for.
#[derive(Clone, Debug, Default)]
pub struct SessionEventFilter {
    pub session: Option<String>,
    pub project: Option<String>,
    pub branch: Option<String>,
    pub since: Option<i64>,
    /// Only what happened before this.
    pub until: Option<i64>,
}

impl SessionEventFilter {
    pub fn of_session(session: &str) -> SessionEventFilter {
        SessionEventFilter { session: Some(session.to_owned()), ..SessionEventFilter::default() }
    }

    /// What holds of rows of a table with this time. The optimiser needs to see which columns are asked for: with
    /// `?1 IS NULL OR …` it would use no index.
    pub(crate) fn conditions(&self, table: &str, time: &str) -> SqlConditions {
        let mut all = SqlConditions::default();
        let (place, name) =
            if self.session.is_some() { ("session", &self.session) } else { ("project", &self.project) };
        all.add_if_given(&format!("{table}.{place} = ?"), name.as_ref());
        all.add_if_given(&format!("{table}.branch = ?"), self.branch.as_ref());
        all.add_if_given(&format!("{table}.{time} >= ?"), self.since.as_ref());
        all.add_if_given(&format!("{table}.{time} < ?"), self.until.as_ref());
        all
    }

    fn category_conditions(&self, category: EventCategory, open: bool) -> SqlConditions {
        let mut all = self.conditions("v", "at");
        all.add_if_given("v.category = ?", Some(&category.name()));
        if open {
            all.add_fixed_condition("v.closed_at IS NULL");
        }
        all
    }
}

impl Store {
    /// Writes events that belong to no entry of their own transaction.
    pub fn record_or_count_events(&mut self, events: &[SessionEvent]) -> Result<()> {
        self.write_transaction(|db| events.iter().try_for_each(|event| record_or_count_event(db, event).map(drop)))
    }

    /// The newest events of a category, newest first; `open` leaves out what is done.
    pub fn newest_events(
        &self,
        within: &SessionEventFilter,
        category: EventCategory,
        open: bool,
        limit: u32,
    ) -> Result<Vec<StoredEvent>> {
        let mut all = within.category_conditions(category, open);
        let limit = all.add_value(limit);
        let order = "ORDER BY v.at DESC, v.id DESC";
        let sql = format!("SELECT {COLUMNS} FROM {JOINS} WHERE {} {order} LIMIT {limit}", all.sql);
        let found: Vec<Option<StoredEvent>> = self.rows(&sql, all.params())?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Events in the order they came, from the one after `after`, each with its row.
    pub fn events_after(
        &self,
        after: i64,
        session: Option<&str>,
        project: Option<&str>,
        limit: u32,
    ) -> Result<Vec<(i64, StoredEvent)>> {
        let sql = format!(
            "SELECT v.id, {COLUMNS} FROM {JOINS} WHERE v.id > ?1 AND (?2 IS NULL OR v.session = ?2) \
             AND (?3 IS NULL OR v.project = ?3) ORDER BY v.id LIMIT ?4"
        );
        let found: Vec<(i64, Option<StoredEvent>)> = self.rows(&sql, params![after, session, project, limit])?;
        Ok(found.into_iter().filter_map(|(row, event)| Some((row, event?))).collect())
    }

    /// How many events of a category there are, as far as anybody wants to know.
    pub fn count_events_up_to_cap(
        &self,
        within: &SessionEventFilter,
        category: EventCategory,
        open: bool,
    ) -> Result<u64> {
        let all = within.category_conditions(category, open);
        let sql = format!("SELECT count(*) FROM (SELECT 1 FROM event v WHERE {} LIMIT {COUNTED})", all.sql);
        self.row(&sql, all.params())
    }

    /// Closes the event that an entry stands for; false when it stands for none that is open.
    pub fn close_event_of_entry(&mut self, entry: i64, at: i64) -> Result<bool> {
        Ok(self.execute_in_transaction(
            "UPDATE event SET closed_at = ?2 WHERE entry_id = ?1 AND closed_at IS NULL \
             AND category IN ('task', 'bug', 'decision', 'note', 'error')",
            (entry, at),
        )? > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryKind, EntryOutcome, NewEntry};
    use super::*;

    fn event(category: EventCategory, key: &str, at: i64) -> SessionEvent {
        SessionEvent {
            category,
            key: key.into(),
            text: format!("{key} at {at}"),
            at,
            session: "s".into(),
            project: Some("/shop".into()),
            branch: None,
            entry: None,
            closed_at: None,
        }
    }

    fn texts(store: &Store, category: EventCategory, open: bool) -> Vec<String> {
        let within = SessionEventFilter { project: Some("/shop".into()), ..SessionEventFilter::default() };
        store.newest_events(&within, category, open, 100).unwrap().into_iter().map(|record| record.text).collect()
    }

    #[test]
    fn the_same_event_again_is_counted_and_keeps_its_newest_words() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let edit = |at| event(EventCategory::Edit, "src/a.rs", at);
        // Whatever the order they come in, the result is the same.
        store.record_or_count_events(&[edit(20), edit(10), edit(30)]).unwrap();
        let within = SessionEventFilter { session: Some("s".into()), ..SessionEventFilter::default() };
        let found = store.newest_events(&within, EventCategory::Edit, false, 9).unwrap();
        assert_eq!(found.len(), 1);
        let (count, first_at, at, text) = (found[0].count, found[0].first_at, found[0].at, found[0].text.as_str());
        assert_eq!((count, first_at, at, text), (3, 10, 30, "src/a.rs at 30"));
        assert_eq!(store.count_events_up_to_cap(&within, EventCategory::Edit, false).unwrap(), 1);
    }

    #[test]
    fn an_error_closes_and_opens_again() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let mut finish = |feed: EventsOfFinishedEntry, at: i64| {
            let (row, _) = store.begin_entry(&NewEntry { started_at: at, ..NewEntry::default() }).unwrap();
            store
                .finish_entry(row, BlobWriter::new(row), b"", &EntryOutcome { feed, ..EntryOutcome::default() })
                .unwrap();
            texts(&store, EventCategory::Error, true)
        };
        let failed =
            |at| EventsOfFinishedEntry { events: vec![event(EventCategory::Error, "npm test", at)], resolved: None };
        let passed = |key: &str| EventsOfFinishedEntry { events: vec![], resolved: Some(("/shop".into(), key.into())) };
        assert_eq!(finish(failed(1), 1), ["npm test at 1"]);
        assert_eq!(finish(passed("npm run"), 2), ["npm test at 1"]);
        assert!(finish(passed("npm test"), 3).is_empty());
        assert_eq!(finish(failed(4), 4), ["npm test at 4"]);
        assert!(finish(passed("npm test"), 5).is_empty());
        assert!(finish(failed(2), 6).is_empty(), "one from before the resolution changes nothing");
    }

    #[test]
    fn the_least_important_and_oldest_go_first() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let pinned = NewEntry { kind: EntryKind::Note, pinned: true, ..NewEntry::default() };
        let (row, _) = store.begin_entry(&pinned).unwrap();
        let note = SessionEvent { entry: Some(row), ..event(EventCategory::Note, "pinned", 0) };
        let mut events = vec![note, event(EventCategory::Error, "open", 1), event(EventCategory::Prompt, "last", 2)];
        events.extend((0..10).map(|n| event(EventCategory::Mcp, &format!("mcp{n}"), 10 + n)));
        events.extend((0..10).map(|n| event(EventCategory::Decision, &format!("decision{n}"), 10 + n)));
        store.record_or_count_events(&events).unwrap();
        store.write_transaction(|db| drop_excess_events(db, "s", 8)).unwrap();
        assert!(texts(&store, EventCategory::Mcp, false).is_empty());
        let decisions = texts(&store, EventCategory::Decision, false);
        assert_eq!((decisions.len(), decisions[0].as_str()), (5, "decision9 at 19"));
        store.write_transaction(|db| drop_excess_events(db, "s", 0)).unwrap();
        let left = [EventCategory::Note, EventCategory::Error, EventCategory::Prompt]
            .map(|category| texts(&store, category, false).len());
        assert_eq!((left, texts(&store, EventCategory::Decision, false).len()), ([1, 1, 1], 0));
    }
}
