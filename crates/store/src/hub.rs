//! The local side of a hub: shared projects, changes that wait to be sent, our identity there.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use rusqlite::{Connection, params};

use super::entries::{COLUMNS, entry_from_row};
use super::outbox::fill_in_category_names;
use super::{Entry, Store, events};
use crate::error::Result;
use crate::sql::{Statements, tuple_from_row};
use ctx_model::StoredEvent;

/// Something that changed in a shared project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxChange {
    pub id: i64,
    /// Numbers of earlier changes of the same thing.
    pub earlier: Vec<i64>,
    pub project: String,
    pub thing: ChangedThing,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChangedThing {
    Entry { reference: String },
    Event { session: String, category: String, key: String },
}

/// Who this store is on a hub, and how the last attempt went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HubState {
    /// 32 hexadecimal digits, drawn once.
    pub origin: String,
    /// The secret that proves that rows of this origin are ours; 64 hexadecimal digits.
    pub key: String,
    pub name: Option<String>,
    pub synced_at: Option<i64>,
    pub error: Option<String>,
    pub failed_at: Option<i64>,
    pub tries: i64,
    pub next_at: i64,
}

// Names of the rows in `meta` that hold a `HubState`.
const ORIGIN: &str = "hub_origin";
const KEY: &str = "hub_key";
const NAME: &str = "hub_name";
const SYNCED_AT: &str = "hub_synced_at";
const ERROR: &str = "hub_error";
const FAILED_AT: &str = "hub_failed_at";
const TRIES: &str = "hub_tries";
const NEXT_AT: &str = "hub_next_at";
const KEYS: [&str; 8] = [ORIGIN, KEY, NAME, SYNCED_AT, ERROR, FAILED_AT, TRIES, NEXT_AT];

fn read_meta<T: rusqlite::types::FromSql>(db: &Connection, key: &str) -> rusqlite::Result<Option<T>> {
    db.first_value("SELECT value FROM meta WHERE key = ?1", [key])
}

/// The rules of masking under which the last changes were sent.
const MASKS: &str = "hub_masks";

/// Takes changes out of the log. The very last row stays and waits for nothing: the next one gets a greater number.
fn delete_from_outbox(db: &Connection, ids: &[i64]) -> rusqlite::Result<()> {
    let last: Option<i64> = db.value("SELECT max(id) FROM outbox", [])?;
    let mut delete = db.prepare_cached("DELETE FROM outbox WHERE id = ?1")?;
    for id in ids.iter().filter(|id| Some(**id) != last) {
        delete.execute([id])?;
    }
    if let Some(last) = last.filter(|last| ids.contains(last)) {
        db.execute("DELETE FROM outbox WHERE kind = 'sent'", [])?;
        db.execute("UPDATE outbox SET kind = 'sent', project = '', key = '' WHERE id = ?1", [last])?;
    }
    Ok(())
}

impl Store {
    /// Projects that may leave, and what they are called elsewhere.
    pub fn shared_projects(&self) -> Result<Vec<(String, String)>> {
        self.rows("SELECT project, name FROM hub_project ORDER BY project", [], tuple_from_row)
    }

    /// Lets a project leave, with all that is there of it already; how much that is.
    pub fn share_project(&mut self, project: &str, name: &str) -> Result<u64> {
        self.write_transaction(|db| {
            db.execute("INSERT OR REPLACE INTO hub_project VALUES (?1, ?2)", (project, name))?;
            let entries = db.execute(
                "INSERT INTO outbox (kind, project, key) SELECT 'entry', project, ref FROM entry \
                 WHERE project = ?1 AND state = 'done' AND kind NOT IN ('doc', 'file') \
                 AND ref NOT IN (SELECT key FROM outbox WHERE kind = 'entry' AND project = ?1) ORDER BY id",
                [project],
            )?;
            let events = fill_in_category_names(
                "INSERT INTO outbox (kind, project, key) SELECT 'event', project, json_array(session, category, key) \
                 FROM event WHERE project = ?1 AND category IN ({categories}) AND json_array(session, category, key) \
                 NOT IN (SELECT key FROM outbox WHERE kind = 'event' AND project = ?1) ORDER BY id",
            );
            db.execute(&events, [project])?;
            Ok(entries as u64)
        })
    }

    /// Nothing of the project leaves from now on; false where it was not shared.
    pub fn unshare_project(&mut self, project: &str) -> Result<bool> {
        self.write_transaction(|db| {
            let ids: Vec<i64> = db.rows("SELECT id FROM outbox WHERE project = ?1", [project], |row| row.get(0))?;
            delete_from_outbox(db, &ids)?;
            db.execute("DELETE FROM hub_news WHERE project = ?1", [project])?;
            Ok(db.execute("DELETE FROM hub_project WHERE project = ?1", [project])? > 0)
        })
    }

    /// Changes that were not sent yet, in order; of the same thing, if several were read, the last.
    pub fn unsent_changes(&self, after: i64, limit: u32) -> Result<Vec<OutboxChange>> {
        self.with_connection(|db| {
            let mut select = db.prepare_cached(
                "SELECT id, project, kind, key FROM outbox WHERE id > ?1 AND kind <> 'sent' ORDER BY id LIMIT ?2",
            )?;
            let rows = select.query_map((after, limit), |row| {
                let key: String = row.get(3)?;
                let thing = match row.get_ref(2)?.as_str()? {
                    "entry" => ChangedThing::Entry { reference: key },
                    _ => {
                        let [session, category, key] = serde_json::from_str(&key).unwrap_or_default();
                        ChangedThing::Event { session, category, key }
                    }
                };
                Ok(OutboxChange { id: row.get(0)?, earlier: Vec::new(), project: row.get(1)?, thing })
            })?;
            let rows: Vec<OutboxChange> = rows.collect::<rusqlite::Result<_>>()?;
            let mut place: HashMap<(String, ChangedThing), usize> = HashMap::new();
            let mut changes: Vec<OutboxChange> = Vec::with_capacity(rows.len());
            for change in rows.into_iter().rev() {
                match place.entry((change.project.clone(), change.thing.clone())) {
                    Slot::Occupied(at) => changes[*at.get()].earlier.push(change.id),
                    Slot::Vacant(new) => {
                        new.insert(changes.len());
                        changes.push(change);
                    }
                }
            }
            changes.reverse();
            Ok(changes)
        })
    }

    /// Whether something waits to be sent.
    pub fn has_unsent_changes(&self) -> Result<bool> {
        self.value("SELECT EXISTS (SELECT 1 FROM outbox WHERE kind <> 'sent')", [])
    }

    /// How much waits to be sent.
    pub fn unsent_count(&self) -> Result<u64> {
        let count = "SELECT count(*) FROM (SELECT DISTINCT kind, project, key FROM outbox WHERE kind <> 'sent')";
        self.value(count, [])
    }

    /// When the hub may be tried again.
    pub fn next_hub_attempt_at(&self) -> Result<i64> {
        self.with_connection(|db| Ok(read_meta(db, NEXT_AT)?.unwrap_or(0)))
    }

    /// These were sent. What changed again meanwhile has another number and stays.
    pub fn mark_changes_sent(&mut self, ids: &[i64]) -> Result<()> {
        self.write_transaction(|db| delete_from_outbox(db, ids))
    }

    /// Who we are on a hub; drawn at the first time.
    pub fn ensure_hub_identity(&mut self) -> Result<HubState> {
        let state = self.hub_state()?;
        if !state.origin.is_empty() {
            return Ok(state);
        }
        self.write_transaction(|db| {
            // Two at once agree on the first.
            db.execute("INSERT OR IGNORE INTO meta VALUES ('hub_origin', lower(hex(randomblob(16))))", [])?;
            db.execute("INSERT OR IGNORE INTO meta VALUES ('hub_key', lower(hex(randomblob(32))))", []).map(drop)
        })?;
        self.hub_state()
    }

    pub fn hub_state(&self) -> Result<HubState> {
        self.with_connection(|db| {
            Ok(HubState {
                origin: read_meta(db, ORIGIN)?.unwrap_or_default(),
                key: read_meta(db, KEY)?.unwrap_or_default(),
                name: read_meta(db, NAME)?,
                synced_at: read_meta(db, SYNCED_AT)?,
                error: read_meta(db, ERROR)?,
                failed_at: read_meta(db, FAILED_AT)?,
                tries: read_meta(db, TRIES)?.unwrap_or(0),
                next_at: read_meta(db, NEXT_AT)?.unwrap_or(0),
            })
        })
    }

    /// Keeps what changes of it: the name and how the last attempt went.
    pub fn set_hub_state(&mut self, state: &HubState) -> Result<()> {
        self.write_transaction(|db| {
            let set = |key: &str, value: Option<&dyn rusqlite::ToSql>| match value {
                Some(value) => db.execute("INSERT OR REPLACE INTO meta VALUES (?1, ?2)", params![key, value]),
                None => db.execute("DELETE FROM meta WHERE key = ?1", [key]),
            };
            set(NAME, state.name.as_ref().map(|value| value as _))?;
            set(SYNCED_AT, state.synced_at.as_ref().map(|value| value as _))?;
            set(ERROR, state.error.as_ref().map(|value| value as _))?;
            set(FAILED_AT, state.failed_at.as_ref().map(|value| value as _))?;
            set(TRIES, Some(&state.tries))?;
            set(NEXT_AT, Some(&state.next_at)).map(drop)
        })
    }

    /// Forgets who we were: the next hub meets a stranger.
    pub fn leave_hub(&mut self) -> Result<()> {
        self.write_transaction(|db| {
            for key in KEYS {
                db.execute("DELETE FROM meta WHERE key = ?1", [key])?;
            }
            db.execute_batch(
                "DELETE FROM outbox; DELETE FROM hub_project; DELETE FROM hub_news; DELETE FROM hub_trust; \
                 DELETE FROM meta WHERE key = 'hub_masks';",
            )
        })
    }

    /// Everything of the shared projects is to be sent again, for a hub that has none of it.
    pub fn queue_all_for_resend(&mut self) -> Result<()> {
        for (project, name) in self.shared_projects()? {
            self.share_project(&project, &name)?;
        }
        Ok(())
    }

    /// What was sent under other rules of masking than these is to be sent again.
    pub fn resend_if_rules_changed(&mut self, rules: i64) -> Result<()> {
        let before: Option<i64> = self.with_connection(|db| read_meta(db, MASKS))?;
        if before == Some(rules) {
            return Ok(());
        }
        if self.hub_state()?.synced_at.is_some() {
            self.queue_all_for_resend()?;
        }
        self.execute_in_transaction("INSERT OR REPLACE INTO meta VALUES (?1, ?2)", params![MASKS, rules]).map(drop)
    }

    /// The entry with this very reference.
    pub fn entry_with_ref(&self, reference: &str) -> Result<Option<Entry>> {
        self.first(&format!("SELECT {COLUMNS} FROM entry e WHERE e.ref = ?1"), [reference], entry_from_row)
    }

    /// The reader of an entry, and the reference of what it supersedes.
    pub fn reader_name_and_superseded_ref(&self, row: i64) -> Result<(Option<String>, Option<String>)> {
        self.row(
            "SELECT e.reader, o.ref FROM entry e LEFT JOIN entry o ON o.id = e.supersedes WHERE e.id = ?1",
            [row],
            tuple_from_row,
        )
    }

    pub fn find_event_by_key(&self, session: &str, category: &str, key: &str) -> Result<Option<StoredEvent>> {
        self.with_connection(|db| events::find_event(db, session, category, key))
    }
}

#[cfg(test)]
mod tests;
