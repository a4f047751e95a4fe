//! The long forms, run by hand: `cargo test --release --test suite -- --ignored --test-threads=1 --nocapture`.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::harness::Home;
use crate::{concurrency, faults, lossless, processes, signals};

fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Runs to the end; the exit code and the peak memory of the process in MiB. Looked at while it runs: what wait4
/// tells includes the memory of this test, which a child shares until it executes something.
fn peak_memory(command: &mut Command) -> (i32, f64) {
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0u64;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let seen = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let seen = seen.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(seen.unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            return (ended.code().unwrap_or(-1), peak as f64 / 1024.0);
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

/// `command` through ctx: the same bytes back, within 64 MiB both ways.
fn big(name: &str, script: &str) {
    let home = Home::new();
    let mut plain = Command::new("bash").args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
    let expected = hash(plain.stdout.take().unwrap());
    plain.wait().unwrap();
    let start = Instant::now();
    let (code, memory) = peak_memory(&mut home.command(["run", "--", "bash", "-c", script]));
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(code, 0);
    let mut get = home.command(["get", "@", "--raw"]).stdout(Stdio::piped()).spawn().unwrap();
    let got = hash(get.stdout.take().unwrap());
    get.wait().unwrap();
    assert_eq!(got, expected, "{name}");
    let (_, get_memory) = peak_memory(&mut home.command(["get", "@", "--raw"]));
    say(format_args!("{name}: {} bytes in {seconds:.1} s, peak {memory:.1} MiB, get {get_memory:.1} MiB", got.1));
    assert!(memory <= 64.0 && get_memory <= 64.0, "{name}: {memory} MiB, get {get_memory} MiB");
    let deep = Instant::now();
    home.ctx(["get", "@", "--lines", "40000000:40000002"]);
    say(format_args!("{name}: a range deep inside in {:?}", deep.elapsed()));
}

fn hash(mut from: impl Read) -> (blake3::Hash, u64) {
    let mut hasher = blake3::Hasher::new();
    let mut block = vec![0; 1 << 20];
    let mut total = 0;
    loop {
        let got = from.read(&mut block).unwrap();
        if got == 0 {
            return (hasher.finalize(), total);
        }
        total += got as u64;
        hasher.update(&block[..got]);
    }
}

#[test]
#[ignore = "long: 1 GiB"]
fn one_gibibyte_on_one_line() {
    big("one line", "head -c 1073741824 /dev/zero | tr '\\0' x");
}

#[test]
#[ignore = "long: 4 GiB"]
fn four_gibibytes_of_lines() {
    big("lines", "yes '2026-01-01T00:00:00Z INFO request served in 12 ms' | head -c 4294967296");
}

#[test]
#[ignore = "long: 512 MiB that do not compress"]
fn random_bytes() {
    big("random", "openssl enc -aes-128-ctr -pass pass:x -nosalt -in <(head -c 536870912 /dev/zero) 2>/dev/null");
}

#[test]
#[ignore = "long: 10^5 blobs"]
fn a_hundred_thousand_blobs() {
    lossless::random_blobs(100_000);
}

#[test]
#[ignore = "long: 10^6 writes"]
fn a_million_alternating_writes() {
    lossless::alternating(1_000_000);
}

#[test]
#[ignore = "long: 8,000 stores by 16 processes"]
fn sixteen_writers() {
    concurrency::parallel_stores(16, 500);
}

#[test]
#[ignore = "long: 64 first openers, 50 times"]
fn sixty_four_first_openers() {
    concurrency::first_openers(64, 50);
}

#[test]
#[ignore = "long: 1,000 kills"]
fn a_thousand_kills() {
    concurrency::kills(1000);
}

#[test]
#[ignore = "long: 100 rounds of background children"]
fn a_hundred_background_children() {
    let start = Instant::now();
    processes::background(100);
    say(format_args!("background: {:.2} s a command on average", start.elapsed().as_secs_f64() / 200.0));
}

#[test]
#[ignore = "long: 100 rounds of three signals"]
fn a_hundred_signals() {
    signals::random_moments(100);
}

#[test]
#[ignore = "long: the nth write fails, larger output"]
fn a_full_disk_with_large_output() {
    let expected: String = (1..=400_000).map(|n| format!("{n}\n")).collect();
    faults::full_disk_at_every_write("seq 1 400000; exit 7", &expected, false);
}
