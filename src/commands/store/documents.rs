//! `ctx store FOLDER` and `--document`: documents from disk or a pipe, searchable like everything else. Folders are read
//! as git sees them.

use std::collections::{HashMap, HashSet};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ignore::WalkBuilder;
use serde_json::json;

use super::super::search::index_new_entries;
use crate::error::Context as _;
use crate::permissions::FileAccess;
use crate::record::progress::ProgressBarOrLines;
use crate::search::documents::{self, DocumentCounts, FileToRead};
use crate::ui::{format_count, format_size};
use crate::{Context, Error, Result, input, permissions};
use ctx_model::unix_time_ms;
use ctx_secrets::Masker;
use ctx_store::{BlobWriter, EntryKind, EntryOutcome, FileStamp, NewEntry, Store};

/// Whether the path lies in a file system that the kernel makes up: reading there may wait for ever, or do something.
fn is_kernel_file_system(path: &Path) -> bool {
    ["/proc", "/sys"].iter().any(|root| path.starts_with(root))
}

/// Stores these files and folders, and `-` for stdin, under the name they are found by; then says how many there are.
pub(super) fn store_documents(context: &Context, paths: &[PathBuf], label: Option<&str>, json: bool) -> Result<()> {
    let started = Instant::now();
    let (mut store, masker) = (context.open_store()?, context.new_masker());
    // Waiting entries are indexed first: then only this command's own work is left.
    index_new_entries(context, &mut store, &masker)?;
    let tally = DocumentCounts::default();
    let mut import = DocumentImport { context, label, store, masker, tally, gone: 0, refused: 0 };
    paths.iter().try_for_each(|path| import.store_path(path))?;
    index_new_entries(context, &mut import.store, &import.masker)?;
    let seconds = started.elapsed().as_secs_f64();
    let DocumentImport { tally, gone, refused, .. } = import;
    let documents = tally.new + tally.changed + tally.unchanged;
    if json {
        context.ui.print_json(&json!({
            "documents": documents, "new": tally.new, "changed": tally.changed, "unchanged": tally.unchanged,
            "gone": gone, "skipped": tally.skipped, "denied": refused, "bytes": tally.bytes, "seconds": seconds,
        }));
        return Ok(());
    }
    let mut parts = vec![format!("{} new", tally.new)];
    let rest = [
        (tally.changed, "changed"),
        (tally.unchanged, "unchanged"),
        (gone, "gone"),
        (tally.skipped, "not text or too large"),
        (refused, "denied by the agent's settings"),
    ];
    parts.extend(rest.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
    let (documents, bytes) = (format_count(documents, "document"), format_size(tally.bytes));
    context.ui.print(&format!("indexed {documents} ({bytes}): {}\n", parts.join(", ")));
    Ok(())
}

/// Documents on their way into the store, and how many of each sort came by.
struct DocumentImport<'a> {
    context: &'a Context,
    label: Option<&'a str>,
    store: Store,
    masker: Masker,
    tally: DocumentCounts,
    /// Files that are no more, and those that may not be read.
    gone: u64,
    refused: u64,
}

impl DocumentImport<'_> {
    fn store_path(&mut self, path: &Path) -> Result<()> {
        if path.as_os_str() == "-" {
            return self.store_stdin();
        }
        let path = std::path::absolute(path).context(path.display())?;
        let meta = std::fs::metadata(&path).map_err(|error| Error::unreadable(&path, &error))?;
        if path.canonicalize().is_ok_and(|real| is_kernel_file_system(&real)) {
            return Err(Error::refused(format_args!("{} is a view of the system, not files", path.display()))
                .with_hint("run a command that prints it instead: ctx run -- cat FILE"));
        }
        if meta.is_dir() {
            return self.store_folder(&path);
        }
        if !meta.is_file() {
            self.tally.skipped += 1;
            return Ok(());
        }
        permissions::resolve_and_check_file(self.context, &path, FileAccess::Read)?;
        let before = self.store.document_entry(&path.to_string_lossy())?.map(|(_, before)| before);
        let changed = self.file_if_changed(path, &meta, before);
        self.store_found_files(changed.into_iter().collect())
    }

    /// Indexes all files of a folder as git sees them.
    fn store_folder(&mut self, folder: &Path) -> Result<()> {
        let known = self.store.documents_below(&folder.to_string_lossy())?;
        let before: HashMap<&str, FileStamp> = known.iter().map(|(path, _, stamp)| (path.as_str(), *stamp)).collect();
        let rules = permissions::read_rules(self.context)?;
        let mut seen: HashSet<String> = HashSet::new();
        let mut found = Vec::new();
        for file in WalkBuilder::new(folder).require_git(false).sort_by_file_name(Ord::cmp).build() {
            match file {
                Ok(file) if !file.file_type().is_some_and(|kind| kind.is_file()) => {}
                Ok(file) if is_kernel_file_system(file.path()) => {}
                Ok(file) if !permissions::agent_may_read_file(self.context, &rules, file.path()) => self.refused += 1,
                Ok(file) => {
                    let path = file.into_path();
                    let Ok(meta) = std::fs::metadata(&path) else { continue };
                    let name = path.to_string_lossy().into_owned();
                    found.extend(self.file_if_changed(path, &meta, before.get(name.as_str()).copied()));
                    seen.insert(name);
                }
                Err(error) => self.context.ui.warn(error),
            }
        }
        self.store_found_files(found)?;
        for (path, row, _) in known.iter().filter(|(path, ..)| !seen.contains(path)) {
            self.store.unindex_document(path, *row)?;
            self.gone += 1;
        }
        Ok(())
    }

    /// The file, unless it is as it was before: then it is only counted.
    fn file_if_changed(&mut self, path: PathBuf, meta: &Metadata, before: Option<FileStamp>) -> Option<FileToRead> {
        let stamp = FileStamp::from_metadata(meta);
        if before != Some(stamp) {
            return Some(FileToRead { path, stamp });
        }
        self.tally.unchanged += 1;
        self.tally.bytes += stamp.size;
        None
    }

    fn store_found_files(&mut self, found: Vec<FileToRead>) -> Result<()> {
        let new = self.new_document_entry();
        let (bar, files) = (ProgressBarOrLines::new(&self.context.env, "reading", None), found.into_iter());
        let (mut progress, mut failed) = (|bytes| bar.set_position(bytes), |why| self.context.ui.warn(why));
        let added =
            documents::read_and_index_documents(&mut self.store, &self.masker, &new, files, &mut progress, &mut failed);
        bar.end_bar();
        self.tally.add_counts(added?);
        Ok(())
    }

    fn store_stdin(&mut self) -> Result<()> {
        let bytes = input::read_file_or_stdin(self.context, Path::new("-"))?;
        if bytes.is_empty() {
            return Err(Error::usage("stdin was empty"));
        }
        let new = NewEntry { title: self.label.map(str::to_owned), ..self.new_document_entry() };
        let (row, _) = self.store.begin_entry(&new)?;
        self.store.finish_entry(row, BlobWriter::new(row), &bytes, &EntryOutcome::default())?;
        self.tally.new += 1;
        self.tally.bytes += bytes.len() as u64;
        Ok(())
    }

    fn new_document_entry(&self) -> NewEntry {
        let (env, scope) = (&self.context.env, self.context.current_command_scope());
        let here = NewEntry::in_working_directory(env, EntryKind::Doc, scope, unix_time_ms());
        NewEntry { label: self.label.map(str::to_owned), ..here }
    }
}
