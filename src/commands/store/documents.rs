//! `ctx store FOLDER` and `--document`: documents from disk or a pipe, searchable like everything else. Folders are read
//! as git sees them.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ignore::WalkBuilder;
use serde_json::json;

use crate::context::Context;
use crate::error::{Context as _, Error, Result};
use crate::exit_status::ExitStatus;
use crate::permissions::Permissions;
use crate::record::progress::WorkBar;
use crate::search::documents::{self, DocumentCounts, FileToRead};
use crate::ui::{format_count, format_size};
use ctx_agents::permissions::Access;
use ctx_model::Scope;
use ctx_model::env::now_ms;
use ctx_secrets::Masker;
use ctx_store::{BlobWriter, EntryKind, FileStamp, FinishedEntry, NewEntry, Store};

/// What becomes documents, and the name they are found by.
pub(super) struct DocumentsToStore<'a> {
    pub(super) paths: &'a [PathBuf],
    pub(super) label: Option<&'a str>,
    pub(super) json: bool,
}

/// Whether the path lies in a file system that the kernel makes up: /proc, /sys, devices, control groups, tracing.
#[cfg(target_os = "linux")]
// The type of these numbers differs between systems.
#[allow(clippy::unnecessary_cast)]
fn is_kernel_file_system(path: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    const KINDS: [i64; 10] = [
        libc::PROC_SUPER_MAGIC as i64,
        libc::SYSFS_MAGIC as i64,
        libc::DEBUGFS_MAGIC as i64,
        libc::TRACEFS_MAGIC as i64,
        libc::SECURITYFS_MAGIC as i64,
        libc::CGROUP_SUPER_MAGIC as i64,
        libc::CGROUP2_SUPER_MAGIC as i64,
        libc::DEVPTS_SUPER_MAGIC as i64,
        libc::BPF_FS_MAGIC as i64,
        libc::SELINUX_MAGIC as i64,
    ];
    let Ok(path) = std::ffi::CString::new(path.as_os_str().as_bytes()) else { return false };
    // SAFETY: all-zero bytes are a valid statfs; the call fills it.
    unsafe {
        let mut about: libc::statfs = std::mem::zeroed();
        libc::statfs(path.as_ptr(), &mut about) == 0 && KINDS.contains(&(about.f_type as i64))
    }
}

#[cfg(not(target_os = "linux"))]
fn is_kernel_file_system(_: &Path) -> bool {
    false
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
            if is_kernel_file_system(&path) {
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
                    let found = std::iter::once(FileToRead { path, stamp });
                    self.store_found_files(context, &mut store, &masker, found, &mut tally)?;
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
        let seen: Mutex<HashSet<String>> = Mutex::default();
        let same = Mutex::new((0, 0));
        let rules = Permissions::from_context(context).read_rules(&Scope::from_env(&context.env, now_ms()).project)?;
        let mut refused = 0;
        let mut paths = Vec::new();
        for found in WalkBuilder::new(folder).require_git(false).sort_by_file_name(Ord::cmp).build() {
            match found {
                Ok(found) if !found.file_type().is_some_and(|kind| kind.is_file()) => {}
                // Mounted below: reading there may wait for ever, or do something.
                Ok(found) if is_kernel_file_system(found.path()) => {}
                Ok(found) if Permissions::from_context(context).may_read(&rules, found.path()) => {
                    paths.push(found.into_path())
                }
                Ok(_) => refused += 1,
                Err(error) => context.ui.warn(error),
            }
        }
        let found = paths.into_iter().filter_map(|path| {
            let stamp = FileStamp::from_metadata(&std::fs::metadata(&path).ok()?);
            let name = path.to_string_lossy().into_owned();
            let unchanged = before.get(name.as_str()) == Some(&stamp);
            lock_ignoring_poison(&seen).insert(name);
            if unchanged {
                let mut same = lock_ignoring_poison(&same);
                *same = (same.0 + 1, same.1 + stamp.size);
                return None;
            }
            Some(FileToRead { path, stamp })
        });
        self.store_found_files(context, store, masker, found, tally)?;
        let (files, bytes) = *lock_ignoring_poison(&same);
        tally.unchanged += files;
        tally.bytes += bytes;
        let seen = seen.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
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
        found: impl Iterator<Item = FileToRead> + Send,
        tally: &mut DocumentCounts,
    ) -> Result<()> {
        let bar = WorkBar::new(&context.env, "reading", None);
        let mut progress = |bytes: u64| bar.set_position(bytes);
        let mut failed = |why: String| context.ui.warn(why);
        let added = documents::add_documents(
            store,
            masker,
            &self.new_document_entry(context, None),
            found,
            &mut progress,
            &mut failed,
        );
        bar.end_bar();
        tally.add_counts(added?);
        Ok(())
    }

    fn store_stdin(&self, context: &Context, store: &mut Store, tally: &mut DocumentCounts) -> Result<()> {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("reading stdin")?;
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
        let started_at = now_ms();
        let here = NewEntry::in_working_directory(
            &context.env,
            EntryKind::Doc,
            Scope::from_env(&context.env, started_at),
            started_at,
        );
        NewEntry { label: self.label.map(str::to_owned), title: title.map(str::to_owned), ..here }
    }
}

fn lock_ignoring_poison<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
