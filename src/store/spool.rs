//! Outputs that the store could not take in time: in files beside it, until the next run stores them.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{BlobWriter, EntryKind, Finished, NewEntry, Store, owner};
use crate::env::now_ms;
use crate::error::{Error, Result};
use crate::model::Columns;
use crate::model::Scope;

const DIR: &str = "spool";
/// Read and stored at a time.
const BLOCK: usize = 1 << 20;

/// An output on its way into a file: its bytes in `NAME.raw`, what is known of it in `NAME.json`.
pub struct Spool {
    about: PathBuf,
    bytes: File,
    known: Value,
}

impl Spool {
    /// `row`: the entry that was begun and could not be ended.
    pub fn begin(store_dir: &Path, new: &NewEntry, row: Option<i64>) -> io::Result<Spool> {
        let dir = store_dir.join(DIR);
        match std::fs::DirBuilder::new().mode(0o700).create(&dir) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let name = format!("{}-{}", now_ms(), std::process::id());
        let about = dir.join(format!("{name}.json"));
        let bytes = private(&dir.join(format!("{name}.raw")))?;
        let scope = new.scope.as_ref();
        let known = json!({
            "row": row, "kind": new.kind.name(), "command": new.command, "argv": new.argv, "label": new.label,
            "title": new.title, "intent": new.intent, "cwd": new.cwd, "started_at": new.started_at, "agent": new.agent,
            "call": new.call, "project": scope.map(|scope| scope.project.to_string_lossy()),
            "branch": scope.and_then(|scope| scope.branch.as_deref()), "session": scope.map(|scope| &scope.session),
            "owner": owner::this_process(),
        });
        let spool = Spool { about, bytes, known };
        spool.write_about()?;
        Ok(spool)
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.write_all(bytes)
    }

    pub fn finish(mut self, finished: &Finished) -> io::Result<()> {
        let Columns { exit_code, signal, timed_out } = finished.status.columns();
        self.known["owner"] = Value::Null;
        self.known["exit_code"] = json!(exit_code);
        self.known["signal"] = json!(signal);
        self.known["timed_out"] = json!(timed_out);
        self.known["still_open"] = json!(finished.still_open);
        self.known["duration_ms"] = json!(finished.duration_ms);
        self.known["streams"] = json!(finished.streams);
        self.write_about()
    }

    /// Written aside and moved, so that nobody reads half of it.
    fn write_about(&self) -> io::Result<()> {
        let aside = self.about.with_extension("part");
        let mut file = private(&aside)?;
        file.write_all(self.known.to_string().as_bytes())?;
        std::fs::rename(aside, &self.about)
    }
}

fn private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).custom_flags(libc::O_NOFOLLOW).open(path)
}

impl Store {
    /// Stores what was spooled by commands that have ended since; how many.
    pub fn take_in_spool(&mut self) -> Result<usize> {
        let Some(dir) = self.path().parent().map(|dir| dir.join(DIR)) else { return Ok(0) };
        let Ok(files) = std::fs::read_dir(&dir) else { return Ok(0) };
        let mut waiting: Vec<PathBuf> = files
            .flatten()
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|end| end == "json"))
            .collect();
        waiting.sort();
        let mut taken = 0;
        for about in waiting {
            taken += usize::from(self.take_in(&about)?);
        }
        // Goes when it is empty.
        let _ = std::fs::remove_dir(dir);
        Ok(taken)
    }

    fn take_in(&mut self, about: &Path) -> Result<bool> {
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
        let row = self.spooled_row(&known)?;
        let mut writer = BlobWriter::new(row);
        let mut block = Vec::with_capacity(BLOCK);
        loop {
            block.clear();
            let got = (&mut bytes).take(BLOCK as u64).read_to_end(&mut block).map_err(failed)?;
            if got < BLOCK {
                break;
            }
            writer.append(self, &block)?;
        }
        let number = |name: &str| known[name].as_i64();
        let small = |name: &str| number(name).and_then(|number| i32::try_from(number).ok());
        let ended =
            Columns { exit_code: small("exit_code"), signal: small("signal"), timed_out: known["timed_out"] == true };
        let streams =
            known["streams"].as_array().map(|all| all.iter().map(|byte| byte.as_u64().unwrap_or(0) as u8).collect());
        let finished = Finished {
            status: ended.status(),
            still_open: known["still_open"] == true,
            duration_ms: number("duration_ms"),
            streams,
            ..Finished::default()
        };
        self.finish(row, writer, &block, &finished)?;
        std::fs::remove_file(about).map_err(failed)?;
        std::fs::remove_file(raw).map_err(failed)?;
        Ok(true)
    }

    /// The entry that waits for these bytes, or a new one.
    fn spooled_row(&mut self, known: &Value) -> Result<i64> {
        if let Some(row) = known["row"].as_i64() {
            let waits = self.read(|db| {
                db.query_row(
                    "SELECT EXISTS (SELECT 1 FROM entry WHERE id = ?1 AND state = 'running' AND started_at = ?2)",
                    (row, known["started_at"].as_i64()),
                    |found| found.get(0),
                )
            })?;
            if waits {
                return Ok(row);
            }
        }
        let text = |name: &str| known[name].as_str().map(str::to_owned);
        let scope = text("session").zip(text("project")).map(|(session, project)| Scope {
            project: project.into(),
            branch: text("branch"),
            session,
        });
        let new = NewEntry {
            kind: EntryKind::named(known["kind"].as_str().unwrap_or_default()),
            command: text("command"),
            argv: known["argv"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|word| Some(word.as_str()?.to_owned()))
                .collect(),
            label: text("label"),
            title: text("title"),
            intent: text("intent"),
            cwd: text("cwd"),
            scope,
            started_at: known["started_at"].as_i64().unwrap_or_else(now_ms),
            agent: text("agent"),
            call: text("call"),
            ..NewEntry::default()
        };
        self.begin(&new).map(|(row, _)| row)
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
        assert_eq!(store.take_in_spool().unwrap(), 1);
        assert_eq!(store.take_in_spool().unwrap(), 0);
        let entry = store.history(&Filter::default()).unwrap().remove(0);
        assert_eq!(
            (entry.command.as_deref(), entry.status, entry.duration_ms),
            (Some("make"), Status::Exit(3), Some(12))
        );
        assert_eq!(store.bytes(entry.row).unwrap().unwrap(), bytes);
        let mut reader = BlobReader::new(&store, entry.blob.unwrap());
        assert!(reader.next_chunk().unwrap().is_some());
        assert!(!dir.path().join(DIR).exists());
    }

    #[test]
    fn one_that_still_runs_is_left_alone_and_rubbish_does_no_harm() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        spooled(dir.path(), "server", b"up\n", false);
        std::fs::write(dir.path().join(DIR).join("9-9.json"), b"{ no json").unwrap();
        assert_eq!(store.take_in_spool().unwrap(), 0);
        assert!(store.history(&Filter::default()).unwrap().is_empty());
        assert_eq!(std::fs::read_dir(dir.path().join(DIR)).unwrap().count(), 3);
    }
}
