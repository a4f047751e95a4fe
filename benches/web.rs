//! The cost of the page on a large store:
//! `cargo bench --bench web -- [--entries 50000] [--mb 500] [--large-mb 100] [--keep DIR]`.
//! Two stores, the other with 1,000 entries, are made of the fixtures, their numbers changed, in many projects and
//! sessions, with one large entry that has findings. Then both real servers get the requests of every view in turn, and
//! their medians are compared.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ctx_model::{CommandEndStatus, EventCategory, EventsOfFinishedEntry, Finding, Scope, SessionEvent, Severity};
use ctx_store::{BlobWriter, EntryOutcome, NewEntry, Store};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");
const DAY: i64 = 86_400_000;

/// Entries of the store that the large one is compared with.
const FEW: usize = 1_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let text = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).cloned();
    let value = |name: &str, default: usize| text(name).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (entries, mb, large) = (value("--entries", 50_000), value("--mb", 500), value("--large-mb", 100));
    let temp = tempfile::tempdir().expect("a temp dir");
    let home = text("--keep").map_or(temp.path().to_owned(), PathBuf::from);
    let each = (mb.saturating_sub(large) << 20) / entries;
    let served = [FEW, entries].map(|count| {
        let home = home.join(count.to_string());
        if !home.join("store/ctx.db").exists() {
            fill(&home, count, each * count + (large << 20), large << 20);
        }
        Served::start(&home)
    });
    let [few, many] = &served;
    say(&format!("{:<34}{FEW:>8}{entries:>9} entries: medians in ms, the ratio, the first and the longest", ""));
    let view = |name: &str, paths: &dyn Fn(&Served) -> Vec<String>| measure(name, few, many, paths);
    let fixed = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
    view("first view: page, about, now", &|_| fixed(&["", "style.css", "app.js", "now.js", "api/about", "api/now"]));
    view("now, 30 days", &|_| fixed(&["api/now?span=2592000000"]));
    view("now, one project", &|web| vec![format!("api/now?project={}", web.project)]);
    view("search, one word", &|_| fixed(&["api/search?q=assertion"]));
    view("search, three words", &|_| fixed(&["api/search?q=cannot+borrow+mutable"]));
    view("search, a typo", &|_| fixed(&["api/search?q=asertion"]));
    view("search in a project", &|web| vec![format!("api/search?q=failed+test&project={}", web.project)]);
    view("an entry", &|web| {
        let some = &web.some;
        vec![
            format!("api/entry?ref={some}"),
            format!("api/lines?ref={some}&from=1&to=301"),
            format!("api/places?ref={some}"),
        ]
    });
    view("the large entry at its findings", &|web| {
        let (giant, from) = (&web.giant, web.line.saturating_sub(40));
        vec![format!("api/entry?ref={giant}"), format!("api/lines?ref={giant}&from={from}&to={}", from + 300)]
    });
    view("where its shown lines are", &|web| vec![format!("api/places?ref={}", web.giant)]);
    view("a command over its runs", &|web| vec![format!("api/command?command=cargo+test&project={}", web.project)]);
    view("two runs compared", &|web| vec![format!("api/diff?old={}&new={}", web.runs.0, web.runs.1)]);
    view("sessions", &|_| fixed(&["api/sessions"]));
    view("sessions of a project", &|web| vec![format!("api/sessions?project={}", web.project)]);
    view("a session", &|web| {
        vec![format!("api/session?name={}", web.session), format!("api/history?session={}", web.session)]
    });
    view("time and cost", &|web| {
        vec![format!("api/board?project={}", web.project), format!("api/work?project={}", web.project)]
    });
    view("time and cost, all projects", &|_| fixed(&["api/board", "api/work"]));
    view("memory", &|web| vec![format!("api/brief?project={}", web.project)]);
    view("savings", &|web| vec![format!("api/savings?project={}", web.project)]);
    view("savings, all projects", &|_| fixed(&["api/savings"]));
    say(&format!(
        "memory of the server   {:>8.1} MB resident, {:.1} MB of it its own, most {:.1} MB",
        many.web.memory("VmRSS:"),
        many.web.memory("RssAnon:"),
        many.web.memory("VmHWM:")
    ));
}

/// A server and what is asked of it.
struct Served {
    web: Web,
    project: String,
    session: String,
    some: String,
    runs: (String, String),
    giant: String,
    line: u64,
}

impl Served {
    fn start(home: &Path) -> Served {
        let web = Web::start(home);
        let wait = Instant::now();
        // The index catches up once; a search waits for it.
        web.ask("search?q=qqqq");
        say(&format!("index and first search {:>8.0} ms", ms(wait.elapsed())));
        let web = Web::start(home);
        say(&format!("ready                  {:>8.1} ms after its start", ms(web.ready)));
        let about = web.ask("about");
        let rows = web.ask("history?limit=500");
        let after = |text: &str, mark: &str| -> Vec<String> {
            text.split(mark).skip(1).filter_map(|part| part.split('"').next()).map(str::to_owned).collect()
        };
        let refs = after(&rows, "\"ref\":\"");
        let told = |name: &str| std::fs::read_to_string(home.join(name)).expect("of the large entry");
        Served {
            project: after(&about, "\"project\":\"").first().expect("a project").replace('/', "%2F"),
            session: after(&rows, "\"session\":\"").first().expect("a session").clone(),
            some: refs[40].clone(),
            // Every tenth is a run of one command.
            runs: (refs[50].clone(), refs[40].clone()),
            giant: told("giant"),
            line: told("line").parse().expect("a line"),
            web,
        }
    }
}

/// Asks both for all of them in turn, ten times: the medians, their ratio, the first and the longest of the large one.
fn measure(name: &str, few: &Served, many: &Served, paths: &dyn Fn(&Served) -> Vec<String>) {
    let once = |served: &Served| {
        let paths = paths(served);
        let begun = Instant::now();
        paths.iter().for_each(|path| drop(served.web.get(path)));
        begun.elapsed()
    };
    let (mut small, mut large): (Vec<Duration>, Vec<Duration>) = (0..10).map(|_| (once(few), once(many))).unzip();
    let first = large[0];
    small.sort();
    large.sort();
    let (less, more) = (ms(small[5]), ms(large[5]));
    say(&format!(
        "{name:<34}{less:>8.1}{more:>9.1}  ×{:<6.1} first {:>8.1}, longest {:>8.1}",
        more / less,
        ms(first),
        ms(large[9])
    ));
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Fixtures as they are, each with the command that printed it and how that ended.
fn fixtures() -> Vec<(String, i32, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root).expect("fixtures").flatten() {
        for file in std::fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            let path = file.path();
            let about = std::fs::read_to_string(path.with_extension("toml")).unwrap_or_default();
            let field = |name: &str| {
                about
                    .lines()
                    .find_map(|line| line.strip_prefix(name))
                    .map(|rest| rest.trim_matches([' ', '=', '"']).to_owned())
            };
            if path.extension().is_some_and(|end| end == "raw")
                && let (Ok(text), Some(command)) = (std::fs::read_to_string(&path), field("command"))
                && text.len() < 200_000
            {
                let exit = field("exit").and_then(|exit| exit.parse().ok()).unwrap_or(0);
                found.push((command, exit, text));
            }
        }
    }
    found.sort();
    found
}

fn fill(home: &Path, entries: usize, bytes: usize, large: usize) {
    std::fs::create_dir_all(home.join("work")).expect("a folder");
    let begun = Instant::now();
    let mut store = Store::open(&home.join("store")).expect("a store");
    let fixtures = fixtures();
    let each = bytes.saturating_sub(large) / entries;
    let now = ctx_model::env::unix_time_ms();
    let mut written = 0;
    for at in 0..entries {
        let (command, exit, text) = &fixtures[at % fixtures.len()];
        let command = if at % 10 == 0 { "cargo test" } else { command };
        let session = format!("session-{:05}", at / 60);
        let scope = Scope {
            project: format!("/home/dev/project-{}", at / 60 % 7).into(),
            branch: Some("main".into()),
            session: session.clone(),
        };
        let started_at = now - (entries - at) as i64 * (30 * DAY / entries as i64);
        // Repeated with a different number each time until it has its size, so that no two are the same.
        let mut body = String::with_capacity(each + text.len());
        while body.len() < each {
            body.push_str(&format!("run {at} part {}\n", body.len()));
            body.push_str(ctx::ui::truncate_at_char_boundary(text, (each - body.len().min(each)).max(1)));
            body.push('\n');
        }
        written += body.len();
        if at % 1_000 == 0 {
            store.checkpoint_wal_above_size(1 << 20);
        }
        finish(
            &mut store,
            Made { command, scope, started_at, exit: *exit, body: body.as_bytes(), finding: (*exit != 0).then_some(2) },
        );
    }
    let scope =
        Scope { project: "/home/dev/project-0".into(), branch: Some("main".into()), session: "session-large".into() };
    let mut body = Vec::with_capacity(large + 100);
    let mut lines = 0u64;
    while body.len() < large {
        lines += 1;
        body.extend_from_slice(
            format!(
                "[{lines:>9}] step {} of the nightly build took {} ms and wrote {} bytes\n",
                lines % 977,
                lines % 389,
                lines % 7919
            )
            .as_bytes(),
        );
        if lines == 1_700_000 {
            body.extend_from_slice(b"error: the gateway refused the connection after 5 tries\n");
            lines += 1;
        }
    }
    let line = lines.min(1_700_001);
    written += body.len();
    let id = finish(
        &mut store,
        Made { command: "make nightly", scope, started_at: now - 60_000, exit: 2, body: &body, finding: Some(line) },
    );
    std::fs::write(home.join("giant"), id).expect("a file");
    std::fs::write(home.join("line"), line.to_string()).expect("a file");
    store.checkpoint_wal_above_size(1 << 20);
    say(&format!(
        "{} entries, {:.0} MB, stored in {:.0} s",
        entries + 1,
        written as f64 / 1e6,
        begun.elapsed().as_secs_f64()
    ));
}

struct Made<'a> {
    command: &'a str,
    scope: Scope,
    started_at: i64,
    exit: i32,
    body: &'a [u8],
    /// The line of its finding.
    finding: Option<u64>,
}

fn finish(store: &mut Store, made: Made<'_>) -> String {
    let Made { command, scope, started_at, exit, body, finding } = made;
    let event = |category, text: &str| SessionEvent {
        category,
        key: text.to_owned(),
        text: text.to_owned(),
        at: started_at,
        session: scope.session.clone(),
        project: Some(scope.project.to_string_lossy().into_owned()),
        branch: None,
        entry: None,
        closed_at: None,
    };
    let mut events = vec![event(EventCategory::Prompt, &format!("please look at {command} once more"))];
    events.extend((exit != 0).then(|| event(EventCategory::Error, command)));
    let new = NewEntry {
        command: Some(command.to_owned()),
        argv: command.split(' ').map(str::to_owned).collect(),
        scope: Some(scope.clone()),
        started_at,
        ..NewEntry::default()
    };
    let (row, id) = store.begin_entry(&new).expect("a row");
    let summary: String = String::from_utf8_lossy(&body[..body.len().min(900)]).into_owned();
    let findings = finding.map(|line| Finding {
        severity: Severity::Error,
        location: Some(format!("src/lib.rs:{}", line % 400)),
        message: "assertion `left == right` failed".into(),
        lines: (line, line),
    });
    let finished = EntryOutcome {
        status: CommandEndStatus::Exit(exit),
        duration_ms: Some(started_at % 90_000),
        summary: Some(format!("[ctx:{id}] {command} · exit {exit}\n{summary}\n")),
        findings: findings.into_iter().collect(),
        reader: Some("generic".into()),
        feed: EventsOfFinishedEntry { events, resolved: None },
        ..EntryOutcome::default()
    };
    let mut writer = BlobWriter::new(row);
    let (all, last) = body.split_at(body.len() / (1 << 20) * (1 << 20));
    for block in all.chunks(1 << 20) {
        writer.append(store, block).expect("a block");
    }
    store.finish_entry(row, writer, last, &finished).expect("an end");
    id.as_str().to_owned()
}

struct Web {
    child: Child,
    port: u16,
    token: String,
    ready: Duration,
}

impl Drop for Web {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Web {
    fn start(home: &Path) -> Web {
        let begun = Instant::now();
        let mut child = Command::new(CTX)
            .arg("web")
            .current_dir(home.join("work"))
            .env("HOME", home)
            .env("CTX_HOME", home.join("store"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("ctx starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("an address");
        let (port, token) =
            line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/')).expect("an address");
        Web {
            port: port.parse().expect("a port"),
            token: token.trim_end_matches('/').to_owned(),
            child,
            ready: begun.elapsed(),
        }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let request = format!(
            "GET /{}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.token, self.port
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut text = Vec::new();
        stream.read_to_end(&mut text).expect("an answer");
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(text.starts_with("HTTP/1.1 200"), "{path}: {}", &text[..text.len().min(900)]);
        text
    }

    fn ask(&self, path: &str) -> String {
        self.get(&format!("api/{path}"))
    }

    fn memory(&self, field: &str) -> f64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(field)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|figure| figure.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    }
}
