//! `ctx store FOLDER` and `--document`: documents from disk or a pipe, searchable like everything else. Folders are read
//! as git sees them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use ignore::WalkBuilder;
use serde_json::json;

use crate::error::Context as _;
use crate::permissions::{Access, Permissions};
use crate::record::progress::WorkBar;
use crate::search::documents::{self, DocumentCounts, FileToRead};
use crate::ui::{format_count, format_size};
use crate::{Context, Error, ExitStatus, Result, input};
use ctx_model::unix_time_ms;
use ctx_secrets::Masker;
use ctx_store::{BlobWriter, EntryKind, FileStamp, FinishedEntry, NewEntry, Store};

/// What becomes documents, and the name they are found by.
pub(super) struct DocumentsToStore<'a> {
    pub(super) paths: &'a [PathBuf],
    pub(super) label: Option<&'a str>,
    pub(super) json: bool,
}

/// Whether the path lies in a file system that the kernel makes up: reading there may wait for ever, or do something.
fn is_kernel_file_system(path: &Path) -> bool {
    ["/proc", "/sys"].iter().any(|root| path.starts_with(root))
}

impl DocumentsToStore<'_> {
    pub(super) fn store_documents(&self, context: &Context) -> Result<ExitStatus> {
        let started = Instant::now();
        let mut store = context.open_store()?;
        let masker = context.new_masker();
        // Waiting entries are indexed first: then only this command's own work is left.
        crate::commands::search::index_new_entries(context, &mut store, &masker)?;
        let mut tally = DocumentCounts::default();
        let (mut gone, mut refused) = (0, 0);
        for path in self.paths {
            if path.as_os_str() == "-" {
                self.store_stdin(context, &mut store, &mut tally)?;
                continue;
            }
            let path = std::path::absolute(path).context(path.display())?;
            let meta = std::fs::metadata(&path).map_err(|error| Error::unreadable(&path, &error))?;
            if path.canonicalize().is_ok_and(|real| is_kernel_file_system(&real)) {
                return Err(Error::refused(format_args!("{} is a view of the system, not files", path.display()))
                    .with_hint("run a command that prints it instead: ctx run -- cat FILE"));
            }
            if meta.is_dir() {
                let (left, denied) = self.store_folder(context, &mut store, &masker, &path, &mut tally)?;
                gone += left;
                refused += denied;
            } else if meta.is_file() {
                Permissions::from_context(context).check_file(&path, Access::Read)?;
                let stamp = FileStamp::from_metadata(&meta);
                let known = store.document_entry(&path.to_string_lossy())?;
                if known.is_some_and(|(_, before)| before == stamp) {
                    tally.unchanged += 1;
                    tally.bytes += meta.len();
                } else {
                    self.store_found_files(context, &mut store, &masker, vec![FileToRead { path, stamp }], &mut tally)?;
                }
            } else {
                tally.skipped += 1;
            }
        }
        crate::commands::search::index_new_entries(context, &mut store, &masker)?;
        let seconds = started.elapsed().as_secs_f64();
        let documents = tally.new + tally.changed + tally.unchanged;
        if self.json {
            context.ui.print_json(&json!({
                "documents": documents, "new": tally.new, "changed": tally.changed, "unchanged": tally.unchanged,
                "gone": gone, "skipped": tally.skipped, "denied": refused, "bytes": tally.bytes, "seconds": seconds,
            }));
        } else {
            let mut parts = vec![format!("{} new", tally.new)];
            let rest = [
                (tally.changed, "changed"),
                (tally.unchanged, "unchanged"),
                (gone, "gone"),
                (tally.skipped, "not text or too large"),
                (refused, "denied by the agent's settings"),
            ];
            parts.extend(rest.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
            context.ui.print(&format!(
                "indexed {} ({}): {}\n",
                format_count(documents, "document"),
                format_size(tally.bytes),
                parts.join(", ")
            ));
        }
        Ok(ExitStatus::OK)
    }

    /// Indexes all files of a folder as git sees them; how many files are gone, and how many may not be read.
    fn store_folder(
        &self,
        context: &Context,
        store: &mut Store,
        masker: &Masker,
        folder: &Path,
        tally: &mut DocumentCounts,
    ) -> Result<(u64, u64)> {
        let known = store.documents_below(&folder.to_string_lossy())?;
        let before: HashMap<&str, FileStamp> = known.iter().map(|(path, _, stamp)| (path.as_str(), *stamp)).collect();
        let rules = Permissions::from_context(context).read_rules(&context.scope().project)?;
        let mut seen: HashSet<String> = HashSet::new();
        let mut found = Vec::new();
        let mut refused = 0;
        for file in WalkBuilder::new(folder).require_git(false).sort_by_file_name(Ord::cmp).build() {
            match file {
                Ok(file) if !file.file_type().is_some_and(|kind| kind.is_file()) => {}
                Ok(file) if is_kernel_file_system(file.path()) => {}
                Ok(file) if !Permissions::from_context(context).may_read(&rules, file.path()) => refused += 1,
                Ok(file) => {
                    let path = file.into_path();
                    let Ok(meta) = std::fs::metadata(&path) else { continue };
                    let (name, stamp) = (path.to_string_lossy().into_owned(), FileStamp::from_metadata(&meta));
                    if before.get(name.as_str()) == Some(&stamp) {
                        tally.unchanged += 1;
                        tally.bytes += stamp.size;
                    } else {
                        found.push(FileToRead { path, stamp });
                    }
                    seen.insert(name);
                }
                Err(error) => context.ui.warn(error),
            }
        }
        self.store_found_files(context, store, masker, found, tally)?;
        let mut gone = 0;
        for (path, row, _) in known.iter().filter(|(path, ..)| !seen.contains(path)) {
            store.drop_document(path, *row)?;
            gone += 1;
        }
        Ok((gone, refused))
    }

    fn store_found_files(
        &self,
        context: &Context,
        store: &mut Store,
        masker: &Masker,
        found: Vec<FileToRead>,
        tally: &mut DocumentCounts,
    ) -> Result<()> {
        let bar = WorkBar::new(&context.env, "reading", None);
        let mut progress = |bytes: u64| bar.set_position(bytes);
        let mut failed = |why: String| context.ui.warn(why);
        let added = documents::add_documents(
            store,
            masker,
            &self.new_document_entry(context, None),
            found.into_iter(),
            &mut progress,
            &mut failed,
        );
        bar.end_bar();
        tally.add_counts(added?);
        Ok(())
    }

    fn store_stdin(&self, context: &Context, store: &mut Store, tally: &mut DocumentCounts) -> Result<()> {
        let bytes = input::read_file_or_stdin(context, Path::new("-"))?;
        if bytes.is_empty() {
            return Err(Error::usage("stdin was empty"));
        }
        let (row, _) = store.begin_entry(&self.new_document_entry(context, self.label))?;
        store.finish_entry(row, BlobWriter::new(row), &bytes, &FinishedEntry::default())?;
        tally.new += 1;
        tally.bytes += bytes.len() as u64;
        Ok(())
    }

    fn new_document_entry(&self, context: &Context, title: Option<&str>) -> NewEntry {
        let started_at = unix_time_ms();
        let here = NewEntry::in_working_directory(&context.env, EntryKind::Doc, context.scope(), started_at);
        NewEntry { label: self.label.map(str::to_owned), title: title.map(str::to_owned), ..here }
    }
}
