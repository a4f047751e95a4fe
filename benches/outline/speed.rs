//! Megabytes a second on one core beside ctags on the same files, one file in a fresh process, a thousand in parallel.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{File, printed, say};

/// Rounds of each fresh process; the median counts.
const ROUNDS: usize = 21;

pub fn run(files: &[File], ctx: Option<&Path>) {
    let ctx = ctx.unwrap_or(Path::new(env!("CARGO_BIN_EXE_ctx")));
    rate(files);
    one_file(files, ctx);
    folder(files, ctx);
}

fn rate(files: &[File]) {
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    let start = Instant::now();
    let printed: usize = files.iter().map(|file| printed(&file.path, &file.text).len()).sum();
    let own = start.elapsed();
    let mut list = tempfile::NamedTempFile::new().expect("a temp file");
    for file in files {
        writeln!(list, "{}", file.path.display()).expect("a list");
    }
    let start = Instant::now();
    let ctags = Command::new("ctags")
        .args(["--languages=Rust", "--quiet", "-f", "-", "-L"])
        .arg(list.path())
        .stdout(Stdio::null())
        .status();
    let theirs = start.elapsed();
    let per_second = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    say(format!(
        "outline: {} files, {:.1} MB to {:.1} MB, {:.1} MB/s on one core",
        files.len(),
        bytes as f64 / 1e6,
        printed as f64 / 1e6,
        per_second(own)
    ));
    match ctags {
        Ok(status) if status.success() => {
            say(format!(
                "ctags on the same files: {:.1} MB/s; ctx takes {:.2} x its time",
                per_second(theirs),
                own.as_secs_f64() / theirs.as_secs_f64()
            ));
        }
        _ => say("ctags is not installed: nothing to compare with".to_owned()),
    }
}

fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[ROUNDS / 2]
}

/// A fresh `ctx` in a home of its own, with no outline kept from before.
fn fresh(ctx: &Path, args: &[&str]) {
    let home = tempfile::tempdir().expect("a home");
    let start = Command::new(ctx).args(args).env("CTX_HOME", home.path()).stdout(Stdio::null()).status();
    assert!(start.is_ok_and(|status| status.success()), "ctx {args:?} failed");
}

fn one_file(files: &[File], ctx: &Path) {
    let near = |file: &&File| file.text.len().abs_diff(100_000);
    let Some(file) = files.iter().min_by_key(near) else { return };
    let path = file.path.display().to_string();
    let version = median(|| fresh(ctx, &["--version"]));
    let peek = median(|| fresh(ctx, &["peek", &path]));
    say(format!(
        "one file of {} bytes, cold: {:.1} ms (ctx --version: {:.1} ms), {ROUNDS} runs each, median",
        file.text.len(),
        peek.as_secs_f64() * 1e3,
        version.as_secs_f64() * 1e3
    ));
}

fn folder(files: &[File], ctx: &Path) {
    let dir = tempfile::tempdir().expect("a temp dir");
    let mut bytes = 0;
    let step = (files.len() / 1000).max(1);
    let mut count = 0;
    for (at, file) in files.iter().step_by(step).take(1000).enumerate() {
        let below = dir.path().join(format!("part{}", at / 50));
        std::fs::create_dir_all(&below).expect("a folder");
        std::fs::write(below.join(format!("file{at}.rs")), &file.text).expect("a file");
        bytes += file.text.len();
        count += 1;
    }
    let path = dir.path().display().to_string();
    let start = Instant::now();
    fresh(ctx, &["peek", &path]);
    let took = start.elapsed();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    say(format!(
        "peek DIR of {count} files ({:.1} MB) on {cores} cores: {:.0} ms",
        bytes as f64 / 1e6,
        took.as_secs_f64() * 1e3
    ));
}
