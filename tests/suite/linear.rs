//! Twice the output takes twice the work: each tool's real output, repeated, through its reader. Measured in time of this
//! thread's own, which other processes do not lengthen.

use std::path::{Path, PathBuf};

use ctx::capture::text::Text;
use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus, digest, render};

/// More than this for twice the input is not linear any more.
const MOST: f64 = 2.5;

fn thread_time() -> f64 {
    // SAFETY: fills one struct.
    let time = unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time);
        time
    };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The least of several attempts: disturbances only add time.
fn cost(bytes: &[u8], call: &CommandAndStatus, attempts: usize) -> f64 {
    let attempt = || {
        let before = thread_time();
        let text = Text::from_bytes(bytes);
        let digest = digest(&text, call);
        std::hint::black_box(render(&digest, &text, &Budgets::default()));
        thread_time() - before
    };
    (0..attempts).map(|_| attempt()).fold(f64::MAX, f64::min)
}

fn outputs() -> Vec<(String, CommandAndStatus, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut found: Vec<PathBuf> = std::fs::read_dir(&root)
        .unwrap()
        .flatten()
        .flat_map(|family| std::fs::read_dir(family.path()).into_iter().flatten().flatten())
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    found.sort();
    let load = |meta: PathBuf| {
        let table: toml::Table = std::fs::read_to_string(&meta).ok()?.parse().ok()?;
        let call = CommandAndStatus {
            argv: vec![table.get("command")?.as_str()?.to_owned()],
            status: CommandEndStatus::Exit(1),
        };
        let bytes = std::fs::read(meta.with_extension("raw")).ok().filter(|bytes| !bytes.is_empty())?;
        Some((meta.strip_prefix(&root).ok()?.display().to_string(), call, bytes))
    };
    found.into_iter().filter_map(load).collect()
}

/// The first fixture of every `step`th, blown up to `size` and to twice that.
fn doubled(step: usize, size: usize) {
    let mut slow = Vec::new();
    for (name, call, bytes) in outputs().into_iter().step_by(step) {
        let once: Vec<u8> = bytes.iter().copied().cycle().take(size.max(bytes.len())).collect();
        let twice = [&once[..], &once[..]].concat();
        // A very short time says nothing about growth; a suspicion is measured again.
        let grows = |attempts| cost(&twice, &call, attempts) / cost(&once, &call, attempts).max(0.0005);
        if grows(1) > MOST && grows(3) > MOST && grows(5) > MOST {
            slow.push(format!("{name}: {:.1} ×", grows(3)));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Else a reader would escape the measuring.
#[test]
fn every_reader_has_a_fixture() {
    let read = |(_, call, bytes): (String, CommandAndStatus, Vec<u8>)| {
        digest(&Text::from_bytes(&bytes), &call).reader.to_string()
    };
    let names: Vec<String> = outputs().into_iter().map(read).collect();
    for reader in ctx_digest::readers::flat::BUILT_IN.iter() {
        let named = |name: &String| name.split('+').any(|part| part == reader.head.name);
        assert!(names.iter().any(named), "no fixture is read by {}", reader.head.name);
    }
}

#[test]
fn some_readers_take_twice_as_long_for_twice_as_much() {
    doubled(37, 64 << 10);
}

#[test]
#[ignore = "minutes: every fixture at half a megabyte and at one"]
fn every_reader_takes_twice_as_long_for_twice_as_much() {
    doubled(1, 512 << 10);
}
