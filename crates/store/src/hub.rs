//! The local side of a hub: shared projects, changes that wait to be sent, our identity there.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use rusqlite::{Connection, params};

use super::entries::COLUMNS;
use super::outbox::fill_in_shared_category_names;
use super::{Entry, Store, events};
use crate::error::Result;
use crate::sql::{ReadQueries, read_meta, row_struct, write_meta};
use ctx_model::StoredEvent;

/// Something that changed in a shared project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxChange {
    pub id: i64,
    /// Numbers of earlier changes of the same thing.
    pub earlier: Vec<i64>,
    pub project: String,
    pub thing: ChangedEntryOrEvent,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChangedEntryOrEvent {
    Entry { reference: String },
    Event { session: String, category: String, key: String },
}

row_struct! {
    /// Who this store is on a hub, and how the last attempt went.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct HubIdentityAndLastAttempts {
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
}

/// The rows of `meta` that hold a `HubIdentityAndLastAttempts`.
const STATE: &str = "SELECT coalesce(max(value) FILTER (WHERE key = 'hub_origin'), ''), \
    coalesce(max(value) FILTER (WHERE key = 'hub_key'), ''), max(value) FILTER (WHERE key = 'hub_name'), \
    max(value) FILTER (WHERE key = 'hub_synced_at'), max(value) FILTER (WHERE key = 'hub_error'), \
    max(value) FILTER (WHERE key = 'hub_failed_at'), coalesce(max(value) FILTER (WHERE key = 'hub_tries'), 0), \
    coalesce(max(value) FILTER (WHERE key = 'hub_next_at'), 0) FROM meta WHERE key GLOB 'hub_*'";

/// The rules of masking under which the last changes were sent.
const MASKS: &str = "hub_masks";

/// Takes changes out of the log. The very last row stays and waits for nothing: the next one gets a greater number.
fn delete_from_outbox(db: &Connection, ids: &[i64]) -> rusqlite::Result<()> {
    let last: Option<i64> = db.row("SELECT max(id) FROM outbox", [])?;
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
        self.rows("SELECT project, name FROM hub_project ORDER BY project", [])
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
            let events = fill_in_shared_category_names(
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
            let ids: Vec<i64> = db.rows("SELECT id FROM outbox WHERE project = ?1", [project])?;
            delete_from_outbox(db, &ids)?;
            db.execute("DELETE FROM hub_news WHERE project = ?1", [project])?;
            Ok(db.execute("DELETE FROM hub_project WHERE project = ?1", [project])? > 0)
        })
    }

    /// Changes that were not sent yet, in order; of the same thing, if several were read, the last.
    pub fn unsent_changes(&self, after: i64, limit: u32) -> Result<Vec<OutboxChange>> {
        let rows: Vec<(i64, String, String, String)> = self.rows(
            "SELECT id, project, kind, key FROM outbox WHERE id > ?1 AND kind <> 'sent' ORDER BY id LIMIT ?2",
            (after, limit),
        )?;
        let mut place: HashMap<(String, ChangedEntryOrEvent), usize> = HashMap::new();
        let mut changes: Vec<OutboxChange> = Vec::with_capacity(rows.len());
        for (id, project, kind, key) in rows.into_iter().rev() {
            let thing = if kind == "entry" {
                ChangedEntryOrEvent::Entry { reference: key }
            } else {
                let [session, category, key] = serde_json::from_str(&key).unwrap_or_default();
                ChangedEntryOrEvent::Event { session, category, key }
            };
            match place.entry((project.clone(), thing.clone())) {
                Slot::Occupied(at) => changes[*at.get()].earlier.push(id),
                Slot::Vacant(new) => {
                    new.insert(changes.len());
                    changes.push(OutboxChange { id, earlier: Vec::new(), project, thing });
                }
            }
        }
        changes.reverse();
        Ok(changes)
    }

    /// Whether something waits to be sent.
    pub fn has_unsent_changes(&self) -> Result<bool> {
        self.row("SELECT EXISTS (SELECT 1 FROM outbox WHERE kind <> 'sent')", [])
    }

    /// How much waits to be sent.
    pub fn unsent_count(&self) -> Result<u64> {
        let count = "SELECT count(*) FROM (SELECT DISTINCT kind, project, key FROM outbox WHERE kind <> 'sent')";
        self.row(count, [])
    }

    /// These were sent. What changed again meanwhile has another number and stays.
    pub fn mark_changes_sent(&mut self, ids: &[i64]) -> Result<()> {
        self.write_transaction(|db| delete_from_outbox(db, ids))
    }

    /// Who we are on a hub; drawn at the first time.
    pub fn ensure_hub_identity(&mut self) -> Result<HubIdentityAndLastAttempts> {
        let state = self.hub_identity_and_sync_state()?;
        if !state.origin.is_empty() {
            return Ok(state);
        }
        self.write_transaction(|db| {
            // Two at once agree on the first.
            db.execute("INSERT OR IGNORE INTO meta VALUES ('hub_origin', lower(hex(randomblob(16))))", [])?;
            db.execute("INSERT OR IGNORE INTO meta VALUES ('hub_key', lower(hex(randomblob(32))))", []).map(drop)
        })?;
        self.hub_identity_and_sync_state()
    }

    pub fn hub_identity_and_sync_state(&self) -> Result<HubIdentityAndLastAttempts> {
        self.row(STATE, [])
    }

    /// Keeps what changes of it: the name and how the last attempt went.
    pub fn save_machine_name_and_sync_result(&mut self, state: &HubIdentityAndLastAttempts) -> Result<()> {
        let HubIdentityAndLastAttempts { name, synced_at, error, failed_at, tries, next_at, .. } = state;
        self.write_transaction(|db| {
            db.execute(
                "DELETE FROM meta WHERE key IN ('hub_name', 'hub_synced_at', 'hub_error', 'hub_failed_at')",
                [],
            )?;
            db.execute(
                "INSERT OR REPLACE INTO meta SELECT * FROM (VALUES ('hub_name', ?1), ('hub_synced_at', ?2), \
                 ('hub_error', ?3), ('hub_failed_at', ?4), ('hub_tries', ?5), ('hub_next_at', ?6)) \
                 WHERE column2 IS NOT NULL",
                params![name, synced_at, error, failed_at, tries, next_at],
            )
            .map(drop)
        })
    }

    /// Forgets who we were: the next hub meets a stranger.
    pub fn leave_hub(&mut self) -> Result<()> {
        let all = "DELETE FROM outbox; DELETE FROM hub_project; DELETE FROM hub_news; DELETE FROM hub_trust; \
            DELETE FROM meta WHERE key GLOB 'hub_*';";
        self.write_transaction(|db| db.execute_batch(all))
    }

    /// Everything of the shared projects is to be sent again, for a hub that has none of it.
    pub fn queue_all_for_resend(&mut self) -> Result<()> {
        for (project, name) in self.shared_projects()? {
            self.share_project(&project, &name)?;
        }
        Ok(())
    }

    /// What was sent under other rules of masking than these is to be sent again.
    pub fn queue_resend_if_mask_rules_changed(&mut self, rules: i64) -> Result<()> {
        let before: Option<i64> = self.with_connection(|db| read_meta(db, MASKS))?;
        if before == Some(rules) {
            return Ok(());
        }
        if self.hub_identity_and_sync_state()?.synced_at.is_some() {
            self.queue_all_for_resend()?;
        }
        self.write_transaction(|db| write_meta(db, MASKS, rules))
    }

    /// The entry with this very reference.
    pub fn entry_with_ref(&self, reference: &str) -> Result<Option<Entry>> {
        self.first(&format!("SELECT {COLUMNS} FROM entry e WHERE e.ref = ?1"), [reference])
    }

    /// The reader of an entry, and the reference of what it supersedes.
    pub fn reader_name_and_superseded_ref(&self, row: i64) -> Result<(Option<String>, Option<String>)> {
        self.row("SELECT e.reader, o.ref FROM entry e LEFT JOIN entry o ON o.id = e.supersedes WHERE e.id = ?1", [row])
    }

    pub fn find_event_by_key(&self, session: &str, category: &str, key: &str) -> Result<Option<StoredEvent>> {
        self.with_connection(|db| events::find_event(db, session, category, key))
    }
}

#[cfg(test)]
mod tests;
