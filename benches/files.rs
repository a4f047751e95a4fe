//! The cost of peeking, reading and editing through ctx beside `cat` and a plain `sed -i`, and how much of it is the
//! start of the program.
//! `cargo bench --bench files -- [--runs N] [FILE]`; FILE is the source to read (by default a copy of this project's largest).

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let runs = args.iter().position(|arg| arg == "--runs").and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(100);
    let given = args.iter().enumerate().find(|(at, arg)| *arg != "--runs" && (*at == 0 || args[at - 1] != "--runs"));
    let source = given.map_or_else(largest_source, |(_, file)| PathBuf::from(file));
    let temp = tempfile::tempdir().expect("a temp dir");
    let file = temp.path().join("source.rs");
    let text = std::fs::read_to_string(&source).expect("a source");
    std::fs::write(&file, format!("// turn 0\n{text}")).expect("a copy");
    say(format_args!("{} ({:.1} KB), medians of {runs}", source.display(), text.len() as f64 / 1e3));

    let names = [
        "ctx --version",
        "cat",
        "sed -i",
        "ctx peek, first",
        "ctx peek, again",
        "ctx read, first",
        "ctx read, unchanged",
        "ctx edit",
    ];
    let mut rows: Vec<(&str, Vec<Duration>)> = names.map(|name| (name, Vec::new())).into();
    for turn in 0..runs {
        let ctx = |args: &[&str], session: &str| {
            let mut command = Command::new(CTX);
            command.args(args).current_dir(temp.path());
            command.env("CTX_HOME", temp.path().join("store")).env("HOME", temp.path()).env("CTX_SESSION", session);
            command
        };
        let fresh = format!("session {turn}");
        let (old, new) = (format!("// turn {turn}\n"), format!("// turn {}\n", turn + 1));
        let plain = |program: &str, args: &[&str]| {
            let mut command = Command::new(program);
            command.args(args).current_dir(temp.path());
            command
        };
        let commands = [
            ctx(&["--version"], &fresh),
            plain("cat", &["source.rs"]),
            plain("sed", &["-i", "1s/turn/turn/", "source.rs"]),
            ctx(&["peek", "source.rs"], &fresh),
            ctx(&["peek", "source.rs"], &fresh),
            ctx(&["file", "read", "source.rs"], &fresh),
            ctx(&["file", "read", "source.rs"], &fresh),
            ctx(&["file", "edit", "source.rs", "--old", &old, "--new", &new], &fresh),
        ];
        for ((name, times), mut command) in rows.iter_mut().zip(commands) {
            if name.ends_with("first") {
                // The edit before it has left the outline of this very text.
                let _ = std::fs::remove_dir_all(temp.path().join("store/outlines"));
            }
            times.push(time(&mut command));
        }
    }
    let medians: Vec<(&str, f64)> = rows.iter_mut().map(|(name, times)| (*name, median(times))).collect();
    let start = medians[0].1;
    say(format_args!("{:<22}{:>10}{:>18}", "", "ms", "x ctx --version"));
    for (name, ms) in medians {
        say(format_args!("{name:<22}{ms:>10.2}{:>18.2}", ms / start));
    }
}

fn largest_source() -> PathBuf {
    let mut files = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    files.into_iter().max_by_key(|(size, _)| *size).expect("a source").1
}

fn visit(dir: &Path, files: &mut Vec<(u64, PathBuf)>) {
    for entry in std::fs::read_dir(dir).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            visit(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push((entry.metadata().map_or(0, |meta| meta.len()), path));
        }
    }
}

fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    assert!(command.stdin(Stdio::null()).stdout(Stdio::null()).status().expect("it starts").success());
    start.elapsed()
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}
