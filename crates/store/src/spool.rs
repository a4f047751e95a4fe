//! Outputs that wait beside the store until it is opened next: those that it could not take in time, and small ones of
//! commands that were over before it would have been open.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{EntryOutcome, NewEntry, writer_process};
use ctx_model::StatusColumns;
use ctx_model::env::{unix_time_ms, user_id};
use ctx_model::id::EntryId;

pub(super) const DIR: &str = "spool";
/// The file endings of the two forms of a waiting output: its description beside its bytes, and all of it in one file.
pub(super) const ABOUT: &str = "json";
pub(super) const RAW: &str = "raw";
pub(super) const WHOLE: &str = "run";
/// Not finished yet.
pub(super) const ASIDE: &str = "part";

/// An output on its way into a file: its bytes in `NAME.raw`, what is known of it in `NAME.json`.
pub struct SpoolWriter {
    about: PathBuf,
    bytes: File,
    known: Value,
}

impl SpoolWriter {
    /// `id`: of the entry that was begun and could not be ended.
    pub fn begin(store_dir: &Path, new: &NewEntry, id: Option<EntryId>) -> io::Result<SpoolWriter> {
        let about = new_spool_path(&make_spool_dir(store_dir)?, ABOUT);
        let bytes = create_private_file(&about.with_extension(RAW))?;
        let mut known = entry_metadata_json(new, &id.unwrap_or_else(EntryId::random_id));
        known["owner"] = json!(writer_process::current_process_identity());
        let spool = SpoolWriter { about, bytes, known };
        spool.write_metadata()?;
        Ok(spool)
    }

    /// The file of a command that still runs, so that little is left to do at its end.
    pub fn prepare_file_ahead(store_dir: &Path, new: &NewEntry, id: &EntryId) -> io::Result<PreparedSpoolFile> {
        let path = new_spool_path(&make_spool_dir(store_dir)?, WHOLE);
        let aside = path.with_extension(ASIDE);
        let file = create_private_file(&aside)?;
        Ok(PreparedSpoolFile { path, aside, file, id: id.clone(), known: entry_metadata_json(new, id) })
    }

    /// How many outputs of commands that are over wait there.
    pub fn count_waiting(store_dir: &Path) -> usize {
        let dir = store_dir.join(DIR);
        let files = std::fs::read_dir(&dir).ok().filter(|_| is_own_folder(&dir)).into_iter().flatten().flatten();
        files.filter(|file| Path::new(&file.file_name()).extension().is_some_and(|end| end == WHOLE)).count()
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.write_all(bytes)
    }

    pub fn finish(mut self, finished: &EntryOutcome) -> io::Result<()> {
        self.known["owner"] = Value::Null;
        add_finish_metadata(&mut self.known, finished);
        self.write_metadata()
    }

    fn write_metadata(&self) -> io::Result<()> {
        write_atomically(&self.about, self.known.to_string().as_bytes())
    }
}

/// The file of an output that is not there yet. It is gone if the output is never filled in.
pub struct PreparedSpoolFile {
    path: PathBuf,
    aside: PathBuf,
    file: File,
    id: EntryId,
    known: Value,
}

impl PreparedSpoolFile {
    /// The id that the entry will get.
    pub fn id(&self) -> &EntryId {
        &self.id
    }

    /// The output is there, or this fails and nothing is.
    pub fn fill_in_output(mut self, bytes: &[u8], finished: &EntryOutcome) -> io::Result<()> {
        add_finish_metadata(&mut self.known, finished);
        let mut all = self.known.to_string().into_bytes();
        all.push(b'\n');
        all.extend_from_slice(bytes);
        self.file.write_all(&all)?;
        std::fs::rename(&self.aside, &self.path)?;
        // Nothing is left to remove.
        self.aside.clear();
        Ok(())
    }
}

impl Drop for PreparedSpoolFile {
    fn drop(&mut self) {
        if !self.aside.as_os_str().is_empty() {
            let _ = std::fs::remove_file(&self.aside);
        }
    }
}

fn make_spool_dir(store_dir: &Path) -> io::Result<PathBuf> {
    let dir = store_dir.join(DIR);
    // Looking is cheaper than a call that fails.
    if is_own_folder(&dir) {
        return Ok(dir);
    }
    match std::fs::DirBuilder::new().mode(0o700).create(&dir) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ if !is_own_folder(&dir) => Err(io::Error::other("is not a folder of ours")),
        _ => Ok(dir),
    }
}

/// A folder, not a link to one, that belongs to us.
pub(super) fn is_own_folder(dir: &Path) -> bool {
    std::fs::symlink_metadata(dir).is_ok_and(|meta| meta.is_dir() && meta.uid() == user_id())
}

/// A waiting file, if it is one of ours: no link, no pipe, nobody else's, and no larger than this.
pub(super) fn open_own_file(path: &Path, largest: u64) -> Option<File> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).ok()?;
    let meta = file.metadata().ok()?;
    (meta.is_file() && meta.uid() == user_id() && meta.len() <= largest).then_some(file)
}

/// A name of its own for each process, in the order of time.
fn new_spool_path(dir: &Path, end: &str) -> PathBuf {
    dir.join(format!("{}-{}.{end}", unix_time_ms(), std::process::id()))
}

/// The id is chosen here: if the process that stores this is stopped, the next one makes no second entry.
fn entry_metadata_json(new: &NewEntry, id: &EntryId) -> Value {
    let scope = new.scope.as_ref();
    json!({
        "ref": id.as_str(), "kind": new.kind.name(), "command": new.command, "argv": new.argv, "label": new.label, "title": new.title,
        "intent": new.intent, "cwd": new.cwd, "started_at": new.started_at, "agent": new.agent, "call": new.call,
        "project": scope.map(|scope| scope.project.to_string_lossy()),
        "branch": scope.and_then(|scope| scope.branch.as_deref()), "session": scope.map(|scope| &scope.session),
    })
}

fn add_finish_metadata(known: &mut Value, finished: &EntryOutcome) {
    let StatusColumns { exit_code, signal, timed_out } = finished.status.to_columns();
    known["exit_code"] = json!(exit_code);
    known["signal"] = json!(signal);
    known["timed_out"] = json!(timed_out);
    known["still_open"] = json!(finished.still_open);
    known["duration_ms"] = json!(finished.duration_ms);
    known["streams"] = json!(finished.streams);
    known["printed"] = json!(finished.printed);
}

/// Written aside and moved, so that nobody reads half of it.
fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let aside = path.with_extension(ASIDE);
    let done = create_private_file(&aside)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| std::fs::rename(&aside, path));
    if done.is_err() {
        let _ = std::fs::remove_file(aside);
    }
    done
}

fn create_private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).custom_flags(libc::O_NOFOLLOW).open(path)
}
