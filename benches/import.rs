//! Transcripts into the store: is all of it there, how fast, in how much memory; and the brief on a large store.
//! `cargo bench --bench import -- DIR [--mib N] [--cuts N]`; DIR holds transcripts, python3 and jq are used where they are.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const CTX: &str = env!("CARGO_BIN_EXE_ctx");
const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/transcripts.py");

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let value = |name: &str, default: u64| {
        args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let (mib, cuts) = (value("--mib", 1024), value("--cuts", 20));
    let temp = tempfile::tempdir().expect("a temp dir");
    // First, so that the largest child so far is the one that is meant.
    memory(temp.path(), mib);
    let given = args
        .iter()
        .enumerate()
        .find(|(at, arg)| !arg.starts_with("--") && (*at == 0 || !args[at - 1].starts_with("--")));
    if let Some((_, dir)) = given {
        let dir = Path::new(dir);
        completeness(dir, temp.path());
        speed(dir, temp.path());
        cut_files(dir, temp.path(), cuts);
    } else {
        say(format_args!("no folder of transcripts given: only synthetic ones were imported"));
    }
    context(temp.path());
}

fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn ctx(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(CTX);
    command.args(args).env("CTX_HOME", home).env("HOME", home).env_remove("CTX_SESSION").stdin(Stdio::null());
    command
}

fn output(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn import(home: &Path, paths: &[&Path]) -> Value {
    let mut command = ctx(home, &["import", "--json"]);
    command.args(paths);
    serde_json::from_str(&output(&mut command)).expect("one JSON object")
}

fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or(f64::NAN)
}

fn rate(tally: &Value) -> f64 {
    number(tally, "raw_bytes") / 1e6 / number(tally, "seconds")
}

/// A transcript as long as wanted, its outputs all different.
fn synthetic(path: &Path, bytes: u64) {
    let mut file = BufWriter::new(std::fs::File::create(path).expect("a file"));
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let (mut written, mut n) = (0, 0u64);
    while written < bytes {
        n += 1;
        let lines: String = (0..next() % 120)
            .map(|line| {
                format!("src/module_{}.rs:{line}: checked item {:x} in {} ms\\n", next() % 900, next(), next() % 1000)
            })
            .collect();
        let text = format!(
            "{{\"type\":\"assistant\",\"uuid\":\"a{n}\",\"sessionId\":\"synthetic\",\"timestamp\":\"2026-03-02T09:00:00.000Z\",\"cwd\":\"/shop\",\"message\":{{\"content\":[{{\"type\":\"tool_use\",\"id\":\"t{n}\",\"name\":\"Bash\",\"input\":{{\"command\":\"./check --part {n}\"}}}}]}}}}\n\
             {{\"type\":\"user\",\"uuid\":\"u{n}\",\"sessionId\":\"synthetic\",\"timestamp\":\"2026-03-02T09:00:00.000Z\",\"cwd\":\"/shop\",\"toolUseResult\":{{\"stdout\":\"{lines}\",\"stderr\":\"\",\"interrupted\":false}},\"message\":{{\"content\":[{{\"type\":\"tool_result\",\"tool_use_id\":\"t{n}\",\"content\":\"{lines}\"}}]}}}}\n"
        );
        file.write_all(text.as_bytes()).expect("written");
        written += text.len() as u64;
    }
    file.flush().expect("written");
}

fn memory(temp: &Path, mib: u64) {
    let file = temp.join("synthetic.jsonl");
    synthetic(&file, mib << 20);
    let tally = import(&temp.join("store-large"), &[&file]);
    // SAFETY: getrusage fills the zeroed struct.
    let peak = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage.ru_maxrss
    };
    say(format_args!(
        "synthetic transcript of {mib} MiB: {:.1} MB/s, peak RSS {:.1} MiB",
        rate(&tally),
        peak as f64 / 1024.0
    ));
    let _ = std::fs::remove_dir_all(temp.join("store-large"));
    let _ = std::fs::remove_file(file);
}

fn completeness(dir: &Path, temp: &Path) {
    let home = temp.join("store-samples");
    let tally = import(&home, &[dir]);
    let export = temp.join("export.jsonl");
    std::fs::write(&export, output(&mut ctx(&home, &["export", "--raw"]))).expect("written");
    let reader =
        Command::new("python3").args([READER, "recall"]).arg(dir).arg(&export).stderr(Stdio::inherit()).output();
    match reader.ok().and_then(|output| serde_json::from_slice::<Value>(&output.stdout).ok()) {
        Some(other) => {
            say(format_args!(
                "{} files: bad lines {} (independent reader {}), tool results {} of which distinct {}, missing {}",
                other["files"],
                tally["bad_lines"],
                other["bad_lines"],
                other["tool_results"],
                other["distinct"],
                other["missing"]
            ));
            assert_eq!((&tally["bad_lines"], other["missing"].as_u64()), (&other["bad_lines"], Some(0)));
        }
        None => say(format_args!("python3 is not there: recall not measured")),
    }
    let again = import(&home, &[dir]);
    say(format_args!("second import: {} entries, {} events added", again["entries"], again["events"]));
    let home = temp.join("store-export");
    let restored = import(&home, &[&export]);
    let back = output(&mut ctx(&home, &["export", "--raw"]));
    let same = entries(&back) == entries(&std::fs::read_to_string(&export).expect("the export"));
    say(format_args!("export imported into an empty store: {} entries, the same: {same}", restored["entries"]));
    assert!(same && again["entries"] == 0);
}

/// Entries of an export in an order of their own, without what is drawn at random.
fn entries(export: &str) -> Vec<String> {
    let mut lines: Vec<String> = export
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"))
        .map(|mut line| {
            if let Some(fields) = line.as_object_mut() {
                fields.remove("ref");
                fields.remove("closed_by");
            }
            line.to_string()
        })
        .collect();
    lines.sort();
    lines
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "jsonl") {
            found.push(path);
        }
    }
    found.sort();
}

fn speed(dir: &Path, temp: &Path) {
    let mut found = Vec::new();
    files(dir, &mut found);
    let total: u64 = found.iter().filter_map(|file| file.metadata().ok()).map(|meta| meta.len()).sum();
    let times = (0..5).map(|n| rate(&import(&temp.join(format!("store-speed-{n}")), &[dir])));
    let best = times.fold(0.0, f64::max);
    let start = Instant::now();
    let jq = Command::new("jq").args(["-c", "."]).args(&found).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let jq = jq.ok().map(|_| total as f64 / 1e6 / start.elapsed().as_secs_f64());
    say(format_args!(
        "import of {:.1} MB, best of 5, one thread, without indexing: {best:.1} MB/s",
        total as f64 / 1e6
    ));
    match jq {
        Some(jq) => say(format_args!("  jq -c . >/dev/null on the same files: {jq:.1} MB/s (×{:.1})", best / jq)),
        None => say(format_args!("  jq is not there to compare with")),
    }
}

/// Each file cut at random places, imported, grown to its whole and imported again: the same as imported whole.
fn cut_files(dir: &Path, temp: &Path, cuts: u64) {
    let mut found = Vec::new();
    files(dir, &mut found);
    let (mut tried, mut differing) = (0, 0);
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for file in &found {
        let bytes = std::fs::read(file).expect("a file");
        let copy = temp.join("cut").join(file.file_name().expect("a name"));
        std::fs::create_dir_all(temp.join("cut")).expect("a folder");
        let run = |home: &Path, parts: &[&[u8]]| {
            for part in parts {
                std::fs::write(&copy, part).expect("written");
                import(home, &[&copy]);
            }
            let export = entries(&output(&mut ctx(home, &["export", "--raw"])));
            let _ = std::fs::remove_dir_all(home);
            export
        };
        let whole = run(&temp.join("cut-whole"), &[&bytes]);
        for _ in 0..cuts {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let at = (seed % (bytes.len() as u64 + 1)) as usize;
            tried += 1;
            if run(&temp.join("cut-parts"), &[&bytes[..at], &bytes]) != whole {
                differing += 1;
                say(format_args!("  {} cut at {at} differs", file.display()));
            }
        }
    }
    say(format_args!("{tried} cuts in {} files, imported cut and then whole: {differing} differ", found.len()));
    assert_eq!(differing, 0);
}

/// `ctx context` on a store with 100,000 events, against the bare start of the program.
fn context(temp: &Path) {
    let home = temp.join("store-events");
    let work = temp.join("shop");
    std::fs::create_dir_all(&work).expect("a folder");
    let project = work.to_string_lossy();
    let lines: String = (0..100_000)
        .map(|n| {
            let category = ["prompt", "task", "decision", "error", "edit", "note", "git", "read"][n % 8];
            format!(
                "{{\"ctx\":\"event\",\"category\":\"{category}\",\"key\":\"k{n}\",\"text\":\"{category} {n} about part {}\",\"session\":\"s{}\",\"project\":\"{project}\",\"at_ms\":{n},\"first_at_ms\":{n},\"count\":1}}\n",
                n % 977, n / 1000
            )
        })
        .collect();
    let file = temp.join("events.jsonl");
    std::fs::write(&file, lines).expect("written");
    let tally = import(&home, &[&file]);
    let median = |args: &[&str]| {
        let mut times: Vec<Duration> = (0..41)
            .map(|_| {
                let start = Instant::now();
                output(ctx(&home, args).current_dir(&work));
                start.elapsed()
            })
            .collect();
        times.sort();
        times[20].as_secs_f64() * 1e3
    };
    let (bare, brief) = (median(&["--version"]), median(&["context"]));
    say(format_args!(
        "{} events: ctx --version {bare:.2} ms, ctx context {brief:.2} ms ({:+.2})",
        tally["events"],
        brief - bare
    ));
}
