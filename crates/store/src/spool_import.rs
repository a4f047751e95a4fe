//! Stores the outputs that wait in the spool beside the store: each one once, even if the process is stopped meanwhile.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::spool::{ABOUT, ASIDE, DIR, RAW, WHOLE, is_own_folder, open_own_file};
use super::{BlobWriter, EntryKind, EntryOutcome, NewEntry, Store, writer_process};
use crate::error::{Context, Result};
use crate::sql::ReadQueries;
use ctx_model::env::unix_time_ms;
use ctx_model::id::EntryId;
use ctx_model::{Scope, StatusColumns};

/// Read and stored at a time.
const BLOCK: usize = 1 << 20;
/// Larger descriptions, and larger outputs in one file, are none of ours.
const LARGEST_ABOUT: u64 = 16 << 20;
const LARGEST_WHOLE: u64 = 64 << 20;
/// How long a reader, who wants all outputs, waits for other processes that are storing some of them.
const OTHERS: Duration = Duration::from_millis(250);
/// An unfinished output older than this will never be finished.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Digests an output that is stored at last: gets its id, the facts known before, and its bytes if they are few.
pub type OutputDigester<'a> = &'a mut dyn FnMut(&EntryId, &NewEntry, &[u8], &mut EntryOutcome);

/// How much of a waiting output the store has already.
enum AlreadyStored {
    /// Nothing: it is stored under this id.
    Nothing(EntryId),
    /// An unfinished entry: begun with the command, or by a process that was stopped while storing it.
    Begun(i64, EntryId),
    /// All of it: a process was stopped before it had removed the file.
    All,
}

impl Store {
    /// Whether anything may wait there: a cheap check.
    pub fn may_have_waiting_outputs(&self) -> bool {
        self.database_path().parent().is_some_and(|dir| dir.join(DIR).exists())
    }

    /// Stores the waiting outputs of commands that have ended, with the digest that `read` makes of them; how many. An
    /// output that cannot be stored now goes on waiting.
    pub fn import_spool(&mut self, read: OutputDigester<'_>) -> Result<usize> {
        let Some(dir) = self.database_path().parent().map(|dir| dir.join(DIR)) else { return Ok(0) };
        if !is_own_folder(&dir) {
            return Ok(0);
        }
        let Ok(files) = std::fs::read_dir(&dir) else { return Ok(0) };
        let mut waiting: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        waiting.sort();
        let (mut taken, mut failure) = (0, None);
        let until = Instant::now() + OTHERS;
        for file in waiting {
            let done = match file.extension().and_then(|end| end.to_str()) {
                Some(ABOUT) => self.import_two_file_output(&file, read, until),
                Some(WHOLE) => self.import_one_file_output(&file, read, until),
                Some(ASIDE) => {
                    remove_file_if_abandoned(&file);
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

    fn import_one_file_output(&mut self, path: &Path, read: OutputDigester<'_>, until: Instant) -> Result<bool> {
        // Gone: somebody else has stored it. Or it is nothing of ours.
        let Some(file) = open_own_file(path, LARGEST_WHOLE) else { return Ok(false) };
        if !lock_file_until(&file, until) || !path.exists() {
            return Ok(false);
        }
        let (mut bytes, mut about) = (BufReader::new(&file), Vec::new());
        bytes.read_until(b'\n', &mut about).context(path.display())?;
        let Ok(known) = serde_json::from_slice::<Value>(&about) else { return Ok(false) };
        let stored = self.store_waiting_output(&known, &mut bytes, read)?;
        std::fs::remove_file(path).context(path.display())?;
        Ok(stored)
    }

    fn import_two_file_output(&mut self, about: &Path, read: OutputDigester<'_>, until: Instant) -> Result<bool> {
        let Some(mut described) = open_own_file(about, LARGEST_ABOUT) else { return Ok(false) };
        let mut text = Vec::new();
        described.read_to_end(&mut text).context(about.display())?;
        let Ok(known) = serde_json::from_slice::<Value>(&text) else { return Ok(false) };
        if known["owner"].as_str().is_some_and(writer_process::may_owner_process_be_alive) {
            return Ok(false);
        }
        let raw = about.with_extension(RAW);
        let Some(mut bytes) = open_own_file(&raw, u64::MAX) else {
            let is_gone = std::fs::symlink_metadata(&raw).is_err();
            if is_gone && matches!(self.find_already_stored(&known)?, AlreadyStored::All) {
                std::fs::remove_file(about).context(about.display())?;
            }
            return Ok(false);
        };
        if !lock_file_until(&bytes, until) || !about.exists() {
            return Ok(false);
        }
        let stored = self.store_waiting_output(&known, &mut bytes, read)?;
        // In this order: bytes without their description would stay for good.
        std::fs::remove_file(raw).context(about.display())?;
        std::fs::remove_file(about).context(about.display())?;
        Ok(stored)
    }

    /// Stores an output, in one transaction if it is small; false if all of it is there already.
    fn store_waiting_output(&mut self, known: &Value, bytes: &mut dyn Read, read: OutputDigester<'_>) -> Result<bool> {
        let mut next_block = || -> Result<Vec<u8>> {
            let mut block = Vec::new();
            let got = bytes.take(BLOCK as u64).read_to_end(&mut block);
            got.context("an output that waits")?;
            Ok(block)
        };
        let (new, mut finished, mut block) =
            (new_entry_from_json(known), entry_outcome_from_json(known), next_block()?);
        let is_all = block.len() < BLOCK;
        let (row, id) = match self.find_already_stored(known)? {
            AlreadyStored::All => return Ok(false),
            AlreadyStored::Nothing(id) if is_all => {
                read(&id, &new, &block, &mut finished);
                self.store_finished_entry_with_bytes(&id, &new, &block, &finished)?;
                return Ok(true);
            }
            AlreadyStored::Nothing(id) => self.begin_entry_preferring_id(&new, id)?,
            AlreadyStored::Begun(row, id) => {
                self.empty_and_take_over_unfinished_entry(row)?;
                (row, id)
            }
        };
        let mut writer = BlobWriter::new(row);
        if is_all {
            read(&id, &new, &block, &mut finished);
        }
        while block.len() == BLOCK {
            writer.append(self, &block)?;
            block = next_block()?;
        }
        self.finish_entry(row, writer, &block, &finished)?;
        Ok(true)
    }

    fn find_already_stored(&self, known: &Value) -> Result<AlreadyStored> {
        let Some(id) = known["ref"].as_str().filter(|id| EntryId::is_valid(id)) else {
            return Ok(AlreadyStored::Nothing(EntryId::random_id()));
        };
        let found: Option<(i64, i64, bool)> =
            self.first("SELECT id, started_at, state = 'running' FROM entry WHERE ref = ?1", [id])?;
        let id = EntryId::from_stored(id.to_owned());
        Ok(match found {
            None => AlreadyStored::Nothing(id),
            // The entry of another command.
            Some((_, at, _)) if Some(at) != known["started_at"].as_i64() => {
                AlreadyStored::Nothing(EntryId::random_id())
            }
            Some((row, _, true)) => AlreadyStored::Begun(row, id),
            Some(_) => AlreadyStored::All,
        })
    }
}

fn entry_outcome_from_json(known: &Value) -> EntryOutcome {
    let number = |name: &str| known[name].as_i64();
    let small = |name: &str| number(name).and_then(|number| i32::try_from(number).ok());
    let ended =
        StatusColumns { exit_code: small("exit_code"), signal: small("signal"), timed_out: known["timed_out"] == true };
    let streams =
        known["streams"].as_array().map(|all| all.iter().map(|byte| byte.as_u64().unwrap_or(0) as u8).collect());
    EntryOutcome {
        status: ended.to_status(),
        still_open: known["still_open"] == true,
        duration_ms: number("duration_ms"),
        streams,
        printed: number("printed").and_then(|printed| usize::try_from(printed).ok()),
        ..EntryOutcome::default()
    }
}

fn new_entry_from_json(known: &Value) -> NewEntry {
    let text = |name: &str| known[name].as_str().map(str::to_owned);
    let scope = text("session").zip(text("project")).map(|(session, project)| Scope {
        project: project.into(),
        branch: text("branch"),
        session,
    });
    let argv = known["argv"].as_array().into_iter().flatten().filter_map(|word| Some(word.as_str()?.to_owned()));
    NewEntry {
        kind: EntryKind::from_name_or_run(known["kind"].as_str().unwrap_or_default()),
        command: text("command"),
        argv: argv.collect(),
        label: text("label"),
        title: text("title"),
        intent: text("intent"),
        cwd: text("cwd"),
        scope,
        started_at: known["started_at"].as_i64().unwrap_or_else(unix_time_ms),
        agent: text("agent"),
        call: text("call"),
        ..NewEntry::default()
    }
}

/// Removes a file whose writer was killed.
fn remove_file_if_abandoned(aside: &Path) {
    let age =
        std::fs::symlink_metadata(aside).and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
    if age.is_some_and(|age| age > ABANDONED) {
        // The next process tries again.
        let _ = std::fs::remove_file(aside);
    }
}

/// Takes the lock under which a waiting output is stored; the kernel lets go of it with the file, whatever happens.
fn lock_file_until(file: &File, until: Instant) -> bool {
    while file.try_lock().is_err() {
        if Instant::now() >= until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::{BlobReader, HistoryFilter, SpoolWriter};
    use super::*;
    use ctx_model::CommandEndStatus;

    fn spooled(dir: &Path, command: &str, bytes: &[u8], done: bool) {
        let new = NewEntry { command: Some(command.into()), started_at: 7, ..NewEntry::default() };
        let mut spool = SpoolWriter::begin(dir, &new, None).unwrap();
        spool.write(bytes).unwrap();
        if done {
            spool
                .finish(&EntryOutcome {
                    status: CommandEndStatus::Exit(3),
                    duration_ms: Some(12),
                    ..EntryOutcome::default()
                })
                .unwrap();
        }
    }

    fn write_whole_output(dir: &Path, new: &NewEntry, bytes: &[u8], finished: &EntryOutcome) {
        SpoolWriter::prepare_file_ahead(dir, new, &EntryId::random_id())
            .unwrap()
            .fill_in_output(bytes, finished)
            .unwrap();
    }

    #[test]
    fn a_finished_output_is_stored_once_and_whole() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let bytes: Vec<u8> = (0..300_000u32).flat_map(|n| format!("{n}\n").into_bytes()).collect();
        spooled(dir.path(), "make", &bytes, true);
        assert!(store.may_have_waiting_outputs());
        assert_eq!(store.import_spool(&mut |_, _, _, _| panic!("too much to be read")).unwrap(), 1);
        assert_eq!(store.import_spool(&mut |_, _, _, _| {}).unwrap(), 0);
        let entry = store.list_history_entries(&HistoryFilter::default()).unwrap().remove(0);
        assert_eq!(
            (entry.command.as_deref(), entry.status, entry.duration_ms),
            (Some("make"), CommandEndStatus::Exit(3), Some(12))
        );
        assert_eq!(store.entry_bytes(entry.row).unwrap().unwrap(), bytes);
        let mut reader = BlobReader::new(&store, entry.blob.unwrap());
        assert!(reader.next_chunk().unwrap().is_some());
        assert!(!store.may_have_waiting_outputs());
    }

    #[test]
    fn a_small_one_is_in_one_file_and_read_when_it_is_stored() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let new = NewEntry { command: Some("ls\n-l".into()), call: Some("c1".into()), ..NewEntry::default() };
        let finished =
            EntryOutcome { status: CommandEndStatus::Signal(9), printed: Some(3), ..EntryOutcome::default() };
        write_whole_output(dir.path(), &new, b"a\n\xff", &finished);
        assert_eq!(SpoolWriter::count_waiting(dir.path()), 1);
        let mut seen = Vec::new();
        let mut read = |id: &EntryId, new: &NewEntry, bytes: &[u8], finished: &mut EntryOutcome| {
            finished.summary = Some(format!("{id} {}", new.call.as_deref().unwrap()));
            seen = bytes.to_vec();
        };
        assert_eq!(store.import_spool(&mut read).unwrap(), 1);
        assert_eq!(seen, b"a\n\xff");
        let entry = store.list_history_entries(&HistoryFilter::default()).unwrap().remove(0);
        assert_eq!((entry.command.as_deref(), entry.status), (Some("ls\n-l"), CommandEndStatus::Signal(9)));
        assert_eq!(entry.summary.unwrap(), format!("{} c1", entry.id));
        assert_eq!(store.entry_bytes(entry.row).unwrap().unwrap(), b"a\n\xff");
        assert!(!store.may_have_waiting_outputs());
    }

    #[test]
    fn one_that_still_runs_is_left_alone_and_rubbish_does_no_harm() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        spooled(dir.path(), "server", b"up\n", false);
        std::fs::write(dir.path().join(DIR).join("9-9.json"), b"{ no json").unwrap();
        std::fs::write(dir.path().join(DIR).join("9-9.run"), b"{ no json").unwrap();
        std::fs::write(dir.path().join(DIR).join("9-9.part"), b"half").unwrap();
        assert_eq!(store.import_spool(&mut |_, _, _, _| {}).unwrap(), 0);
        assert!(store.list_history_entries(&HistoryFilter::default()).unwrap().is_empty());
        assert_eq!(std::fs::read_dir(dir.path().join(DIR)).unwrap().count(), 5);
    }

    /// Stopped while an output is being stored, or after that and before its files are gone.
    #[test]
    fn whoever_is_stopped_leaves_no_second_entry() {
        let big: Vec<u8> = (0..300_000u32).flat_map(|n| format!("{n}\n").into_bytes()).collect();
        let small = b"all of it\n".to_vec();
        for (bytes, is_whole) in [(&small, true), (&small, false), (&big, false)] {
            let dir = tempfile::tempdir().unwrap();
            let mut store = Store::open(dir.path()).unwrap();
            let wait = |bytes: &[u8]| match is_whole {
                true => {
                    let new = NewEntry { command: Some("make".into()), started_at: 7, ..NewEntry::default() };
                    write_whole_output(dir.path(), &new, bytes, &EntryOutcome::default());
                }
                false => spooled(dir.path(), "make", bytes, true),
            };
            wait(bytes);
            let spool = dir.path().join(DIR);
            let files: Vec<(PathBuf, Vec<u8>)> = std::fs::read_dir(&spool)
                .unwrap()
                .map(|file| file.unwrap().path())
                .map(|path| (path.clone(), std::fs::read(path).unwrap()))
                .collect();
            if bytes.len() < BLOCK {
                let stopped = std::panic::AssertUnwindSafe(|| store.import_spool(&mut |_, _, _, _| panic!("stopped")));
                assert!(std::panic::catch_unwind(stopped).is_err());
            } else {
                // A part of it is there.
                let about = files.iter().find(|(path, _)| path.extension() == Some(ABOUT.as_ref())).unwrap();
                let known: Value = serde_json::from_slice(&about.1).unwrap();
                let id = EntryId::from_stored(known["ref"].as_str().unwrap().to_owned());
                let new = NewEntry { command: Some("make".into()), started_at: 7, ..NewEntry::default() };
                let (row, _) = store.begin_entry_preferring_id(&new, id).unwrap();
                BlobWriter::new(row).append(&mut store, &bytes[..BLOCK]).unwrap();
            }
            assert_eq!(store.import_spool(&mut |_, _, _, _| {}).unwrap(), 1);
            for without_raw in [false, true] {
                std::fs::create_dir(&spool).unwrap();
                let is_left = |path: &Path| !without_raw || path.extension() != Some(RAW.as_ref());
                for (path, bytes) in files.iter().filter(|(path, _)| is_left(path)) {
                    std::fs::write(path, bytes).unwrap();
                }
                assert_eq!(store.import_spool(&mut |_, _, _, _| {}).unwrap(), 0);
                assert!(!store.may_have_waiting_outputs());
            }
            let all = store.list_history_entries(&HistoryFilter::default()).unwrap();
            assert_eq!(all.len(), 1);
            assert!(all[0].duration_ms.is_some() != is_whole && all[0].status != CommandEndStatus::Interrupted);
            assert_eq!(&store.entry_bytes(all[0].row).unwrap().unwrap(), bytes);
            let blobs: i64 =
                store.with_connection(|db| db.query_row("SELECT count(*) FROM blob", [], |row| row.get(0))).unwrap();
            assert_eq!(blobs, 1);
        }
    }

    #[test]
    fn somebody_who_stores_it_is_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let new = NewEntry { command: Some("make".into()), ..NewEntry::default() };
        write_whole_output(dir.path(), &new, b"made\n", &EntryOutcome::default());
        let file = std::fs::read_dir(dir.path().join(DIR)).unwrap().next().unwrap().unwrap().path();
        let other = File::open(file).unwrap();
        assert!(lock_file_until(&other, Instant::now()));
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            drop(other);
        });
        assert_eq!(store.import_spool(&mut |_, _, _, _| {}).unwrap(), 1);
        other.join().unwrap();
    }

    #[test]
    fn an_id_that_another_command_has_is_not_taken_for_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        spooled(dir.path(), "make", b"made\n", true);
        let about = std::fs::read_dir(dir.path().join(DIR)).unwrap().map(|file| file.unwrap().path());
        let about = about.into_iter().find(|path| path.extension() == Some(ABOUT.as_ref())).unwrap();
        let known: Value = serde_json::from_slice(&std::fs::read(about).unwrap()).unwrap();
        let other = NewEntry { command: Some("ls".into()), started_at: 6, ..NewEntry::default() };
        store
            .begin_entry_preferring_id(&other, EntryId::from_stored(known["ref"].as_str().unwrap().to_owned()))
            .unwrap();
        assert_eq!(store.import_spool(&mut |_, _, _, _| {}).unwrap(), 1);
        assert_eq!(store.list_history_entries(&HistoryFilter::default()).unwrap().len(), 2);
    }
}
