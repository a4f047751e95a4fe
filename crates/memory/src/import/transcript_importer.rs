//! Imports one file after the other: from its bookmark, in steps, each step one transaction with a new bookmark.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use super::input::{
    is_database_file, modified_ms, open_transcript, project_dir_beside_transcript, session_from_file_name,
};
use super::item_importer::{ImportSink, ItemImporter, TranscriptReading};
use super::{ImportCounts, ImportOptions, TranscriptFile};
use crate::error::MemoryError;
use ctx_agents::transcripts::json::{self, Json};
use ctx_agents::transcripts::lines::{
    LONGEST, LineReadResult, ReadPosition, TranscriptLines, read_all_values_of_document,
};
use ctx_agents::transcripts::{MessageHeader, ReaderState, ToolCall, TranscriptFormat, read_transcript_value};
use ctx_model::error::{Context, Result, code};
use ctx_store::opencode_database::OpenCodeDatabase;
use ctx_store::{ImportBatch, Store, TranscriptReadProgress};

/// Bytes read in one transaction: other writers wait no longer than this takes.
const STEP: u64 = 4 << 20;
/// The write-ahead log is moved into the database when it is larger than this.
const LOG: u64 = 32 << 20;
/// Lines of an agent that writes no times get the day of the file: its hour would change while it grows.
const DAY: i64 = 86_400_000;
/// No transaction goes on much longer than this.
const LONGEST_TRANSACTION: Duration = Duration::from_millis(250);
/// Values looked at before a file counts as nobody's.
const LOOKED_AT: u32 = 50;
/// Bytes at the beginning that tell a file from another one under its name.
const HEAD: u64 = 4096;

pub struct TranscriptImporter<'a> {
    options: ImportOptions<'a>,
    tally: ImportCounts,
    joiner: ItemImporter,
    read: u64,
    /// OpenCode's messages and parts stand in different files.
    roles: HashMap<String, MessageHeader>,
    /// Bytes read, and the time, when the last transaction ended.
    committed: u64,
    committed_at: Instant,
}

/// A file being read.
struct OpenTranscript {
    path: String,
    size: u64,
    modified: i64,
    format: Option<TranscriptFormat>,
    named: bool,
    thread: TranscriptReading,
}

impl<'a> TranscriptImporter<'a> {
    pub fn new(options: ImportOptions<'a>) -> TranscriptImporter<'a> {
        TranscriptImporter {
            options,
            tally: ImportCounts::default(),
            joiner: ItemImporter::default(),
            read: 0,
            roles: HashMap::new(),
            committed: 0,
            committed_at: Instant::now(),
        }
    }

    pub fn was_stopped(&self) -> bool {
        (self.options.stop)()
    }

    pub fn imported_projects(&self) -> HashSet<String> {
        self.joiner.projects.clone()
    }

    pub fn finish_import_of_all_files(self, store: &mut Store) -> Result<ImportCounts> {
        let sessions = self.joiner.sessions;
        store.run_import_batch(|batch| sessions.iter().try_for_each(|session| batch.limit_session_events(session)))?;
        store.commit_import()?;
        store.checkpoint_wal_above_size(1 << 20);
        Ok(self.tally)
    }

    /// Imports one file. One that cannot be read is reported and does not stop the others.
    pub fn import_file(&mut self, store: &mut Store, found: &TranscriptFile) -> Result<()> {
        let path = std::path::absolute(&found.path).unwrap_or_else(|_| found.path.clone());
        let name = path.to_string_lossy().into_owned();
        let meta = match std::fs::metadata(&path) {
            Ok(meta) if meta.is_file() => meta,
            Ok(_) => {
                self.add_unreadable_file(name, "not a file".to_owned());
                return Ok(());
            }
            Err(error) => {
                self.add_unreadable_file(name, error.to_string());
                return Ok(());
            }
        };
        let (mut size, mut modified) = (meta.len(), modified_ms(&meta));
        // The last writes to a database are in its log.
        if let Some(log) = is_database_file(&path).then(|| std::fs::metadata(format!("{name}-wal")).ok()).flatten() {
            size += log.len();
            modified = modified.max(modified_ms(&log));
        }
        if self.options.since.is_some_and(|since| modified < since) {
            return Ok(());
        }
        let before = store.transcript_progress(&name)?;
        if before.as_ref().is_some_and(|before| before.size == size && before.modified == modified) {
            self.report_progress(meta.len());
            return Ok(());
        }
        self.tally.files += 1;
        let thread = TranscriptReading {
            state: ReaderState {
                session: session_from_file_name(&path),
                cwd: project_dir_beside_transcript(&path),
                ..ReaderState::default()
            },
            directory: path.parent().map(Path::to_owned).unwrap_or_default(),
            fallback_at: modified - modified.rem_euclid(DAY),
            since: self.options.since,
            ..TranscriptReading::default()
        };
        let open =
            OpenTranscript { path: name.clone(), size, modified, format: found.format, named: found.named, thread };
        let read = if is_database_file(&path) {
            self.import_opencode_database(store, open, &path)
        } else if path.extension().is_some_and(|end| end == "json") {
            self.import_whole_document(store, open, &path)
        } else {
            self.import_new_lines(store, open, &path, before)
        };
        match read {
            Err(error) if error.exit_code() == code::ABSENT => {
                self.add_unreadable_file(name, error.to_string());
                Ok(())
            }
            other => other,
        }
    }

    fn add_unreadable_file(&mut self, path: String, why: String) {
        self.tally.unreadable.push((path, why));
    }

    fn report_progress(&mut self, bytes: u64) {
        self.read += bytes;
        (self.options.on_progress)(self.read);
    }

    /// A file of lines, from where it was left.
    fn import_new_lines(
        &mut self,
        store: &mut Store,
        mut open: OpenTranscript,
        path: &Path,
        before: Option<TranscriptReadProgress>,
    ) -> Result<()> {
        let mut input = open_transcript(path)?;
        let mut position = ReadPosition::default();
        if let Some(before) = before.filter(|before| before.offset > 0) {
            let mut head = vec![0; before.offset.min(HEAD) as usize];
            let same = input.read_exact(&mut head).is_ok() && blake3::hash(&head).as_bytes()[..] == before.head[..];
            let reached = same && input.skip_bytes(before.offset - head.len() as u64);
            if reached {
                position = ReadPosition { offset: before.offset, lines: before.lines };
                open.format = TranscriptFormat::from_name(&before.format).or(open.format);
                open.thread.state = serde_json::from_str(&before.state).unwrap_or(open.thread.state);
                open.thread.calls = store
                    .unanswered_calls(before.row)?
                    .into_iter()
                    .filter_map(|(id, data)| Some((id, serde_json::from_str::<ToolCall>(&data).ok()?)))
                    .collect();
                self.report_progress(before.offset);
            } else {
                input = open_transcript(path)?;
            }
        }
        let mut lines = TranscriptLines::new(input, position);
        let mut more = true;
        while more && !self.was_stopped() {
            let from = lines.position();
            more = self.run_step_and_commit_if_due(store, &mut open, |importer, open, batch| {
                let mut more = true;
                while more && lines.position().offset - from.offset < STEP {
                    let mut failure = None;
                    more = lines
                        .read_next_line(&mut |step| {
                            if failure.is_none() {
                                failure = importer.import_line_or_count_fault(step, open, batch).err();
                            }
                        })
                        .map_err(|source| MemoryError::Unreadable { path: open.path.clone(), source })?;
                    if let Some(failure) = failure {
                        return Err(failure);
                    }
                }
                // Without a bookmark the output could not be taken back when its answer comes.
                if let Some(format) = open.format.filter(|_| !more && !open.thread.left_out) {
                    importer.joiner.write_unanswered_calls(format, &mut open.thread, batch, &mut importer.tally)?;
                }
                let now = lines.position();
                importer.save_progress(open, batch, now, path, !more)?;
                Ok(more)
            })?;
            let now = lines.position();
            self.tally.lines += now.lines - from.lines + u64::from(!more && lines.is_last_line_unfinished());
            self.tally.raw_bytes += now.offset - from.offset;
            self.report_progress(now.offset - from.offset);
        }
        Ok(())
    }

    /// A file that is one document: read whole, and again when it has changed.
    fn import_whole_document(&mut self, store: &mut Store, mut open: OpenTranscript, path: &Path) -> Result<()> {
        if open.size > LONGEST as u64 {
            self.tally.count_bad_line(&open.path, 1, "is too long");
            return Ok(());
        }
        let mut bytes = Vec::new();
        open_transcript(path)?
            .read_to_end(&mut bytes)
            .map_err(|source| MemoryError::Unreadable { path: open.path.clone(), source })?;
        open.thread.state.roles = std::mem::take(&mut self.roles);
        let size = bytes.len() as u64;
        self.run_step_and_commit_if_due(store, &mut open, |importer, open, batch| {
            let mut failure = None;
            let good = read_all_values_of_document(&bytes, &mut |step| {
                if failure.is_none() {
                    failure = importer.import_line_or_count_fault(step, open, batch).err();
                }
            });
            if let Some(failure) = failure {
                return Err(failure);
            }
            // A torn document is read again even when its time has not changed.
            let offset = if good { size } else { 0 };
            importer.save_progress(open, batch, ReadPosition { offset, lines: 1 }, path, good)
        })?;
        self.roles = std::mem::take(&mut open.thread.state.roles);
        self.tally.lines += memchr::memchr_iter(b'\n', &bytes).count() as u64 + u64::from(!bytes.ends_with(b"\n"));
        self.tally.raw_bytes += size;
        self.report_progress(size);
        Ok(())
    }

    /// OpenCode's database, in the order of its messages.
    fn import_opencode_database(&mut self, store: &mut Store, mut open: OpenTranscript, path: &Path) -> Result<()> {
        open.format = TranscriptFormat::from_name("opencode");
        let mut rows = OpenCodeDatabase::open(path)?;
        loop {
            let page = rows.next_rows()?;
            if page.is_empty() || self.was_stopped() {
                break;
            }
            self.run_step_and_commit_if_due(store, &mut open, |importer, open, batch| {
                for text in &page {
                    if let Ok(Some((value, _))) = json::parse_first_value(text) {
                        importer.import_line_or_count_fault(LineReadResult::Value { value, line: 0 }, open, batch)?;
                    }
                }
                Ok(())
            })?;
            self.tally.lines += page.len() as u64;
            self.tally.raw_bytes += page.iter().map(|text| text.len() as u64).sum::<u64>();
        }
        self.run_step_and_commit_if_due(store, &mut open, |importer, open, batch| {
            importer.save_progress(open, batch, ReadPosition::default(), path, true)
        })?;
        self.report_progress(open.size);
        Ok(())
    }

    /// Runs `work` in one transaction.
    fn run_step_and_commit_if_due<T>(
        &mut self,
        store: &mut Store,
        open: &mut OpenTranscript,
        work: impl FnOnce(&mut Self, &mut OpenTranscript, &mut ImportBatch<'_>) -> Result<T>,
    ) -> Result<T> {
        let before = self.tally.clone();
        let done = store.run_import_batch(|batch: &mut ImportBatch<'_>| -> Result<_> {
            let value = work(self, open, batch)?;
            Ok((value, batch.stored_bytes))
        });
        let (value, stored) = match done {
            Ok(done) => done,
            Err(error) => {
                // Nothing of this step was written, so nothing of it counts.
                self.tally = before;
                self.joiner.forget_sessions();
                return Err(error);
            }
        };
        self.tally.stored_bytes += stored;
        // Small files share a transaction; other writers wait for none of them long.
        if self.bytes_since_commit() >= STEP || self.committed_at.elapsed() > LONGEST_TRANSACTION {
            store.commit_import()?;
            store.checkpoint_wal_above_size(LOG);
            self.committed = self.tally.raw_bytes;
            self.committed_at = Instant::now();
        }
        Ok(value)
    }

    fn bytes_since_commit(&self) -> u64 {
        self.tally.raw_bytes - self.committed
    }

    fn import_line_or_count_fault(
        &mut self,
        step: LineReadResult<'_>,
        open: &mut OpenTranscript,
        batch: &mut ImportBatch<'_>,
    ) -> Result<()> {
        match step {
            LineReadResult::Value { value, line } => self.import_json_value(value, line, open, batch),
            LineReadResult::Bad { line, fault } => {
                self.tally.count_bad_line(&open.path, line, fault.name());
                Ok(())
            }
            LineReadResult::Unfinished { line } => {
                self.tally.count_bad_line(&open.path, line, "is not whole yet");
                Ok(())
            }
        }
    }

    fn import_json_value(
        &mut self,
        value: Json<'_>,
        line: u64,
        open: &mut OpenTranscript,
        batch: &mut ImportBatch<'_>,
    ) -> Result<()> {
        let format = match open.format {
            Some(format) => format,
            None => match TranscriptFormat::detect_format(value) {
                Some(format) => *open.format.insert(format),
                None => {
                    let looked_at = &mut open.thread.state.looked_at;
                    *looked_at += 1;
                    let given_up = *looked_at >= LOOKED_AT;
                    let whole = ["messages", "history"].iter().any(|name| value.get(name).is_some_and(Json::is_array));
                    // A document that is not a conversation is some other program's.
                    if open.path.ends_with(".json") && !whole && !open.named {
                        return Ok(());
                    }
                    if given_up {
                        open.format = Some(TranscriptFormat::Other);
                    }
                    TranscriptFormat::Other
                }
            },
        };
        let mut failure = None;
        let TranscriptImporter { joiner, tally, options, .. } = self;
        let mut items = Vec::new();
        read_transcript_value(format, value, line, &mut open.thread.state, &mut |item| items.push(item));
        for item in items {
            let sink = ImportSink { batch, tally, summariser: options.summariser.as_ref() };
            let joined = joiner.import_item(item, format, &mut open.thread, sink);
            failure = failure.or(joined.err());
        }
        failure.map_or(Ok(()), Err)
    }

    /// Notes how far the file has been read, with what is needed to go on.
    fn save_progress(
        &mut self,
        open: &mut OpenTranscript,
        batch: &mut ImportBatch<'_>,
        now: ReadPosition,
        path: &Path,
        last: bool,
    ) -> Result<()> {
        // Omitted items are read when they are asked for; items in the store by then are known by their keys.
        if open.thread.left_out {
            return Ok(());
        }
        let mut head = vec![0; now.offset.min(HEAD) as usize];
        let head_read = open_transcript(path)?.read_exact(&mut head);
        head_read.context(&open.path)?;
        // Only a file read to its end may be passed over while its size and time stay the same.
        let (size, modified) = if last { (open.size, open.modified) } else { (0, 0) };
        let transcript = TranscriptReadProgress {
            row: 0,
            format: open.format.map_or("", TranscriptFormat::name).to_owned(),
            size,
            modified,
            head: blake3::hash(&head).as_bytes().to_vec(),
            offset: now.offset,
            lines: now.lines,
            state: serde_json::to_string(&open.thread.state).unwrap_or_default(),
        };
        let row = batch.write_transcript_progress(&open.path, &transcript)?;
        let mut calls: Vec<(String, String)> = open
            .thread
            .calls
            .iter()
            .filter_map(|(id, call)| Some((id.clone(), serde_json::to_string(call).ok()?)))
            .collect();
        calls.sort();
        Ok(batch.replace_unanswered_calls(row, &calls)?)
    }
}
