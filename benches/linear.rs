//! Four times the input takes about four times the processor time: 40 repeated patterns and 8 with names of secrets on six
//! ways. Prints the milliseconds for n and for 4 n bytes and their ratio; the start of a process is in both.
//! `cargo bench --bench linear -- [--bytes N]`

#![allow(clippy::print_stdout)]

#[path = "../tests/suite/repeated.rs"]
mod repeated;

use std::process::Command;

use repeated::{PATTERNS, SECRETS, conversation, cost};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");
const WAYS: [(&str, &[&str]); 6] = [
    ("pipe", &["store"]),
    ("get", &["get", "@"]),
    ("grep", &["get", "@", "--grep", "(x|y)+z"]),
    ("peek", &["peek", "input.rs"]),
    ("digest", &["store", "input.rs", "--explain"]),
    ("fold", &["fold", "--replay", "session.jsonl"]),
];

/// The milliseconds of each way.
fn takes(bytes: &[u8]) -> Vec<f64> {
    let home = tempfile::tempdir().expect("a temp dir");
    std::fs::write(home.path().join("input.rs"), bytes).expect("the input");
    let session = conversation(&String::from_utf8_lossy(bytes));
    std::fs::write(home.path().join("session.jsonl"), session).expect("the session");
    let run = |(_, args): &(&str, &[&str])| {
        let mut command = Command::new(CTX);
        command.args(*args).current_dir(&home).env_clear().env("HOME", home.path()).env("PATH", "/usr/bin:/bin");
        cost(&mut command, if args == &["store"] { bytes } else { b"" }) * 1e3
    };
    WAYS.iter().map(run).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let size: usize =
        args.iter().position(|arg| arg == "--bytes").and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(24_000);
    let ways: Vec<&str> = WAYS.iter().map(|(name, _)| *name).collect();
    println!("ms for {size} and {} bytes, ratio: {}", 4 * size, ways.join(", "));
    let mut greatest: f64 = 0.0;
    for (at, (name, unit)) in PATTERNS.iter().enumerate() {
        let count = size / unit.len() + 1;
        let (less, more) = (takes(unit.repeat(count).as_bytes()), takes(unit.repeat(4 * count).as_bytes()));
        let row = less.iter().zip(&more).map(|(less, more)| format!("{less:.0} {more:.0} {:.1}", more / less));
        println!("{name}: {}", row.collect::<Vec<_>>().join(" | "));
        greatest = less.iter().zip(&more).map(|(less, more)| more / less).fold(greatest, f64::max);
        if at + SECRETS + 1 == PATTERNS.len() {
            println!("-- names of secrets --");
        }
    }
    println!("the greatest ratio: {greatest:.1}");
}
