//! The cost of search in a large store: `cargo bench --bench search_scale -- DIR… [--mb 100] [--queries 300]`.
//! The files below the DIRs (logs, outputs) are repeated with other numbers in them until there is enough, stored
//! through the real binary, indexed, and searched, against `rg` (or `grep`) over the same raw files in the same run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");
/// One stored output.
const PIECE: usize = 2 << 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let value = |name: &str, default: usize| {
        args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let (mb, asked) = (value("--mb", 100), value("--queries", 300));
    let dirs: Vec<PathBuf> = args
        .iter()
        .enumerate()
        .filter(|(at, arg)| !arg.starts_with("--") && (*at == 0 || !args[at - 1].starts_with("--")))
        .map(|(_, dir)| PathBuf::from(dir))
        .collect();
    if dirs.is_empty() {
        return say("usage: cargo bench --bench search_scale -- DIR… [--mb 100] [--queries 300]");
    }
    let temp = tempfile::tempdir().expect("a temp dir");
    let raw = temp.path().join("raw");
    std::fs::create_dir(&raw).expect("a folder");
    let words = generate(&dirs, &raw, mb << 20);
    let home = temp.path().join("store");
    let files = files(&raw);
    let bytes: u64 = files.iter().map(|file| std::fs::metadata(file).map_or(0, |meta| meta.len())).sum();
    let mb = bytes as f64 / 1e6;
    say(&format!("{mb:.0} MB in {} outputs", files.len()));

    let stored = time(|| {
        for file in &files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let input = std::fs::File::open(file).expect("a file");
            run(ctx(&home).args(["store", "--cmd", &name]).stdin(input));
        }
    });
    let before = size(&home);
    let cpu = cpu_of_children();
    let indexed = time(|| run(ctx(&home).args(["search", "--json", "qqqq"])));
    let cpu = cpu_of_children() - cpu;
    let after = size(&home);
    say(&format!("store            {:>9.1} MB/s", mb / stored.as_secs_f64()));
    say(&format!(
        "index            {:>9.1} MB/s   ({:.1} MB/s of processor time)",
        mb / indexed.as_secs_f64(),
        mb / cpu
    ));
    say(&format!(
        "on disk          {:>9.2} of the raw bytes: compressed {:.2}, index {:.2}",
        after as f64 / bytes as f64,
        before as f64 / bytes as f64,
        (after as f64 - before as f64) / bytes as f64
    ));

    let mut random = Random(3);
    let mut times = Vec::new();
    let mut typos = Vec::new();
    for at in 0..asked {
        let count = 1 + random.below(4);
        let mut query: Vec<String> = (0..count).map(|_| words[random.below(words.len())].clone()).collect();
        let typo = at % 5 == 4;
        if typo {
            query[0].insert(2, 'q');
        }
        let started = Instant::now();
        run(ctx(&home).args(["search", "--limit", "5", "--budget", "2048", "--again", "--"]).arg(query.join(" ")));
        (if typo { &mut typos } else { &mut times }).push(started.elapsed());
    }
    let scans: Vec<Duration> = (0..20).map(|_| time(|| scan(&raw, &words[random.below(words.len())]))).collect();
    let greps: Vec<Duration> = (0..20)
        .map(|_| {
            time(|| {
                run(ctx(&home).args(["search", "--grep", &format!("{}.*[0-9]x?$", words[random.below(words.len())])]))
            })
        })
        .collect();
    let starts: Vec<Duration> = (0..20).map(|_| time(|| run(ctx(&home).arg("--version")))).collect();
    let base = quantile(&scans, 0.5);
    for (name, times) in [
        ("ctx --version", &starts),
        ("search", &times),
        ("search, a typo", &typos),
        ("search --grep", &greps),
        ("rg or grep, raw", &scans),
    ] {
        say(&format!(
            "{name:<16} {:>9.1} ms p50 {:>9.1} ms p99   {:.3} x rg",
            quantile(times, 0.5),
            quantile(times, 0.99),
            quantile(times, 0.5) / base
        ));
    }
}

fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn ctx(home: &Path) -> Command {
    let mut command = Command::new(CTX);
    command.env("CTX_HOME", home).env("CTX_SESSION", "bench").stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn run(command: &mut Command) {
    command.status().expect("it starts");
}

fn time(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn quantile(times: &[Duration], share: f64) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort();
    let at = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// User and system seconds of all children that ended.
fn cpu_of_children() -> f64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call fills the struct it is given.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

fn scan(raw: &Path, word: &str) {
    let rg = Command::new("rg").args(["-c", word]).arg(raw).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if rg.is_err() {
        run(Command::new("grep").args(["-rc", word]).arg(raw).stdout(Stdio::null()));
    }
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn size(home: &Path) -> u64 {
    files(home).iter().filter_map(|file| std::fs::metadata(file).ok()).map(|meta| meta.len()).sum()
}

/// Fills `raw` with outputs made from the files below `dirs`, every number changed; words to ask for.
fn generate(dirs: &[PathBuf], raw: &Path, wanted: usize) -> Vec<String> {
    let mut random = Random(1);
    let mut sources: Vec<Vec<u8>> = Vec::new();
    for file in dirs.iter().flat_map(|dir| files(dir)) {
        let fits = ["log", "raw", "txt", "out"].iter().any(|end| file.extension().is_some_and(|own| own == *end));
        if let Some(bytes) = fits.then(|| std::fs::read(&file).ok()).flatten().filter(|bytes| bytes.len() > 500) {
            sources.push(bytes);
        }
    }
    let mut words = Vec::new();
    for source in &sources {
        let text = String::from_utf8_lossy(source);
        let own: Vec<&str> =
            text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| (4..=16).contains(&word.len())).collect();
        words.extend((0..20.min(own.len())).map(|_| own[random.below(own.len())].to_owned()));
    }
    let (mut written, mut number) = (0, 0);
    while written < wanted {
        let mut piece = Vec::with_capacity(PIECE);
        let most = if number % 3 == 0 { PIECE } else { 20_000 + random.below(200_000) };
        while piece.len() < most {
            let source = &sources[random.below(sources.len())];
            let take = source.len().min(60_000);
            for &byte in &source[..take] {
                piece.push(if byte.is_ascii_digit() { b'0' + random.below(10) as u8 } else { byte });
            }
            piece.push(b'\n');
        }
        std::fs::write(raw.join(format!("{number:05}.log")), &piece).expect("a file");
        written += piece.len();
        number += 1;
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
