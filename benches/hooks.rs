//! The time an agent waits at each hook, against starting `true`: p50 and p99 in one run, the rows taking turns.
//! `cargo bench --bench hooks -- [--runs N] [--events N] [DIR]`; DIR is where the store goes (a temp dir by default).

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ctx_model::{EventCategory, SessionEvent};
use ctx_store::Store;
use serde_json::{Value, json};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let value = |name: &str, default: usize| {
        args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let (runs, events) = (value("--runs", 300), value("--events", 100_000));
    let given = args
        .iter()
        .enumerate()
        .find(|(at, arg)| !arg.starts_with("--") && (*at == 0 || !args[at - 1].starts_with("--")));
    let temp = tempfile::tempdir().expect("a temp dir");
    let dir = given.map_or_else(|| temp.path().to_owned(), |(_, dir)| PathBuf::from(dir));
    let work = dir.join("work");
    std::fs::create_dir_all(work.join(".git")).expect("a project");
    std::fs::write(work.join(".git/HEAD"), "ref: refs/heads/main\n").expect("a branch");
    let work = work.canonicalize().expect("the project");
    fill(&dir.join("store"), &work, events);

    let mut rows: Vec<Row> =
        ROWS.iter().map(|(name, event, payload)| Row { name, event, payload: *payload, times: Vec::new() }).collect();
    for run in 0..runs {
        for row in &mut rows {
            row.times.push(row.time(&dir, &work, run));
        }
    }
    let at =
        |times: &[Duration], share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1e3;
    say(format_args!("{runs} runs each, a store of {events} events; ms from start to end of the process"));
    say(format_args!("{:<44} {:>7} {:>7} {:>7} {:>9}", "", "p50", "p99", "ratio", "more p99"));
    let mut base = (0.0, 0.0);
    for row in &mut rows {
        row.times.sort();
        let (p50, p99) = (at(&row.times, 0.5), at(&row.times, 0.99));
        if row.event.is_empty() {
            base = (p50, p99);
        }
        say(format_args!("{:<44} {p50:>7.2} {p99:>7.2} {:>6.1}x {:>9.2}", row.name, p50 / base.0, p99 - base.1));
    }
}

type Payload = fn(&str, usize) -> Value;

/// Name, event, payload for a directory and a run.
const ROWS: &[(&str, &str, Payload)] = &[
    ("true", "", |_, _| Value::Null),
    ("post-tool-use, small (Read)", "post-tool-use", |cwd, run| {
        call(cwd, run, "Read", json!({ "file_path": format!("{cwd}/src/f{run}.rs") }), json!({ "type": "text" }))
    }),
    ("post-tool-use, Bash that succeeded", "post-tool-use", |cwd, run| {
        call(
            cwd,
            run,
            "Bash",
            json!({ "command": "ls" }),
            json!({ "stdout": "a\nb\n", "stderr": "", "interrupted": false }),
        )
    }),
    ("post-tool-use, MCP result of 100 KB", "post-tool-use", |cwd, run| {
        let text: String =
            (0..1700).map(|n| format!("- listitem [ref=e{n}]: link \"Order {n} of {run}\" /orders/{n}\n")).collect();
        call(cwd, run, "mcp__playwright__browser_snapshot", json!({}), json!([{ "type": "text", "text": text }]))
    }),
    ("post-tool-use-failure, Bash", "post-tool-use-failure", |cwd, run| {
        let mut payload = bash(cwd, run, "npm test");
        payload["error"] = json!("Exit code 1\nAssertionError: expected 200 to be 401\n    at src/auth.test.ts:42:18");
        payload
    }),
    (
        "session-start, startup",
        "session-start",
        |cwd, _| json!({ "session_id": "session-3", "cwd": cwd, "source": "startup" }),
    ),
    (
        "session-start, compact",
        "session-start",
        |cwd, _| json!({ "session_id": "session-3", "cwd": cwd, "source": "compact" }),
    ),
    ("pre-compact", "pre-compact", |cwd, _| json!({ "session_id": "session-3", "cwd": cwd, "trigger": "auto" })),
    (
        "user-prompt-submit",
        "user-prompt-submit",
        |cwd, run| json!({ "session_id": "bench", "cwd": cwd, "prompt": format!("Fix the login page, attempt {run}. Use argon2.") }),
    ),
    (
        "stop",
        "stop",
        |cwd, run| json!({ "session_id": "bench", "cwd": cwd, "last_assistant_message": format!("All {run} tests pass.") }),
    ),
];

fn bash(cwd: &str, run: usize, command: &str) -> Value {
    call(cwd, run, "Bash", json!({ "command": command, "description": "a command" }), Value::Null)
}

fn call(cwd: &str, run: usize, tool: &str, input: Value, response: Value) -> Value {
    json!({
        "session_id": "bench", "cwd": cwd, "permission_mode": "default", "tool_name": tool, "tool_input": input,
        "tool_response": response, "tool_use_id": format!("toolu_{tool}_{run}"),
    })
}

struct Row {
    name: &'static str,
    event: &'static str,
    payload: Payload,
    times: Vec<Duration>,
}

impl Row {
    fn time(&self, dir: &Path, work: &Path, run: usize) -> Duration {
        let mut command = self.command(dir, work, run);
        let start = Instant::now();
        assert!(command.status().expect("it starts").success(), "{}", self.name);
        start.elapsed()
    }

    fn command(&self, dir: &Path, work: &Path, run: usize) -> Command {
        let mut command = match self.event {
            "" => Command::new("true"),
            event => {
                let mut command = Command::new(CTX);
                command.args(["hook", "claude-code", event]);
                command
            }
        };
        let file = dir.join("payload.json");
        std::fs::write(&file, (self.payload)(&work.to_string_lossy(), run).to_string()).expect("a payload");
        command.env("HOME", dir).env("CTX_HOME", dir.join("store")).current_dir(work).stdout(Stdio::null());
        command.env_remove("CLAUDE_CONFIG_DIR").env_remove("CTX_OFF").env_remove("CLAUDE_ENV_FILE");
        command.stdin(File::open(&file).expect("the payload"));
        command
    }
}

/// Some of each weight.
const KINDS: [EventCategory; 8] = [
    EventCategory::Prompt,
    EventCategory::Decision,
    EventCategory::Error,
    EventCategory::Edit,
    EventCategory::Git,
    EventCategory::Read,
    EventCategory::Mcp,
    EventCategory::Intent,
];

fn fill(store: &Path, work: &Path, events: usize) {
    let mut store = Store::open(store).expect("a store");
    let project = work.to_string_lossy().into_owned();
    let all: Vec<SessionEvent> = (0..events)
        .map(|n| {
            let category = KINDS[n % KINDS.len()];
            SessionEvent {
                category,
                key: format!("key {n}"),
                text: format!("{} number {n}: what was said or done then", category.name()),
                at: 1_790_000_000_000 + n as i64 * 1000,
                session: format!("session-{}", n % 25),
                project: Some(project.clone()),
                branch: Some("main".to_owned()),
                entry: None,
                closed_at: (n % 3 == 0).then_some(1_790_000_000_000 + n as i64 * 1000),
            }
        })
        .collect();
    for part in all.chunks(10_000) {
        store.record_or_count_events(part).expect("events");
    }
    store.checkpoint_wal_above_size(0);
}

fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{text}");
}
