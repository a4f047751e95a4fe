use super::super::{BlobWriter, EntryOutcome, NewEntry};
use super::*;
use crate::HubNewsItem;
use crate::sql::ReadQueries;
use ctx_model::{EventCategory, Scope, SessionEvent};

fn finish(store: &mut Store, project: &str) -> (i64, String) {
    let scope = Scope { project: project.into(), branch: None, session: "s".into() };
    let (row, id) = store.begin_entry(&NewEntry { scope: Some(scope), ..NewEntry::default() }).unwrap();
    store.finish_entry(row, BlobWriter::new(row), b"x\n", &EntryOutcome::default()).unwrap();
    (row, id.as_str().to_owned())
}

fn waiting(store: &Store) -> Vec<String> {
    let of = |changed: OutboxChange| match changed.thing {
        ChangedEntryOrEvent::Entry { reference } => reference,
        ChangedEntryOrEvent::Event { category, key, .. } => format!("{category}/{key}"),
    };
    store.unsent_changes(0, 100).unwrap().into_iter().map(of).collect()
}

#[test]
fn only_what_is_shared_waits_and_each_thing_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    let (_, before) = finish(&mut store, "/shop");
    finish(&mut store, "/other");
    assert!(waiting(&store).is_empty());
    assert_eq!(store.share_project("/shop", "git/shop").unwrap(), 1);
    let (row, after) = finish(&mut store, "/shop");
    finish(&mut store, "/other");
    assert_eq!(waiting(&store), [before.clone(), after.clone()]);
    let read = store.unsent_changes(0, 100).unwrap();
    // A row that changes while it is sent is sent again.
    store.write_transaction(|db| db.execute("UPDATE entry SET pinned = 1 WHERE id = ?1", [row])).unwrap();
    store.mark_changes_sent(&read.iter().map(|changed| changed.id).collect::<Vec<_>>()).unwrap();
    assert_eq!(waiting(&store), std::slice::from_ref(&after));
    store.forget_entries(&[row]).unwrap();
    assert_eq!(waiting(&store), [after]);
    assert!(store.unshare_project("/shop").unwrap() && waiting(&store).is_empty());
}

#[test]
fn a_deletion_that_nobody_noted_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    finish(&mut store, "/other");
    store.write_transaction(|db| db.execute("DELETE FROM entry", [])).unwrap();
    let (row, reference) = finish(&mut store, "/other");
    store.share_project("/shop", "shop").unwrap();
    assert!(store.write_transaction(|db| db.execute("DELETE FROM entry", [])).is_err());
    assert_eq!(store.entry_with_ref(&reference).unwrap().map(|entry| entry.row), Some(row));
    store.forget_entries(&[row]).unwrap();
    assert!(waiting(&store).is_empty() && store.entry_with_ref(&reference).unwrap().is_none());
    let made = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('entry', 'event')";
    assert_eq!(store.with_connection(|db| db.query_row(made, [], |row| row.get::<_, i64>(0))).unwrap(), 0);
}

#[test]
fn no_number_is_given_twice() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    store.share_project("/shop", "shop").unwrap();
    let mut greatest = 0;
    let ids = |store: &Store| -> Vec<i64> {
        let all = store.unsent_changes(0, 100).unwrap();
        all.iter().flat_map(|one| one.earlier.iter().copied().chain([one.id])).collect()
    };
    for round in 0..3 {
        let (row, _) = finish(&mut store, "/shop");
        store.write_transaction(|db| db.execute("UPDATE entry SET pinned = 1 WHERE id = ?1", [row])).unwrap();
        // Twice in the log, once to be sent, and both go with it.
        assert_eq!((waiting(&store).len(), store.unsent_count().unwrap(), ids(&store).len()), (1, 1, 2), "{round}");
        assert!(ids(&store).iter().all(|id| *id > greatest));
        greatest = *ids(&store).iter().max().unwrap();
        match round {
            1 => assert!(store.unshare_project("/shop").unwrap()),
            _ => store.mark_changes_sent(&ids(&store)).unwrap(),
        }
        assert!(!store.has_unsent_changes().unwrap() && waiting(&store).is_empty());
        let rows =
            store.with_connection(|db| db.query_row("SELECT count(*) FROM outbox", [], |row| row.get::<_, i64>(0)));
        assert_eq!(rows.unwrap(), 1);
        // Sharing again names what is there; twice, no more.
        if round == 1 {
            assert_eq!(
                (store.share_project("/shop", "shop").unwrap(), store.share_project("/shop", "shop").unwrap()),
                (2, 0)
            );
            store.mark_changes_sent(&ids(&store)).unwrap();
        }
    }
}

#[test]
fn what_waited_before_the_log_goes_on_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    store.share_project("/shop", "shop").unwrap();
    let (_, reference) = finish(&mut store, "/shop");
    store
        .write_transaction(|db| {
            db.execute_batch(
                "DROP TABLE folded; DROP TABLE fold_rule; DROP TABLE day_of_use; DROP INDEX entry_expires; DROP INDEX blob_unfinished; DROP INDEX indexed_blob_uncovered; DROP TABLE standing; DROP TABLE spent; ALTER TABLE entry DROP COLUMN failed; DROP TABLE hub_trust; ALTER TABLE entry DROP COLUMN cut; ALTER TABLE page DROP COLUMN private; \
                 DROP TABLE outbox; CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, \
                 project TEXT NOT NULL, key TEXT NOT NULL, UNIQUE (kind, project, key)); \
                 INSERT INTO outbox SELECT 41, 'entry', project, ref FROM entry; INSERT INTO outbox VALUES (70, 'entry', 'x', 'y'); \
                 DELETE FROM outbox WHERE id = 70; \
                 CREATE TRIGGER outbox_entry_gone AFTER DELETE ON entry BEGIN SELECT 1; END; DELETE FROM migration WHERE number >= 13; PRAGMA user_version = 12",
            )
        })
        .unwrap();
    drop(store);
    let mut store = Store::open(dir.path()).unwrap();
    assert_eq!(waiting(&store), [reference]);
    finish(&mut store, "/shop");
    let ids: Vec<i64> = store.unsent_changes(0, 9).unwrap().iter().map(|one| one.id).collect();
    assert!(ids.len() == 2 && ids[0] == 41 && ids[1] > 70, "{ids:?}");
}

#[test]
fn events_wait_by_their_name() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    store.share_project("/shop", "shop").unwrap();
    let event = |category, key: &str| SessionEvent {
        category,
        key: key.into(),
        text: "t".into(),
        at: 1,
        session: "s".into(),
        project: Some("/shop".into()),
        branch: None,
        entry: None,
        closed_at: None,
    };
    store
        .record_or_count_events(&[
            event(EventCategory::Decision, "a\"b"),
            event(EventCategory::Read, "x"),
            event(EventCategory::Decision, "a\"b"),
        ])
        .unwrap();
    assert_eq!(waiting(&store), ["decision/a\"b"]);
    assert_eq!(store.find_event_by_key("s", "decision", "a\"b").unwrap().unwrap().count, 2);
}

#[test]
fn only_news_of_trusted_machines_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    let one = |id: &str, name: &str| HubNewsItem {
        origin: id.into(),
        name: name.into(),
        text: "decided: \"x\"".into(),
        reference: None,
        at: 1,
    };
    // The same name, another machine: it came after the first had left.
    store.replace_hub_news("/shop", &[one("a", "ci"), one("b", "ci"), one("c", "laptop")]).unwrap();
    assert!(store.trusted_hub_news("/shop").unwrap().is_empty());
    assert_eq!(store.undecided_machines().unwrap().len(), 3);
    store.set_machine_trust("a", "ci", true, 1).unwrap();
    store.set_machine_trust("c", "laptop", false, 1).unwrap();
    assert_eq!(store.trusted_hub_news("/shop").unwrap(), [one("a", "ci")]);
    assert_eq!(store.undecided_machines().unwrap(), [("ci".to_owned(), "b".to_owned())]);
    store.leave_hub().unwrap();
    assert!(store.trusted_machines().unwrap().is_empty());
}

#[test]
fn who_we_are_is_drawn_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    let first = store.ensure_hub_identity().unwrap();
    assert_eq!((first.origin.len(), first.key.len()), (32, 64));
    assert_eq!(store.ensure_hub_identity().unwrap(), first);
    store.leave_hub().unwrap();
    assert_ne!(store.ensure_hub_identity().unwrap().origin, first.origin);
}
