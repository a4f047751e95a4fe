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
    // First, so that the largest child so far is the measured one.
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
    let mut command = ctx(home, &["store", "--import", "--json"]);
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
    let peak = children().ru_maxrss as f64 / 1024.0;
    say(format_args!("synthetic transcript of {mib} MiB: {:.1} MB/s, peak RSS {peak:.1} MiB", rate(&tally)));
    let _ = std::fs::remove_dir_all(temp.join("store-large"));
    let _ = std::fs::remove_file(file);
}

fn completeness(dir: &Path, temp: &Path) {
    let home = temp.join("store-samples");
    let tally = import(&home, &[dir]);
    let export = temp.join("export.jsonl");
    std::fs::write(&export, output(&mut ctx(&home, &["store", "--export", "--raw"]))).expect("written");
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
    remembered(&home, &std::fs::read_to_string(&export).expect("the export"));
    let home = temp.join("store-export");
    let restored = import(&home, &[&export]);
    let back = output(&mut ctx(&home, &["store", "--export", "--raw"]));
    let same = entries(&back) == entries(&std::fs::read_to_string(&export).expect("the export"));
    say(format_args!("export imported into an empty store: {} entries, the same: {same}", restored["entries"]));
    assert!(same && again["entries"] == 0);
}

/// Messages, failures and changes are found by their words; every session has its brief and its report.
fn remembered(home: &Path, export: &str) {
    let lines: Vec<Value> = export.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let with_role = |role: &'static str| lines.iter().filter(move |line| line["role"] == role);
    let failed = with_role("result").filter(|line| line["exit_code"].as_i64().is_some_and(|code| code != 0));
    let kinds: [(&str, Vec<&Value>); 3] = [
        ("compaction summaries", with_role("summary").collect()),
        ("errors of failing commands", failed.collect()),
        ("edits", with_role("edit").collect()),
    ];
    for (name, entries) in kinds {
        let (mut asked, mut found) = (0, 0);
        for entry in entries.iter().step_by(entries.len().div_ceil(40).max(1)) {
            let text = entry["text"].as_str().unwrap_or_default();
            // The longest line of words is a sentence of it; the lines that an agent puts above an output are not.
            let own =
                |line: &&str| line.len() < 300 && !line.starts_with("Process exited") && !line.starts_with("Wall time");
            let line = text.lines().filter(own).max_by_key(|line| words(line).count());
            let query: Vec<&str> = line.map(|line| words(line).take(12).collect()).unwrap_or_default();
            if query.len() < 3 {
                continue;
            }
            asked += 1;
            let query = query.join(" ");
            let answer = ctx(home, &["search", "--json", "--limit", "5", "--", &query]).output().expect("it starts");
            let answer: Value = serde_json::from_slice(&answer.stdout).unwrap_or_default();
            let hits = answer["hits"].as_array().cloned().unwrap_or_default();
            // Another entry with the same line is as good.
            let has = |hit: &Value| {
                let snippet = hit["snippet"].as_str().unwrap_or_default();
                hit["ref"] == entry["ref"] || line.is_some_and(|line| snippet.contains(line.trim()))
            };
            found += usize::from(hits.iter().any(has));
        }
        say(format_args!("search by a line of its words, {name}: {found} of {asked} among the first 5"));
    }
    let sessions: Value = serde_json::from_str(&output(&mut ctx(
        home,
        &["history", "--sessions", "--all-projects", "--limit", "9999", "--json"],
    )))
    .expect("JSON");
    let events = |session: &str, category: &str, open: bool| {
        lines.iter().any(|line| {
            line["session"] == session && line["category"] == category && (!open || line["closed_at_ms"].is_null())
        })
    };
    let (mut briefs, mut largest, mut lacking, mut compacted, mut silent) = (0, 0, 0, 0, 0);
    for session in sessions.as_array().into_iter().flatten().filter_map(|session| session["session"].as_str()) {
        let brief = output(&mut ctx(home, &["context", "--session", session, "--budget", "2048"]));
        briefs += 1;
        largest = largest.max(brief.len());
        let parts = [("prompt", "request:", false), ("error", "errors:", true), ("edit", "files:", false)];
        lacking += parts
            .iter()
            .filter(|(category, heading, open)| events(session, category, *open) && !brief.contains(heading))
            .count();
        if events(session, "summary", false) {
            compacted += 1;
            let story = output(&mut ctx(home, &["reflect", "--session", session]));
            let parts = [("decision", "## Decided", false), ("error", "## Still open", true)];
            silent += parts
                .iter()
                .filter(|(category, heading, open)| events(session, category, *open) && !story.contains(heading))
                .count();
        }
    }
    say(format_args!(
        "{briefs} sessions: largest brief {largest} bytes, {lacking} without their request, errors or files; \
         {compacted} compacted, {silent} reports without their decisions or open errors"
    ));
    assert!(briefs > 0 && largest <= 2048 && lacking == 0 && silent == 0);
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2 && word.chars().all(char::is_alphabetic))
}

/// Entries of an export in a fixed order, without their random parts.
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

/// Import alone, import with indexing, and `jq` on the same files. Processor time is shown beside the clock: on a busy
/// machine it is the time that a free core would take.
fn speed(dir: &Path, temp: &Path) {
    let mut found = Vec::new();
    files(dir, &mut found);
    let total: u64 = found.iter().filter_map(|file| file.metadata().ok()).map(|meta| meta.len()).sum();
    let mb = total as f64 / 1e6;
    let (mut alone, mut indexed) = (Cost::WORST, Cost::WORST);
    for n in 0..5 {
        let home = temp.join(format!("store-speed-{n}"));
        let one = Cost::of(|| drop(import(&home, &[dir])));
        let two = Cost::of(|| drop(ctx(&home, &["search", "--json", "qqqq"]).output()));
        alone = alone.best(one);
        indexed = indexed.best(Cost { clock: one.clock + two.clock, processor: one.processor + two.processor });
    }
    say(format_args!("import of {mb:.1} MB of JSONL, best of 5, one thread:"));
    alone.say("without indexing", mb);
    indexed.say("with indexing", mb);
    let mut there = true;
    let jq = Cost::of(|| {
        let jq = Command::new("jq").args(["-c", "."]).args(&found).stdout(Stdio::null()).stderr(Stdio::null()).status();
        there = jq.is_ok();
    });
    match there {
        true => {
            jq.say("jq -c . >/dev/null", mb);
            let ratio = jq.processor / alone.processor;
            say(format_args!(
                "  import is ×{ratio:.1} as fast as jq, ×{:.1} with indexing",
                jq.processor / indexed.processor
            ));
        }
        false => say(format_args!("  jq is not there to compare with")),
    }
}

/// Seconds by the clock and of the processor, in user and kernel mode, that children took.
#[derive(Clone, Copy)]
struct Cost {
    clock: f64,
    processor: f64,
}

impl Cost {
    const WORST: Cost = Cost { clock: f64::INFINITY, processor: f64::INFINITY };

    fn of(work: impl FnOnce()) -> Cost {
        let (start, before) = (Instant::now(), processor_time());
        work();
        Cost { clock: start.elapsed().as_secs_f64(), processor: processor_time() - before }
    }

    fn best(self, other: Cost) -> Cost {
        Cost { clock: self.clock.min(other.clock), processor: self.processor.min(other.processor) }
    }

    fn say(self, name: &str, mb: f64) {
        let (clock, processor) = (mb / self.clock, mb / self.processor);
        say(format_args!("  {name:<20} {clock:>7.1} MB/s by the clock, {processor:>7.1} MB/s of processor time"));
    }
}

fn children() -> libc::rusage {
    // SAFETY: getrusage fills the zeroed struct.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    }
}

fn processor_time() -> f64 {
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    let usage = children();
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
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
            let export = entries(&output(&mut ctx(home, &["store", "--export", "--raw"])));
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
