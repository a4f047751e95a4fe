//! Power loss: unsynced writes are lost or torn, at every point of run, store, import and a migration. The store stays
//! whole, and earlier entries stay readable byte for byte.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Done, Home, Random, eventually, finish, skip};

/// A disk loses or keeps a write in pieces of this size.
const SECTOR: usize = 512;

#[derive(Clone, Default)]
struct File {
    /// The bytes that survive.
    synced: Vec<u8>,
    /// Writes and cuts that came since, in order.
    since: Vec<(u64, Option<Vec<u8>>)>,
}

fn apply(file: &mut Vec<u8>, offset: u64, data: Option<&[u8]>) {
    let start = offset as usize;
    match data {
        None => file.resize(start, 0),
        Some(data) => {
            file.resize(file.len().max(start + data.len()), 0);
            file[start..start + data.len()].copy_from_slice(data);
        }
    }
}

impl File {
    fn sync(&mut self) {
        for (offset, data) in std::mem::take(&mut self.since) {
            apply(&mut self.synced, offset, data.as_deref());
        }
    }

    /// The file after a power loss: unsynced writes are lost, or some of their sectors are there.
    fn after(&self, torn: Option<&mut Random>) -> Vec<u8> {
        let mut file = self.synced.clone();
        let Some(random) = torn else { return file };
        for (offset, data) in &self.since {
            match data {
                None if random.below(2) == 0 => apply(&mut file, *offset, None),
                None => {}
                Some(data) => {
                    for (at, piece) in data.chunks(SECTOR).enumerate() {
                        if random.below(2) == 0 {
                            apply(&mut file, offset + (at * SECTOR) as u64, Some(piece));
                        }
                    }
                }
            }
        }
        file
    }
}

struct Op {
    kind: u8,
    path: PathBuf,
    offset: u64,
    data: Vec<u8>,
}

fn read_log(log: &Path) -> Vec<Op> {
    let bytes = std::fs::read(log).unwrap_or_default();
    let mut rest = &bytes[..];
    let mut ops = Vec::new();
    while rest.len() >= 32 {
        let word = |at: usize| u64::from_ne_bytes(rest[at * 8..at * 8 + 8].try_into().unwrap());
        let [kind, path, len, offset] = [word(0), word(1), word(2), word(3)];
        let body = &rest[32..];
        let (path, body) = body.split_at(path as usize);
        let (data, after) = body.split_at(len as usize);
        let path = PathBuf::from(String::from_utf8_lossy(path).into_owned());
        ops.push(Op { kind: kind as u8, path, offset, data: data.to_vec() });
        rest = after;
    }
    ops
}

type Disk = BTreeMap<PathBuf, File>;

fn disk_of(dir: &Path) -> Disk {
    let mut disk = Disk::new();
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        if entry.path().is_file() {
            disk.insert(entry.path(), File { synced: std::fs::read(entry.path()).unwrap(), since: Vec::new() });
        }
    }
    disk
}

fn play(disk: &mut Disk, op: &Op) {
    match op.kind {
        b'w' => disk.entry(op.path.clone()).or_default().since.push((op.offset, Some(op.data.clone()))),
        b't' => disk.entry(op.path.clone()).or_default().since.push((op.offset, None)),
        // A folder that is synced keeps names, which are taken to be kept anyway.
        b's' => disk.get_mut(&op.path).into_iter().for_each(File::sync),
        b'r' => {
            if let Some(file) = disk.remove(&op.path) {
                disk.insert(PathBuf::from(String::from_utf8_lossy(&op.data).into_owned()), file);
            }
        }
        b'u' => drop(disk.remove(&op.path)),
        kind => panic!("an unknown record: {kind}"),
    }
}

struct Scene {
    home: Home,
    library: PathBuf,
    _tools: tempfile::TempDir,
    /// An entry that is there before anything happens.
    before: String,
    whole: Vec<u8>,
}

impl Scene {
    fn new() -> Option<Scene> {
        let tools = tempfile::tempdir().unwrap();
        let library = tools.path().join("power.so");
        let source = tools.path().join("power.c");
        std::fs::write(&source, include_str!("power.c")).unwrap();
        let built =
            Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl").status();
        if !built.is_ok_and(|status| status.success()) {
            skip("no C compiler");
            return None;
        }
        let home = Home::new();
        let before = home.sh("seq 1 4000").id();
        let whole = home.ctx(["get", &before, "--raw"]).bytes;
        assert!(whole.len() > 10_000);
        Some(Scene { home, library, _tools: tools, before, whole })
    }

    /// A process in the background, which an import starts to index it, writes what the next record would not know of.
    fn wait_for_background_processes(&self) {
        let store = self.home.store();
        let has_file_of_store = |process: &Path| {
            let files = std::fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
            files
                .map(|file| std::fs::read_link(file.path()))
                .any(|file| file.is_ok_and(|file| file.starts_with(&store)))
        };
        eventually("nobody has a file of the store open", || {
            !std::fs::read_dir("/proc").unwrap().flatten().any(|process| has_file_of_store(&process.path()))
        });
    }

    /// Runs a command and returns what it did to the store.
    fn record(&self, command: &mut Command) -> (Done, Disk, Vec<Op>) {
        self.wait_for_background_processes();
        let log = self.home.path().join("log");
        let _ = std::fs::remove_file(&log);
        let disk = disk_of(&self.home.store());
        let done = finish(
            command.env("LD_PRELOAD", &self.library).env("POWER_BELOW", self.home.store()).env("POWER_LOG", &log),
        );
        (done, disk, read_log(&log))
    }

    /// The store after a power loss.
    fn found(&self, disk: &Disk, mut torn: Option<&mut Random>) -> Home {
        let home = Home::new();
        std::fs::create_dir(home.store()).unwrap();
        for (path, file) in disk {
            let name = path.strip_prefix(self.home.store()).unwrap();
            // The shared index lives in memory.
            if !name.to_string_lossy().ends_with("-shm") && name.components().count() == 1 {
                std::fs::write(home.store().join(name), file.after(torn.as_deref_mut())).unwrap();
            }
        }
        home
    }

    /// Loses power after every `step`th operation.
    fn everywhere(&self, what: &str, mut disk: Disk, ops: &[Op], step: usize) {
        assert!(ops.iter().any(|op| op.kind == b'w'), "{what}: nothing was written");
        let mut random = Random(7);
        for (at, op) in ops.iter().enumerate() {
            play(&mut disk, op);
            // Around a sync everything is looked at: that is where an order may be wrong.
            let near = ops[at.saturating_sub(1)..ops.len().min(at + 2)].iter().any(|op| op.kind == b's');
            if at % step != 0 && !(near && (at % 7 == 0 || step == 1)) && at + 1 != ops.len() {
                continue;
            }
            for torn in [false, true] {
                let home = self.found(&disk, torn.then_some(&mut random));
                let got = home.ctx(["get", &self.before, "--raw"]);
                let place = format!("{what}: after {} of {} (torn: {torn})", at + 1, ops.len());
                assert!(got.bytes == self.whole && got.code == 0, "{place}: {} {}", got.bytes.len(), got.err);
                assert_eq!(home.integrity(), "ok", "{place}");
            }
        }
    }
}

fn at_every_point(step: usize) {
    let Some(scene) = Scene::new() else { return };
    let (done, disk, ops) = scene.record(&mut scene.home.command(["run", "--", "sh", "-c", "seq 1 2000; exit 3"]));
    assert_eq!(done.code, 3);
    scene.everywhere("run", disk, &ops, step);
    std::fs::write(scene.home.work().join("large"), Random(3).bytes(3 << 20)).unwrap();
    let (done, disk, ops) = scene.record(&mut scene.home.command(["store", "large"]));
    assert_eq!(done.code, 0, "{}", done.err);
    scene.everywhere("store", disk, &ops, step);
    let line = |n: u32| {
        format!(
            "{{\"type\":\"user\",\"sessionId\":\"s\",\"cwd\":\"/x\",\"timestamp\":\"2026-01-01T00:00:0{n}Z\",\"message\":{{\"role\":\"user\",\"content\":\"do {n}\"}}}}\n"
        )
    };
    std::fs::write(scene.home.work().join("t.jsonl"), (0..9).map(line).collect::<String>()).unwrap();
    let (done, disk, ops) = scene.record(&mut scene.home.command(["store", "--import", "t.jsonl"]));
    assert_eq!(done.code, 0, "{}", done.err);
    scene.everywhere("import", disk, &ops, step);
    // A store of an earlier version: its last migrations are made again.
    let home = &scene.home;
    scene.wait_for_background_processes();
    home.ctx(["forget", "--prune"]);
    home.back_to(8, "DROP TABLE vector; DROP TRIGGER section_gone");
    let (done, disk, ops) = scene.record(&mut home.command(["history"]));
    assert_eq!(done.code, 0, "{}", done.err);
    scene.everywhere("migrate", disk, &ops, step);
}

#[test]
fn the_power_goes_at_some_points() {
    at_every_point(61);
}

#[test]
#[ignore = "minutes: every operation"]
fn the_power_goes_at_every_point() {
    at_every_point(1);
}

/// A command that takes its time is synced while it runs and at its end: nothing of it is lost once it has ended.
#[test]
fn a_long_command_is_on_the_disk_when_it_ends() {
    let Some(scene) = Scene::new() else { return };
    let script = "for n in 1 2 3 4; do echo line $n; sleep 0.4; done";
    let (done, mut disk, ops) = scene.record(&mut scene.home.command(["run", "--", "sh", "-c", script]));
    ops.iter().for_each(|op| play(&mut disk, op));
    let log = scene.home.store().join("ctx.db-wal");
    assert!(ops.iter().filter(|op| op.kind == b's' && op.path == log).count() >= 2, "synced on the way");
    let found = scene.found(&disk, None);
    assert_eq!(found.ctx(["get", &done.id(), "--raw"]).out, "line 1\nline 2\nline 3\nline 4\n");
}
