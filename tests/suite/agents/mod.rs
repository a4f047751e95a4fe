//! The real agents, driven by a scripted model, with ctx beneath their shells and without. `CTX_AGENTS=DIR` names a folder
//! into which they were installed, each by `npm install --prefix DIR/pkg-NAME PACKAGE`; without it nothing is run.
//! `CTX_BLESS=1` writes what the model got to fixtures/agents; otherwise it is compared with that. `CTX_KEEP=1` keeps the
//! homes of a session that failed, to look at.

mod background;
mod dialect;
mod folded;
mod hosts;
mod matrix;
mod memory;
mod model;
mod steady;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hosts::{Compact, HOSTS, Host};
use matrix::Around;
use model::{Exchange, Model, Step};
use steady::{lines, page};

use crate::harness::{CTX, Home, with_signals};

/// Nothing but this machine is asked: a proxy and a registry that are not there.
const QUIET: [(&str, &str); 11] = [
    ("HTTP_PROXY", "http://127.0.0.1:9"),
    ("HTTPS_PROXY", "http://127.0.0.1:9"),
    ("NO_PROXY", "127.0.0.1,localhost"),
    ("npm_config_registry", "http://127.0.0.1:9/"),
    ("DISABLE_TELEMETRY", "1"),
    ("DISABLE_AUTOUPDATER", "1"),
    ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
    ("DO_NOT_TRACK", "1"),
    ("GEMINI_TELEMETRY_ENABLED", "false"),
    ("NO_COLOR", "1"),
    ("TERM", "xterm"),
];

/// A report of 19 KB with one failure in the middle, at once.
const TEST: &str = "#!/bin/sh
i=0
while [ $i -lt 300 ]; do
  i=$((i + 1))
  if [ $i = 150 ]; then
    echo 'not ok 150 - cart adds tax to the total'
    echo '  AssertionError [ERR_ASSERTION]: expected 107 to equal 100'
    echo '      at Object.<anonymous> (src/cart.test.js:41:12)'
  else
    echo \"ok $i - module $i behaves as the specification says it should\"
  fi
done
printf '# tests 300\\n# pass 299\\n# fail 1\\n'
exit 1
";

fn installed() -> Option<PathBuf> {
    std::env::var_os("CTX_AGENTS").map(PathBuf::from)
}

/// A home with the agent's settings and a project, with ctx or without.
struct Place<'a> {
    home: Home,
    host: &'a Host,
    with_ctx: bool,
    around: Around,
    model: Model,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() && std::env::var_os("CTX_KEEP").is_some() {
            self.home.leave();
            crate::harness::say(&format!("kept: {}", self.home.path().display()));
        }
    }
}

impl Place<'_> {
    fn new(host: &Host, with_ctx: bool) -> Place<'_> {
        Place::around(host, with_ctx, Around::default(), &[])
    }

    /// With other files of the user's beside the settings that the agent needs, or in their place.
    fn around<'h>(host: &'h Host, with_ctx: bool, around: Around, users: &[(String, String)]) -> Place<'h> {
        let place = Place { home: Home::new(), host, with_ctx, around, model: Model::start() };
        let write = |path: &str, text: &str| {
            let path = place.home.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("work/package.json", "{\"name\": \"sample\", \"version\": \"1.0.0\"}\n");
        write("work/test.sh", TEST);
        write("work/cart.js", "export const price = 100;\n");
        write("work/sub/where.txt", "in sub\n");
        for (path, text) in (host.settings)(&place.home.work()) {
            write(path, &text);
        }
        for (path, text) in users {
            write(path, text);
        }
        let run = |program: &str, args: &[&str]| {
            let done = place.command(program, args).output().expect(program);
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        };
        run("chmod", &["+x", "test.sh"]);
        run("git", &["init", "-q", "-b", "main", "."]);
        if with_ctx {
            run(CTX, &["init", host.name, "--yes"]);
        }
        place
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        let bin = Path::new(CTX).parent().unwrap();
        let path =
            format!("{}:/usr/local/bin:/usr/bin:/bin", if self.with_ctx { bin.to_str().unwrap() } else { "/none" });
        command.args(args).current_dir(self.home.work()).stdin(Stdio::null()).env_clear();
        command.env("HOME", self.home.path()).env("PATH", path).env("SHELL", self.around.shell).env("LANG", "C.UTF-8");
        if self.around.shlvl {
            // As every terminal sets it.
            command.env("SHLVL", "1");
        }
        command.env("TMPDIR", self.home.path()).env("USER", "tester").envs(QUIET);
        with_signals(&mut command, libc::SIG_DFL);
        command
    }

    /// Lets the agent follow the steps in a conversation.
    fn follow(&self, dir: &Path, prompt: &str, more: &[&str], steps: Vec<Step>, side: Vec<Step>) {
        self.model.follow(steps, side);
        let (env, args) = (self.host.start)(self.model.port, prompt, more);
        let program = dir.join(format!("pkg-{0}/node_modules/.bin/{0}", self.host.program));
        let in_sandbox = |word: &String| match word.as_str() {
            "--dangerously-bypass-approvals-and-sandbox" if self.around.sandbox => {
                "--sandbox=workspace-write".to_owned()
            }
            word => word.to_owned(),
        };
        let args: Vec<String> = args.iter().map(in_sandbox).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        self.run_to_its_end(self.command(program.to_str().unwrap(), &args), env);
    }

    /// Runs an agent until it ends.
    fn run_to_its_end(&self, mut command: Command, env: Vec<(String, String)>) {
        let log = self.home.path().join("agent.log");
        let file = std::fs::File::options().create(true).append(true).open(&log).unwrap();
        let mut child = command
            .envs(env)
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.host.name));
        let began = Instant::now();
        while child.try_wait().expect("the agent").is_none() {
            if began.elapsed() > Duration::from_secs(1200) {
                let _ = child.kill();
                let _ = child.wait();
                panic!("{} does not end: {}", self.host.name, std::fs::read_to_string(&log).unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The whole of it: a session, its conversation compacted, and resumed.
    fn all(&self, dir: &Path) -> Vec<Exchange> {
        let work = self.home.work();
        let mut steps = session();
        steps.extend((self.host.own)(&work));
        let test = format!("{}/test.sh", work.display());
        let side = vec![Step::shell("ls"), Step::shell(&test), (self.host.side_end)()];
        let (at_end, at_call) = match self.host.compact {
            Compact::Prompt(_) => (0, 0),
            Compact::AtEnd(tokens) => (tokens, 0),
            Compact::AtCall(tokens) => (tokens, tokens),
        };
        steps.push(Step::say("All done.").tokens(at_end));
        self.follow(dir, "Please run the tests.", &[], steps, side);
        if let Compact::Prompt(prompt) = self.host.compact {
            self.follow(dir, prompt, self.host.again, Vec::new(), Vec::new());
        }
        let after = vec![
            Step::shell("true").tokens(at_call),
            Step::shell("./test.sh 2>&1"),
            Step::shell("cd sub && pwd; cat ../made.txt"),
        ];
        self.follow(dir, "And once more, please.", self.host.again, after, Vec::new());
        self.model.exchanges()
    }

    /// Every file of the project and its text.
    fn files(&self) -> BTreeMap<String, String> {
        let list = self.command("git", &["ls-files", "--others", "--exclude-standard"]).output().expect("git");
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        let text =
            |name: &str| String::from_utf8_lossy(&std::fs::read(self.home.work().join(name)).unwrap()).into_owned();
        // A repository inside is a directory here.
        let files = list.lines().filter(|name| !name.ends_with('/'));
        files.map(|name| (name.to_owned(), text(name))).collect()
    }

    fn ctx(&self, args: &[&str]) -> String {
        let done = self.command(CTX, args).output().expect("ctx");
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn rows(&self, query: &str) -> BTreeMap<String, i64> {
        let file = self.home.path().join(".local/share/ctx/ctx.db");
        let database = rusqlite::Connection::open(file).expect("the store");
        let mut rows = database.prepare(query).expect("a query");
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.collect::<Result<_, _>>().expect("rows")
    }
}

/// A session as people have them: failing and passing tests, reading, pipes, heredocs, directories, exports, large and
/// long commands, jobs, several at once, and questions to ctx itself.
fn session() -> Vec<Step> {
    let many: Vec<String> = (1..=8).map(|n| format!("sleep 0.{n}; echo parallel {n}; exit {}", n % 2)).collect();
    let shell = Step::shell;
    vec![
        shell("./test.sh"),
        shell("./test.sh 2>/dev/null | tail -5"),
        shell("./test.sh 2>/dev/null | grep 'not ok'"),
        shell("./test.sh # ctx: which tests fail"),
        shell("./test.sh 2>/dev/null # ctx:off"),
        shell("cat cart.js"),
        shell("cd sub && cat where.txt && pwd"),
        shell("pwd"),
        shell("cat <<'EOF' > notes.txt\nfirst line\n  second 'line'\nEOF\ncat notes.txt"),
        shell("export COLOUR=blue; echo $COLOUR; echo ${COLOUR}ish >&2"),
        shell("printf 'no newline at the end'"),
        shell("echo to stdout; echo to stderr >&2; exit 3"),
        shell("missing-tool --help"),
        shell("ls -1 | sort | head -3"),
        shell("seq 1 6000"),
        shell(
            "for i in $(seq 1 400); do echo \"cc -c file$i.c -o file$i.o\"; done; echo 'src/a.c:3:5: error: unknown type name foo'; exit 1",
        ),
        shell("false || echo recovered"),
        shell("bash -c 'echo inner; exit 2'; echo $?"),
        shell("sh -c 'kill -TERM $$'; echo after $?"),
        shell("(sleep 0.2; echo late > late.txt) & wait; cat late.txt"),
        shell("echo starting; sleep 2.6; echo done"),
        Step::shells(&many),
        shell("git status --short | head -5"),
        shell("env | grep -c '^BASH_FUNC' || true"),
        shell("ctx history --json | head -c 20 > /dev/null; echo kept"),
    ]
}

fn follow_the_session(name: &str) {
    let host = HOSTS.iter().find(|host| host.name == name).expect("a host");
    let Some(dir) = installed() else {
        crate::harness::say(&format!("{name}: not tried, CTX_AGENTS names no folder of agents"));
        return;
    };
    let with = Place::new(host, true);
    let exchanges = with.all(&dir);
    let without = Place::new(host, false);
    let plain = without.all(&dir);
    let bare: Vec<(String, usize)> =
        plain.iter().map(|one| (one.call.clone(), lines(one, without.home.path()).len())).collect();
    let page = page(&exchanges, with.home.path(), &bare);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/agents/{name}.txt"));
    if std::env::var_os("CTX_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &page).unwrap();
    }
    assert!(with.model.summaries() > 0 && without.model.summaries() > 0, "{name} compacted nothing");
    assert!(exchanges.iter().any(|one| one.side), "{name} had no sub-agent: {page}");
    compare(&with, &exchanges, &without, &plain, &page);
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(page == expected, "{name}: not as in {}:\n{}", file.display(), differing(&page, &expected));
    import_finds_it_once(&with, &exchanges);
}

/// Everything is as without ctx, except shortened outputs.
fn compare(with: &Place<'_>, exchanges: &[Exchange], without: &Place<'_>, plain: &[Exchange], page: &str) {
    let name = with.host.name;
    let calls = |all: &[Exchange], home: &Path| -> Vec<String> {
        all.iter().filter(|one| !one.side).map(|one| steady::steady(&one.call, home)).collect()
    };
    let (one, other) = (calls(exchanges, with.home.path()), calls(plain, without.home.path()));
    let (record, bare) = (with.model.record(), without.model.record());
    assert_eq!(one, other, "{page}\nwith ctx\n{record}\nwithout\n{bare}");
    assert_eq!(exchanges.iter().filter(|one| one.side).count(), plain.iter().filter(|one| one.side).count(), "{page}");
    // In some agents, sub-agents work in parallel: their results may come in between anywhere.
    let of = |side: bool| move |one: &&Exchange| one.side == side && !one.call.starts_with("ctx ");
    for side in [false, true] {
        for (with_ctx, bare) in exchanges.iter().filter(of(side)).zip(plain.iter().filter(of(side))) {
            if with_ctx.result.contains("[ctx:") {
                let large = bare.result.len() > 2000 || with_ctx.call.contains("# ctx:");
                assert!(large && with_ctx.result.len() < bare.result.len(), "{name}: {}", with_ctx.call);
                continue;
            }
            let (one, other) = (lines(with_ctx, with.home.path()), lines(bare, without.home.path()));
            assert_eq!(one, other, "{name}: {}", with_ctx.call);
        }
    }
    assert_eq!(with.files(), without.files(), "{name}");
}

/// An import of the agent's transcript finds each run recorded live once, and adds no error that was none.
fn import_finds_it_once(with: &Place<'_>, exchanges: &[Exchange]) {
    let name = with.host.name;
    let commands = "SELECT command, count(*) FROM entry WHERE command IS NOT NULL GROUP BY command";
    let errors = "SELECT text, count FROM event WHERE category = 'error'";
    let (runs, failures) = (with.rows(commands), with.rows(errors));
    with.ctx(&["store", "--import", "--json"]);
    let (after, failures_after) = (with.rows(commands), with.rows(errors));
    for (command, count) in &after {
        // A call that its user's rules refused may end the conversation: then nobody is told, and the transcript has it.
        let called = |asked: &str| asked.contains(command.as_str());
        let told = exchanges.iter().filter(|one| called(&one.call)).count();
        let asked = with.model.commands().iter().filter(|asked| called(asked)).count().max(told) as i64;
        let before = runs.get(command).copied().unwrap_or_default();
        assert!(*count <= asked.max(before), "{name}: {command} is there {count} times, was run {asked} times");
    }
    // Whatever a command is called: no more of them than were asked for.
    let asked = with.model.commands();
    let of_a_line = |(command, _): &(&String, &i64)| asked.iter().any(|line| line.contains(command.as_str()));
    let kept: i64 = after.iter().filter(of_a_line).map(|(_, count)| count).sum();
    assert!(kept <= asked.len() as i64, "{name}: {kept} of {} commands: {after:#?}", asked.len());
    for (error, count) in failures_after.iter().filter(|(error, count)| failures.get(*error) != Some(*count)) {
        // No hook is called for a tool that refuses its arguments; the transcript has it.
        let says =
            |one: &Exchange| one.result.lines().next().is_some_and(|first| !first.is_empty() && error.contains(first));
        let refused = |one: &Exchange| one.call.contains(" {") && (one.result.starts_with("[error]") || says(one));
        // Codex takes a patch out of its shell's command and applies it itself.
        let unfit = |one: &Exchange| one.call.starts_with("apply_patch") && says(one);
        let tool = error.split(' ').next().unwrap_or_default();
        let told = exchanges.iter().any(|one| unfit(one) || (refused(one) && one.call.starts_with(tool)));
        assert!(told && *count == 1, "{name}: {error} ({count} times) is no error");
    }
    let again: serde_json::Value = serde_json::from_str(&with.ctx(&["store", "--import", "--json"])).expect("JSON");
    assert_eq!(again["entries"], 0, "{name}: {again}");
}

/// The first lines in which two texts differ.
fn differing(one: &str, other: &str) -> String {
    let pairs = one.lines().zip(other.lines()).enumerate().filter(|(_, (one, other))| one != other);
    let lines = pairs.take(8).map(|(at, (one, other))| format!("{}: got  {one}\n{}: have {other}\n", at + 1, at + 1));
    format!("{}lines {} and {}", lines.collect::<String>(), one.lines().count(), other.lines().count())
}

#[test]
fn a_session_in_claude_code() {
    follow_the_session("claude-code");
}

#[test]
fn a_session_in_codex() {
    follow_the_session("codex");
}

#[test]
fn a_session_in_gemini_cli() {
    follow_the_session("gemini");
}

#[test]
fn a_session_in_opencode() {
    follow_the_session("opencode");
}

#[test]
fn a_session_in_copilot_cli() {
    follow_the_session("copilot");
}
