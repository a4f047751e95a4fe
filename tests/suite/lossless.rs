//! `ctx get --raw` returns the very bytes, whatever they are and however they came.

use ctx_store::{BlobReader, BlobWriter, EntryOutcome, NewEntry, Store};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::harness::{Home, Random};

#[test]
fn all_byte_values() {
    let home = Home::new();
    let bytes: Vec<u8> = (0..=255).collect();
    std::fs::write(home.work().join("all"), &bytes).unwrap();
    let done = home.ctx(["run", "--", "cat", "all"]);
    assert_eq!(home.ctx(["get", &done.id(), "--raw"]).bytes, bytes);
    assert_eq!(home.ctx(["get", &home.pipe(["store"], &bytes).id(), "--raw"]).bytes, bytes);
    assert_eq!(home.ctx(["get", &home.ctx(["store", "all"]).id(), "--raw"]).bytes, bytes);
}

#[test]
fn sizes_around_every_seam() {
    let home = Home::new();
    let mut random = Random(0x5eed);
    for size in [0, 1, 4095, 4096, 65_535, 65_536, 65_537, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3_500_000] {
        let bytes = random.bytes(size);
        std::fs::write(home.work().join("data"), &bytes).unwrap();
        let id = home.ctx(["run", "--", "cat", "data"]).id();
        assert!(home.ctx(["get", &id, "--raw"]).bytes == bytes, "{size} bytes through run");
        let id = home.pipe(["store"], &bytes).id();
        assert!(home.ctx(["get", &id, "--raw"]).bytes == bytes, "{size} bytes through store");
    }
}

#[test]
fn tee_passes_the_bytes_and_keeps_them() {
    let home = Home::new();
    let bytes = Random(7).bytes(2_000_000);
    let done = home.pipe(["store", "--tee"], &bytes);
    assert!(done.bytes == bytes);
    assert!(home.ctx(["get", &done.id(), "--raw"]).bytes == bytes);
}

/// Random bytes in random pieces through the store itself.
pub fn random_blobs(cases: u32) {
    let dir = tempfile::tempdir().unwrap();
    let store = std::cell::RefCell::new(Store::open(dir.path()).unwrap());
    let strategy = prop::collection::vec(
        prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'a'), Just(0u8)], 0..300),
            (any::<u8>(), 0usize..100_000).prop_map(|(byte, len)| vec![byte; len]),
        ],
        1..6,
    );
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&strategy, |parts| {
        let whole = parts.concat();
        let store = &mut *store.borrow_mut();
        let (row, _) = store.begin_entry(&NewEntry::default()).unwrap();
        let mut writer = BlobWriter::new(row);
        let (last, flushed) = parts.split_last().unwrap();
        for part in flushed {
            writer.append(store, part).unwrap();
        }
        let stored = store.finish_entry(row, writer, last, &EntryOutcome::default()).unwrap();
        prop_assert_eq!(stored.raw_len, whole.len() as u64);
        let mut back = Vec::new();
        if let Some(blob) = stored.blob {
            let mut reader = BlobReader::new(store, blob);
            while let Some(chunk) = reader.next_chunk().unwrap() {
                back.extend_from_slice(&chunk.bytes);
            }
        }
        prop_assert!(back == whole);
        let newlines = whole.iter().filter(|&&byte| byte == b'\n').count() as u64;
        prop_assert_eq!(stored.lines, newlines + u64::from(whole.last().is_some_and(|&last| last != b'\n')));
        Ok(())
    });
    outcome.unwrap();
}

#[test]
fn random_blobs_come_back() {
    random_blobs(300);
}

/// stdout and stderr written in turn arrive in exactly that order.
pub fn alternating(writes: u32) {
    let home = Home::new();
    let script = format!("i=0; while [ $i -lt {} ]; do echo o$i; echo e$i >&2; i=$((i+1)); done", writes / 2);
    let id = home.sh(&script).id();
    let expected: String = (0..writes / 2).map(|n| format!("o{n}\ne{n}\n")).collect();
    assert!(home.ctx(["get", &id, "--raw"]).out == expected);
}

#[test]
fn stdout_and_stderr_keep_their_order() {
    alternating(20_000);
}
