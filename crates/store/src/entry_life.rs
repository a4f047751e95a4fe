//! An entry's life in the store: begun, ended, taken back.

use std::path::Path;

use rusqlite::Connection;

use super::blobs::BlobReadyToFinish;
use super::outbox::install_deletion_triggers;
use super::pack::{StoredBlob, delete_chunks};
use super::{BlobWriter, EntryOutcome, NewEntry, Store, events, findings, index, masks, writer_process};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, columns};
use ctx_model::StatusColumns;
use ctx_model::id::EntryId;
use ctx_text::collapse_name_to_line;

impl Store {
    /// Writes the row of an entry that begins now; its row number and id.
    pub fn begin_entry(&mut self, new: &NewEntry) -> Result<(i64, EntryId)> {
        self.begin_entry_preferring_id(new, EntryId::random_id())
    }

    /// The same with the caller's id, if that is free.
    pub(super) fn begin_entry_preferring_id(&mut self, new: &NewEntry, id: EntryId) -> Result<(i64, EntryId)> {
        // It is noted for a hub when it ends.
        self.write_without_outbox(|db| insert_running_entry_row(db, new, id))
    }

    /// Deletes the bytes of an unfinished entry, and makes this process its owner.
    pub(super) fn empty_and_take_over_unfinished_entry(&mut self, row: i64) -> Result<()> {
        self.write_transaction(|db| {
            let query = "SELECT blob_id FROM entry WHERE id = ?1 AND state = 'running' AND blob_id IS NOT NULL";
            let blob: Option<i64> = db.first(query, [row])?;
            let taken = "UPDATE entry SET blob_id = NULL, owner = ?2 WHERE id = ?1 AND state = 'running'";
            db.execute(taken, (row, writer_process::current_process_identity()))?;
            if let Some(blob) = blob {
                delete_chunks(db, blob, i64::MAX)?;
                index::drop_blob_from_index(db, blob)?;
                db.execute("DELETE FROM blob WHERE id = ?1", [blob])?;
            }
            Ok(())
        })
    }

    /// Ends an entry: the last bytes, the status and the report, in one transaction.
    pub fn finish_entry(
        &mut self,
        row: i64,
        writer: BlobWriter,
        last: &[u8],
        finished: &EntryOutcome,
    ) -> Result<StoredBlob> {
        let sealed = writer.compress_last_bytes(last);
        self.write_transaction(|db| finish_entry_row(db, row, &sealed, finished))
    }

    /// Writes a finished entry in one transaction.
    pub(super) fn store_finished_entry_with_bytes(
        &mut self,
        id: &EntryId,
        new: &NewEntry,
        bytes: &[u8],
        finished: &EntryOutcome,
    ) -> Result<()> {
        // Only a blob that was begun before asks for its entry.
        let sealed = BlobWriter::new(0).compress_last_bytes(bytes);
        self.write_transaction(|db| {
            let (row, _) = insert_running_entry_row(db, new, id.clone())?;
            finish_entry_row(db, row, &sealed, finished).map(drop)
        })
    }

    /// Takes back an entry whose command could not even be started.
    pub fn discard_unstarted_entry(&mut self, row: i64) -> Result<()> {
        self.write_transaction(|db| {
            install_deletion_triggers(db)?;
            db.execute("DELETE FROM entry WHERE id = ?1 AND blob_id IS NULL", [row]).map(drop)
        })
    }
}

/// Writes the row of an entry that runs; under another id where this one is taken.
pub(super) fn insert_running_entry_row(
    db: &Connection,
    new: &NewEntry,
    mut id: EntryId,
) -> rusqlite::Result<(i64, EntryId)> {
    let argv = (!new.argv.is_empty()).then(|| serde_json::to_string(&new.argv).unwrap_or_default());
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let project = new.scope.as_ref().map(|scope| path(&scope.project));
    let branch = new.scope.as_ref().and_then(|scope| scope.branch.clone());
    let session = new.scope.as_ref().map(|scope| scope.session.clone());
    let owner = writer_process::current_process_identity();
    // A name is one line: in a list it must not pass for another entry.
    let (label, title) =
        (new.label.as_deref().map(collapse_name_to_line), new.title.as_deref().map(collapse_name_to_line));
    while db.insert(
        "INSERT INTO entry {} ON CONFLICT (ref) DO NOTHING",
        columns![
            ref: id.as_str(), kind: new.kind.name(), state: "running", command: new.command, argv: argv, label: label,
            title: title, intent: new.intent, cwd: new.cwd, project: project, branch: branch, session: session,
            owner: owner, started_at: new.started_at, pinned: new.pinned, supersedes: new.supersedes, agent: new.agent,
            call: new.call,
        ],
    )? == 0
    {
        id = EntryId::random_id();
    }
    Ok((db.last_insert_rowid(), id))
}

fn finish_entry_row(
    db: &Connection,
    row: i64,
    sealed: &BlobReadyToFinish,
    finished: &EntryOutcome,
) -> rusqlite::Result<StoredBlob> {
    let stored = sealed.write_or_reuse_equal(db)?;
    if let (Some(blob), Some((rules, spans))) = (stored.blob, &finished.spans) {
        masks::write_mask_spans_unless_fewer(db, blob, *rules, spans)?;
    }
    let StatusColumns { exit_code, signal, timed_out } = finished.status.to_columns();
    let printed = finished.printed.or(finished.summary.as_ref().map(String::len));
    db.update(
        "entry",
        row,
        columns![
            state: "done", owner: None::<String>, exit_code: exit_code, signal: signal, timed_out: timed_out,
            still_open: finished.still_open, duration_ms: finished.duration_ms, blob_id: stored.blob,
            raw_len: stored.raw_len, lines: stored.lines, streams: finished.streams, summary: finished.summary,
            printed_len: printed, reader: finished.reader, cut: finished.cut,
        ],
    )?;
    findings::save_findings(db, row, &finished.findings)?;
    events::write_events_and_settle_errors(db, row, &finished.feed)?;
    Ok(stored)
}
