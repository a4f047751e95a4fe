//! Outputs that wait beside the store for whoever opens it next: those that it could not take in time, and small ones of
//! commands that were over before it would have been open.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::{BlobWriter, EntryKind, Finished, NewEntry, Store, owner};
use crate::env::now_ms;
use crate::error::{Error, Result};
use crate::id::EntryId;
use crate::model::{Columns, Scope};

const DIR: &str = "spool";
/// Read and stored at a time.
const BLOCK: usize = 1 << 20;
/// How the two forms of a waiting output end: what is known of it with the bytes beside it, and all of it in one file.
const ABOUT: &str = "json";
const WHOLE: &str = "run";
/// Not finished yet. One that is older than this never will be.
const ASIDE: &str = "part";
const ABANDONED: Duration = Duration::from_secs(3600);

/// What is made of an output when it is stored at last: its id, what was known before and its bytes, where they are few.
pub type Reading<'a> = &'a mut dyn FnMut(&EntryId, &NewEntry, &[u8], &mut Finished);

/// An output on its way into a file: its bytes in `NAME.raw`, what is known of it in `NAME.json`.
pub struct Spool {
    about: PathBuf,
    bytes: File,
    known: Value,
}

impl Spool {
    /// `row`: the entry that was begun and could not be ended.
    pub fn begin(store_dir: &Path, new: &NewEntry, row: Option<i64>) -> io::Result<Spool> {
        let about = file_in(&make_dir(store_dir)?, ABOUT);
        let bytes = private(&about.with_extension("raw"))?;
        let mut known = known_at_start(new);
        known["row"] = json!(row);
        known["owner"] = json!(owner::this_process());
        let spool = Spool { about, bytes, known };
        spool.write_about()?;
        Ok(spool)
    }

    /// An output that has ended, at once. It is there, or this fails and nothing is.
    pub fn whole(store_dir: &Path, new: &NewEntry, bytes: &[u8], finished: &Finished) -> io::Result<()> {
        let mut known = known_at_start(new);
        add_end(&mut known, finished);
        let mut all = known.to_string().into_bytes();
        all.push(b'\n');
        all.extend_from_slice(bytes);
        let path = file_in(&make_dir(store_dir)?, WHOLE);
        written(&path, &all)
    }

    /// How many outputs of commands that are over wait there.
    pub fn waiting(store_dir: &Path) -> usize {
        let files = std::fs::read_dir(store_dir.join(DIR)).into_iter().flatten().flatten();
        files.filter(|file| Path::new(&file.file_name()).extension().is_some_and(|end| end == WHOLE)).count()
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.write_all(bytes)
    }

    pub fn finish(mut self, finished: &Finished) -> io::Result<()> {
        self.known["owner"] = Value::Null;
        add_end(&mut self.known, finished);
        self.write_about()
    }

    fn write_about(&self) -> io::Result<()> {
        written(&self.about, self.known.to_string().as_bytes())
    }
}

fn make_dir(store_dir: &Path) -> io::Result<PathBuf> {
    let dir = store_dir.join(DIR);
    match std::fs::DirBuilder::new().mode(0o700).create(&dir) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(dir),
    }
}

/// A name of its own for each process, in the order of time.
fn file_in(dir: &Path, end: &str) -> PathBuf {
    dir.join(format!("{}-{}.{end}", now_ms(), std::process::id()))
}

fn known_at_start(new: &NewEntry) -> Value {
    let scope = new.scope.as_ref();
    json!({
        "kind": new.kind.name(), "command": new.command, "argv": new.argv, "label": new.label, "title": new.title,
        "intent": new.intent, "cwd": new.cwd, "started_at": new.started_at, "agent": new.agent, "call": new.call,
        "project": scope.map(|scope| scope.project.to_string_lossy()),
        "branch": scope.and_then(|scope| scope.branch.as_deref()), "session": scope.map(|scope| &scope.session),
    })
}

fn add_end(known: &mut Value, finished: &Finished) {
    let Columns { exit_code, signal, timed_out } = finished.status.columns();
    known["exit_code"] = json!(exit_code);
    known["signal"] = json!(signal);
    known["timed_out"] = json!(timed_out);
    known["still_open"] = json!(finished.still_open);
    known["duration_ms"] = json!(finished.duration_ms);
    known["streams"] = json!(finished.streams);
    known["printed"] = json!(finished.printed);
}

fn ended(known: &Value) -> Finished {
    let number = |name: &str| known[name].as_i64();
    let small = |name: &str| number(name).and_then(|number| i32::try_from(number).ok());
    let ended =
        Columns { exit_code: small("exit_code"), signal: small("signal"), timed_out: known["timed_out"] == true };
    let streams =
        known["streams"].as_array().map(|all| all.iter().map(|byte| byte.as_u64().unwrap_or(0) as u8).collect());
    Finished {
        status: ended.status(),
        still_open: known["still_open"] == true,
        duration_ms: number("duration_ms"),
        streams,
        printed: number("printed").and_then(|printed| usize::try_from(printed).ok()),
        ..Finished::default()
    }
}

/// Written aside and moved, so that nobody reads half of it.
fn written(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let aside = path.with_extension(ASIDE);
    let done = private(&aside).and_then(|mut file| file.write_all(bytes)).and_then(|()| std::fs::rename(&aside, path));
    if done.is_err() {
        let _ = std::fs::remove_file(aside);
    }
    done
}

fn private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).custom_flags(libc::O_NOFOLLOW).open(path)
}

impl Store {
    /// Whether anything may wait there: a look that costs nothing.
    pub fn has_spool(&self) -> bool {
        self.path().parent().is_some_and(|dir| dir.join(DIR).exists())
    }

    /// Stores what waits there of commands that have ended since, as far as `read` made of it; how many. What cannot be
    /// stored now goes on waiting.
    pub fn take_in_spool(&mut self, read: Reading<'_>) -> Result<usize> {
        let Some(dir) = self.path().parent().map(|dir| dir.join(DIR)) else { return Ok(0) };
        let Ok(files) = std::fs::read_dir(&dir) else { return Ok(0) };
        let mut waiting: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        waiting.sort();
        let (mut taken, mut failure) = (0, None);
        for file in waiting {
            let done = match file.extension().and_then(|end| end.to_str()) {
                Some(ABOUT) => self.take_in(&file, read),
                Some(WHOLE) => self.take_in_whole(&file, read),
                Some(ASIDE) => {
                    clear_away(&file);
                    continue;
                }
                _ => continue,
            };
            match done {
                Ok(done) => taken += usize::from(done),
                Err(error) => failure = Some(error),
            }
        }
        // Goes when it is empty.
        let _ = std::fs::remove_dir(dir);
        failure.map_or(Ok(taken), Err)
    }

    fn take_in_whole(&mut self, path: &Path, read: Reading<'_>) -> Result<bool> {
        let failed = |error: io::Error| Error::failed(format_args!("{}: {error}", path.display()));
        // Gone: somebody else has stored it.
        let Ok(mut file) = File::open(path) else { return Ok(false) };
        let lock = FileLock::take(&file);
        if lock.is_none() || !path.exists() {
            return Ok(false);
        }
        let mut all = Vec::new();
        file.read_to_end(&mut all).map_err(failed)?;
        let end = memchr::memchr(b'\n', &all).unwrap_or(all.len());
        let Ok(known) = serde_json::from_slice::<Value>(&all[..end]) else { return Ok(false) };
        let bytes = all.get(end + 1..).unwrap_or_default();
        let (new, mut finished) = (spooled(&known), ended(&known));
        let (row, id) = self.begin(&new)?;
        read(&id, &new, bytes, &mut finished);
        self.finish(row, BlobWriter::new(row), bytes, &finished)?;
        std::fs::remove_file(path).map_err(failed)?;
        Ok(true)
    }

    fn take_in(&mut self, about: &Path, read: Reading<'_>) -> Result<bool> {
        let failed = |error: io::Error| Error::failed(format_args!("{}: {error}", about.display()));
        let text = std::fs::read(about).map_err(failed)?;
        let Ok(known) = serde_json::from_slice::<Value>(&text) else { return Ok(false) };
        if known["owner"].as_str().is_some_and(owner::is_alive) {
            return Ok(false);
        }
        let raw = about.with_extension("raw");
        let mut bytes = File::open(&raw).map_err(failed)?;
        let lock = FileLock::take(&bytes);
        if lock.is_none() || !about.exists() {
            return Ok(false);
        }
        let (row, id) = self.spooled_row(&known)?;
        let mut writer = BlobWriter::new(row);
        let mut block = Vec::with_capacity(BLOCK);
        let mut is_all = true;
        loop {
            block.clear();
            let got = (&mut bytes).take(BLOCK as u64).read_to_end(&mut block).map_err(failed)?;
            if got < BLOCK {
                break;
            }
            writer.append(self, &block)?;
            is_all = false;
        }
        let mut finished = ended(&known);
        if is_all {
            read(&id, &spooled(&known), &block, &mut finished);
        }
        self.finish(row, writer, &block, &finished)?;
        std::fs::remove_file(about).map_err(failed)?;
        std::fs::remove_file(raw).map_err(failed)?;
        Ok(true)
    }

    /// The entry that waits for these bytes, or a new one.
    fn spooled_row(&mut self, known: &Value) -> Result<(i64, EntryId)> {
        if let Some(row) = known["row"].as_i64() {
            let waits = self.read(|db| {
                db.query_row(
                    "SELECT EXISTS (SELECT 1 FROM entry WHERE id = ?1 AND state = 'running' AND started_at = ?2)",
                    (row, known["started_at"].as_i64()),
                    |found| found.get(0),
                )
            })?;
            if waits {
                return Ok((row, self.entry(row)?.id));
            }
        }
        self.begin(&spooled(known))
    }
}

fn spooled(known: &Value) -> NewEntry {
    let text = |name: &str| known[name].as_str().map(str::to_owned);
    let scope = text("session").zip(text("project")).map(|(session, project)| Scope {
        project: project.into(),
        branch: text("branch"),
        session,
    });
    let argv = known["argv"].as_array().into_iter().flatten().filter_map(|word| Some(word.as_str()?.to_owned()));
    NewEntry {
        kind: EntryKind::named(known["kind"].as_str().unwrap_or_default()),
        command: text("command"),
        argv: argv.collect(),
        label: text("label"),
        title: text("title"),
        intent: text("intent"),
        cwd: text("cwd"),
        scope,
        started_at: known["started_at"].as_i64().unwrap_or_else(now_ms),
        agent: text("agent"),
        call: text("call"),
        ..NewEntry::default()
    }
}

/// Whoever wrote this was killed over it.
fn clear_away(aside: &Path) {
    let age = std::fs::metadata(aside).and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
    if age.is_some_and(|age| age > ABANDONED) {
        // Tried again by the next one.
        let _ = std::fs::remove_file(aside);
    }
}

/// Held while a spooled output is stored; the kernel lets go of it whatever happens.
struct FileLock;

impl FileLock {
    fn take(file: &File) -> Option<FileLock> {
        use std::os::fd::AsRawFd;
        // SAFETY: a lock on a descriptor that we own.
        (unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } == 0).then_some(FileLock)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlobReader, Filter};
    use super::*;
    use crate::model::Status;

    fn spooled(dir: &Path, command: &str, bytes: &[u8], done: bool) {
        let new = NewEntry { command: Some(command.into()), started_at: 7, ..NewEntry::default() };
        let mut spool = Spool::begin(dir, &new, None).unwrap();
        spool.write(bytes).unwrap();
        if done {
            spool.finish(&Finished { status: Status::Exit(3), duration_ms: Some(12), ..Finished::default() }).unwrap();
        }
    }

    #[test]
    fn what_has_ended_is_taken_in_once_and_whole() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let bytes: Vec<u8> = (0..300_000u32).flat_map(|n| format!("{n}\n").into_bytes()).collect();
        spooled(dir.path(), "make", &bytes, true);
        assert!(store.has_spool());
        assert_eq!(store.take_in_spool(&mut |_, _, _, _| panic!("too much to be read")).unwrap(), 1);
        assert_eq!(store.take_in_spool(&mut |_, _, _, _| {}).unwrap(), 0);
        let entry = store.history(&Filter::default()).unwrap().remove(0);
        assert_eq!(
            (entry.command.as_deref(), entry.status, entry.duration_ms),
            (Some("make"), Status::Exit(3), Some(12))
        );
        assert_eq!(store.bytes(entry.row).unwrap().unwrap(), bytes);
        let mut reader = BlobReader::new(&store, entry.blob.unwrap());
        assert!(reader.next_chunk().unwrap().is_some());
        assert!(!store.has_spool());
    }

    #[test]
    fn a_small_one_is_in_one_file_and_read_when_it_is_stored() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let new = NewEntry { command: Some("ls\n-l".into()), call: Some("c1".into()), ..NewEntry::default() };
        let finished = Finished { status: Status::Signal(9), printed: Some(3), ..Finished::default() };
        Spool::whole(dir.path(), &new, b"a\n\xff", &finished).unwrap();
        assert_eq!(Spool::waiting(dir.path()), 1);
        let mut seen = Vec::new();
        let mut read = |id: &EntryId, new: &NewEntry, bytes: &[u8], finished: &mut Finished| {
            finished.summary = Some(format!("{id} {}", new.call.as_deref().unwrap()));
            seen = bytes.to_vec();
        };
        assert_eq!(store.take_in_spool(&mut read).unwrap(), 1);
        assert_eq!(seen, b"a\n\xff");
        let entry = store.history(&Filter::default()).unwrap().remove(0);
        assert_eq!((entry.command.as_deref(), entry.status), (Some("ls\n-l"), Status::Signal(9)));
        assert_eq!(entry.summary.unwrap(), format!("{} c1", entry.id));
        assert_eq!(store.bytes(entry.row).unwrap().unwrap(), b"a\n\xff");
        assert!(!store.has_spool());
    }

    #[test]
    fn one_that_still_runs_is_left_alone_and_rubbish_does_no_harm() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        spooled(dir.path(), "server", b"up\n", false);
        std::fs::write(dir.path().join(DIR).join("9-9.json"), b"{ no json").unwrap();
        std::fs::write(dir.path().join(DIR).join("9-9.run"), b"{ no json").unwrap();
        std::fs::write(dir.path().join(DIR).join("9-9.part"), b"half").unwrap();
        assert_eq!(store.take_in_spool(&mut |_, _, _, _| {}).unwrap(), 0);
        assert!(store.history(&Filter::default()).unwrap().is_empty());
        assert_eq!(std::fs::read_dir(dir.path().join(DIR)).unwrap().count(), 5);
    }
}
