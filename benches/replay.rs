//! Shell commands of recorded sessions with their outputs, shown as ctx would show them: the bytes that enter the
//! context before and after, and how long it takes to check a command against the user's rules.
//! `cargo bench --bench replay -- DIR`; DIR holds transcripts of any agent that `ctx store --import` reads.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ctx::record::MaskedText;
use ctx::record::report::{self, ReportOptions, ReportSubject};
use ctx_agents::permissions::{PermissionRules, SettingsPlaces};
use ctx_agents::transcripts::{ItemBody, ReaderState, ToolCallAction, TranscriptFormat, json, read_transcript_value};
use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus};
use ctx_model::id::EntryId;
use ctx_secrets::{Masker, TextKind};

/// Calls that print more than this fill a context.
const LARGE: usize = 2048;
const ROUNDS: usize = 20;
const SETTINGS: &str = r#"{"permissions":{"deny":["Bash(rm -rf *)","Bash(curl * | sh)","Read(./.env)","Read(~/.ssh/**)"],
    "ask":["Bash(git push *)"],"allow":["Bash(npm run *)","Bash(git status)","Bash(git diff *)","Bash(ls *)","Edit(src/**)"]}}"#;

struct Recorded {
    command: String,
    output: String,
    exit: Option<i32>,
}

#[derive(Default)]
struct Sum {
    calls: usize,
    before: usize,
    after: usize,
}

impl Sum {
    fn add(&mut self, before: usize, after: usize) {
        self.calls += 1;
        self.before += before;
        self.after += after;
    }
}

fn main() {
    let given = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let Some(dir) = given else { return say(format_args!("no folder of transcripts given: nothing to replay")) };
    let calls = recorded(Path::new(&dir));
    replay(&calls);
    times(&calls);
}

fn replay(calls: &[Recorded]) {
    let (mut all, mut large, mut shortened) = (Sum::default(), Sum::default(), Sum::default());
    for call in calls {
        let before = call.output.len();
        // An output shown whole is passed on without a line of ctx's.
        let after = after(call).min(before);
        all.add(before, after);
        if before > LARGE {
            large.add(before, after);
            if after < before {
                shortened.add(before, after);
            }
        }
    }
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    say(format_args!("{:<34}{:>8}{:>12}{:>12}{:>10}", "shell calls", "calls", "before B", "after B", "saved %"));
    for (name, sum) in [("all", &all), ("above 2 KB", &large), ("above 2 KB and shortened", &shortened)] {
        let saved = 100.0 - share(sum.after, sum.before);
        say(format_args!("{name:<34}{:>8}{:>12}{:>12}{saved:>10.1}", sum.calls, sum.before, sum.after));
    }
}

fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Bytes that the agent would have got instead.
fn after(call: &Recorded) -> usize {
    let masker = Masker::new(Vec::new());
    let text = MaskedText::mask_bytes(call.output.as_bytes(), TextKind::of_command(&call.command), &masker).0;
    let status = CommandEndStatus::Exit(call.exit.unwrap_or(0));
    let argv = CommandAndStatus { argv: vec![call.command.clone()], status };
    let id = EntryId::random_id();
    let subject =
        ReportSubject { id: Some(&id), name: &call.command, call: &argv, duration_ms: Some(1000), still_open: false };
    let options = ReportOptions { show: Budgets::default(), ..ReportOptions::default() };
    report::compose_report(&subject, &text, &options, &masker).plain_text().len()
}

fn recorded(dir: &Path) -> Vec<Recorded> {
    let mut files = Vec::new();
    find(dir, &mut files);
    let (mut calls, mut seen) = (Vec::new(), HashSet::new());
    for file in files {
        let Ok(text) = std::fs::read(&file) else { continue };
        let text = String::from_utf8_lossy(&text);
        let mut state = ReaderState::default();
        let mut format = None;
        let mut open: HashMap<String, String> = HashMap::new();
        for (number, line) in text.lines().enumerate() {
            let Ok(Some((value, _))) = json::parse_first_value(line) else { continue };
            format = format.or_else(|| TranscriptFormat::detect_format(value));
            let Some(format) = format else { continue };
            read_transcript_value(format, value, number as u64, &mut state, &mut |item| match item.body {
                ItemBody::Call(call) => {
                    if let ToolCallAction::Shell { command, .. } = call.action {
                        open.insert(call.id, command);
                    }
                }
                ItemBody::Outcome(outcome) => {
                    let Some(command) = open.remove(&*outcome.call) else { return };
                    if !outcome.refused && seen.insert((outcome.call.to_string(), command.clone())) {
                        calls.push(Recorded { command, output: outcome.text.into_owned(), exit: outcome.exit });
                    }
                }
                _ => {}
            });
        }
    }
    calls
}

fn find(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, found);
        } else if path.extension().is_some_and(|end| end == "jsonl" || end == "json") {
            found.push(path);
        }
    }
    found.sort();
}

/// Times reading the settings and judging, against the parser alone.
fn times(calls: &[Recorded]) {
    let temp = tempfile::tempdir().expect("a temp dir");
    let root = temp.path();
    std::fs::create_dir_all(root.join(".claude")).expect("a folder");
    let places = SettingsPlaces { home: Some(root), user: None, project: root, cwd: root };
    let mut measured: Vec<(&str, Vec<Duration>)> = Vec::new();
    for (name, settings) in [("without settings", None), ("with ten rules", Some(SETTINGS))] {
        if let Some(settings) = settings {
            std::fs::write(root.join(".claude/settings.json"), settings).expect("settings");
        }
        let mut times = Vec::new();
        for call in (0..ROUNDS).flat_map(|_| calls) {
            let start = Instant::now();
            let rules = PermissionRules::read(&places).expect("rules");
            let argv = ["bash", "-c", &call.command].map(OsString::from);
            let _ = std::hint::black_box(rules.check_command(&argv));
            times.push(start.elapsed());
        }
        measured.push((name, times));
    }
    let mut parsing = Vec::new();
    for call in (0..ROUNDS).flat_map(|_| calls) {
        let start = Instant::now();
        let _ = std::hint::black_box(ctx_shell::parse_script(&call.command));
        parsing.push(start.elapsed());
    }
    measured.push(("parsing alone", parsing));
    say(format_args!("{:<34}{:>12}{:>12}{:>12}", "a judgement, in process", "p50 µs", "p99 µs", "max µs"));
    for (name, mut times) in measured {
        times.sort();
        let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
        let micros = |time: Option<&Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e6);
        say(format_args!(
            "{name:<34}{:>12.1}{:>12.1}{:>12.1}",
            micros(at(0.5)),
            micros(at(0.99)),
            micros(times.last())
        ));
    }
}
