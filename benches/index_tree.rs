//! The cost of indexing a source tree: `cargo bench --bench index_tree -- DIR [--queries 100]`. With the real binary:
//! time and memory of `ctx index DIR`, the bytes on disk afterwards, and searches over it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const CTX: &str = env!("CARGO_BIN_EXE_ctx");

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let Some(dir) = args.first().filter(|arg| !arg.starts_with("--")).map(PathBuf::from) else {
        return say("usage: cargo bench --bench index_tree -- DIR [--queries 100]");
    };
    let asked = args.iter().position(|arg| arg == "--queries").and_then(|at| args.get(at + 1)?.parse().ok());
    let temp = tempfile::tempdir().expect("a temp dir");
    let home = temp.path().join("store");
    let started = Instant::now();
    let done = ctx(&home).arg("store").arg(&dir).arg("--json").output().expect("ctx starts");
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call fills the struct it is given; there was no child before this one.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let seconds = started.elapsed().as_secs_f64();
    let told: serde_json::Value = serde_json::from_slice(&done.stdout).expect("one JSON object");
    let bytes = told["bytes"].as_f64().unwrap_or(0.0);
    let processor = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    let on_disk: u64 = files(&home).iter().filter_map(|file| std::fs::metadata(file).ok()).map(|meta| meta.len()).sum();
    say(&format!("{:.1} MB in {} files", bytes / 1e6, told["documents"]));
    say(&format!(
        "index            {:>9.1} MB/s   ({:.1} s, {:.1} s of processor time)",
        bytes / 1e6 / seconds,
        seconds,
        processor(usage.ru_utime) + processor(usage.ru_stime)
    ));
    say(&format!("memory           {:>9.1} MB", usage.ru_maxrss as f64 / 1024.0));
    say(&format!("on disk          {:>9.2} of the raw bytes", on_disk as f64 / bytes));
    let words = words(&dir);
    let mut random = Random(5);
    let mut times: Vec<f64> = (0..asked.unwrap_or(100usize))
        .map(|_| {
            let count = 1 + random.below(4);
            let query: Vec<&str> = (0..count).map(|_| words[random.below(words.len())].as_str()).collect();
            let started = Instant::now();
            ctx(&home).args(["search", "--again", "--", &query.join(" ")]).stdout(Stdio::null()).status().expect("ctx");
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)];
    say(&format!("search           {:>9.1} ms p50 {:>9.1} ms p99", at(0.5), at(0.99)));
}

fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn ctx(home: &Path) -> Command {
    let mut command = Command::new(CTX);
    command.env("CTX_HOME", home).env("CTX_SESSION", "bench").stdin(Stdio::null());
    command
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![dir.to_owned()]);
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Words of the tree to ask for, a few of every twentieth file.
fn words(dir: &Path) -> Vec<String> {
    let mut words = Vec::new();
    for file in files(dir).iter().step_by(20) {
        let text = std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let own = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| (4..=16).contains(&word.len()));
        words.extend(own.step_by(97).take(5).map(str::to_owned));
    }
    words
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}
