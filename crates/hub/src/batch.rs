//! The changes that go to one project in one transaction: read from the store, masked, and written as rows.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::json;

use super::event_masking::mask_event_text;
use super::page::{self, PagePacker, group_into_pages};
use super::project;
use super::row_formats::{self, CopyBinaryRows, JsonRows, render_tsvector};
use ctx_model::{Result, StatusColumns, findings_json};
use ctx_search::for_hub::{self, NameTermExtractor, TextParts};
use ctx_search::word_numbers::WordHasherAndCounter;
use ctx_secrets::Masker;
use ctx_store::{ChangedEntryOrEvent, Entry, OutboxChange, Store, WordSectionCount};
use ctx_text::{collapse_name_to_line, truncate_at_char_boundary};

/// Of a larger output, so much travels.
const MOST: usize = 64 << 20;

/// No single field of a row is longer.
const FIELD: usize = 256 << 10;
const BRANCH: usize = 500;

/// A name that is shown on one line.
fn mask_branch_name(masker: &Masker, name: &str) -> String {
    truncate_at_char_boundary(&collapse_name_to_line(&masker.for_masked_text().mask_text(name)), BRANCH).to_owned()
}

/// A session as a part of a key. It may be named after a branch, and a branch after anything.
fn masked_session_key(masker: &Masker, session: &str) -> String {
    row_formats::shorten_to_key(&masker.for_masked_text().mask_text(session))
}

/// Whose rows they are.
#[derive(Clone, Debug, Default)]
pub struct ProjectAndOrigin {
    /// The project as it is called here, its name and its key there.
    pub local: String,
    pub name: String,
    pub key: String,
    pub team: String,
    pub origin: String,
}

#[derive(Default)]
pub struct PushBatch {
    pub place: ProjectAndOrigin,
    /// Numbers of the changes, to be marked as sent.
    pub sent: Vec<i64>,
    pub gone: Vec<String>,
    /// Session, category and key of events that are no more.
    pub events_gone: Vec<(String, String, String)>,
    pub texts: BTreeMap<[u8; 32], PushedText>,
    pub entries: Vec<Entry>,
    pub events: u64,
    pub bytes: usize,
    pub rows: TableRows,
    pub counted: HashMap<String, WordSectionCount>,
}

pub struct PushedText {
    pub(super) parts: TextParts,
    /// The sum of each page.
    sums: Vec<u8>,
    at: i64,
}

/// Rows of each table.
#[derive(Default)]
pub struct TableRows {
    pub blobs: JsonRows,
    pub sections: CopyBinaryRows,
    pub entries: JsonRows,
    pub events: JsonRows,
}

/// Reads what changed, one thing after the other.
pub struct PushBatchFiller<'a> {
    pub store: &'a Store,
    pub masker: &'a Masker,
    pub names: &'a mut NameTermExtractor,
    /// Texts that are on their way already, by project.
    pub carried: &'a mut HashSet<(String, [u8; 32])>,
}

impl PushBatchFiller<'_> {
    /// Looks what became of something that changed.
    pub fn add_change_to_batch(&mut self, batch: &mut PushBatch, change: OutboxChange) -> Result<()> {
        batch.sent.extend(change.earlier.iter().copied().chain([change.id]));
        match change.thing {
            ChangedEntryOrEvent::Entry { reference } => match self.store.entry_with_ref(&reference)? {
                Some(entry) => self.add_entry_rows(batch, change.id, entry),
                None => {
                    batch.gone.push(reference);
                    Ok(())
                }
            },
            ChangedEntryOrEvent::Event { session, category, key } => {
                self.add_event_row(batch, change.id, session, category, key)
            }
        }
    }

    fn add_entry_rows(&mut self, batch: &mut PushBatch, stamp: i64, entry: Entry) -> Result<()> {
        let (store, masker) = (self.store, self.masker);
        let parts = match for_hub::split_masked_entry_text_into_parts(store, &entry, masker, MOST) {
            // Damaged text stays here; the entry itself is sent.
            Err(error) if error.is_damage() => None,
            other => other?,
        };
        let (reader, supersedes) = store.reader_name_and_superseded_ref(entry.row)?;
        let findings = store.findings(entry.row)?;
        let findings = (!findings.is_empty()).then(|| findings_json(&findings).to_string());
        let findings = findings.filter(|json| json.len() <= FIELD);
        let name = [&entry.title, &entry.command, &entry.label].into_iter().flatten();
        let name =
            masker.without_state().mask_text(&name.map(String::as_str).collect::<Vec<_>>().join(" · ")).into_owned();
        let words = self.names.words_and_codes(&name);
        let lines = parts.as_ref().map(|parts| parts.lines);
        let hash = parts.map(|mut parts| {
            parts.parts = page::split_long_parts(parts.parts);
            let sums = page::page_hashes(&parts.parts);
            let hash = page::text_name_from_page_hashes(&sums);
            batch.bytes += parts.bytes;
            if self.carried.insert((batch.place.key.clone(), hash)) {
                batch.texts.insert(hash, PushedText { parts, sums, at: entry.started_at });
            }
            hash
        });
        let ProjectAndOrigin { local, key, team, origin, .. } = &batch.place;
        let below = |path: &str| match path.strip_prefix(local.as_str()) {
            Some(rest) => rest.trim_start_matches('/').to_owned(),
            None => String::new(),
        };
        let hide = |text: &Option<String>| {
            text.as_deref()
                .map(|text| truncate_at_char_boundary(&masker.without_state().mask_text(text), FIELD).to_owned())
        };
        let argv: Vec<String> =
            entry.argv.iter().map(|word| masker.without_state().mask_text(word).into_owned()).collect();
        let argv = (!argv.is_empty()).then(|| serde_json::to_string(&argv).unwrap_or_default());
        let argv = argv.filter(|json| json.len() <= FIELD);
        let StatusColumns { exit_code, signal, timed_out } = entry.status.to_columns();
        batch.rows.entries.push(json!({
            "project": key, "team": team, "origin": origin, "ref": entry.id.as_str(), "stamp": stamp,
            "kind": entry.kind.name(), "command": hide(&entry.command), "argv": argv, "label": hide(&entry.label),
            "title": hide(&entry.title), "dir": entry.cwd.as_deref().map(below),
            "branch": entry.branch.as_deref().map(|branch| mask_branch_name(masker, branch)),
            "session": entry.session.as_deref().map(|session| masked_session_key(masker, session)),
            "exit_code": exit_code, "signal": signal, "timed_out": timed_out, "started_at": entry.started_at,
            "duration_ms": entry.duration_ms, "hash": hash.as_ref().map(|hash| row_formats::bytes_json(hash)),
            "raw_len": entry.raw_len, "lines": lines.or(entry.lines), "expired": entry.expired, "pinned": entry.pinned,
            "supersedes": supersedes, "summary": hide(&entry.summary), "reader": reader, "agent": entry.agent,
            "role": entry.role, "findings": findings,
            "words": render_tsvector(&project::project_word_prefix(key), &words.0, &words.1),
        }));
        batch.entries.push(entry);
        Ok(())
    }

    fn add_event_row(
        &mut self,
        batch: &mut PushBatch,
        stamp: i64,
        session: String,
        category: String,
        key: String,
    ) -> Result<()> {
        let (store, masker) = (self.store, self.masker);
        let Some(event) = store.find_event_by_key(&session, &category, &key)? else {
            let key = row_formats::shorten_to_key(&mask_event_text(masker, &batch.place.local, None, &key));
            batch.events_gone.push((masked_session_key(masker, &session), category, key));
            return Ok(());
        };
        let about = event.reference.as_deref().map(|reference| store.entry_with_ref(reference)).transpose()?;
        // The command tells which parts of the event's text are secret.
        let command = about.flatten().and_then(|entry| entry.command);
        let ProjectAndOrigin { local, key, team, origin, .. } = &batch.place;
        batch.rows.events.push(json!({
            "project": key, "team": team, "origin": origin, "session": masked_session_key(masker, &event.session),
            "category": event.category.name(), "stamp": stamp,
            "key": row_formats::shorten_to_key(&mask_event_text(masker, local, None, &event.key)),
            "text": truncate_at_char_boundary(&mask_event_text(masker, local, command.as_deref(), &event.text), FIELD),
            "at": event.at, "first_at": event.first_at, "count": event.count,
            "branch": event.branch.as_deref().map(|branch| mask_branch_name(masker, branch)),
            "ref": event.reference, "closed_at": event.closed_at, "closed_by": event.closed_by, "pinned": event.pinned,
        }));
        batch.events += 1;
        Ok(())
    }
}

impl PushBatch {
    /// Writes the pages of its texts, with the numbers of their words.
    pub fn write_pages(&mut self, numbers: &mut WordHasherAndCounter, packer: &mut PagePacker) -> Result<()> {
        let ProjectAndOrigin { key, team, origin, .. } = &self.place;
        let (project, sender) = (project::uuid_to_bytes(key), project::uuid_to_bytes(origin));
        for (hash, text) in &self.texts {
            let parts = &text.parts;
            self.rows.blobs.push(json!({
                "project": key, "team": team, "origin": origin, "hash": row_formats::bytes_json(hash),
                "sums": row_formats::bytes_json(&text.sums), "bytes": parts.bytes, "lines": parts.lines,
            }));
            for (n, page) in group_into_pages(&parts.parts).enumerate() {
                let lines = (page[0].lines.0 as i64, page[page.len() - 1].lines.1 as i64);
                let row = self.rows.sections.begin_row();
                row.push_bytes(&project)
                    .push_bytes(team.as_bytes())
                    .push_bytes(&sender)
                    .push_bytes(hash)
                    .push_int4(n as i32)
                    .push_int8(lines.0)
                    .push_int8(lines.1);
                row.push_int8(text.at)
                    .push_int4(page.len() as i32)
                    .push_bytes(&packer.pack_page(page)?)
                    .push_int4_array(&numbers.word_numbers_of_parts(page));
            }
        }
        Ok(())
    }
}
