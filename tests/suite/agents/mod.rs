//! The real agents, driven by a scripted model, with ctx beneath their shells and without. `CTX_AGENTS=DIR` names a folder
//! into which they were installed, each by `npm install --prefix DIR/pkg-NAME PACKAGE`; without it nothing is run.
//! `CTX_BLESS=1` writes what the model got to fixtures/agents.

mod model;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use model::{Exchange, Model, Step};

use crate::harness::{CTX, Home, with_signals};

/// An agent and how it is started without a person and without asking.
struct Host {
    name: &'static str,
    program: &'static str,
    start: fn(port: u16, prompt: &str) -> Start,
}

/// Variables and words.
type Start = (Vec<(String, String)>, Vec<String>);

fn text(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

const HOSTS: [Host; 4] = [
    Host {
        name: "claude-code",
        program: "claude",
        start: |port, prompt| {
            let url = format!("http://127.0.0.1:{port}");
            let env = text(&[("ANTHROPIC_BASE_URL", &url), ("ANTHROPIC_API_KEY", "scripted"), ("IS_SANDBOX", "1")]);
            (env, words(&["-p", prompt, "--model", "claude-sonnet-4-5", "--dangerously-skip-permissions"]))
        },
    },
    Host {
        name: "codex",
        program: "codex",
        start: |port, prompt| {
            let provider = format!(
                "model_providers.scripted={{name=\"scripted\",base_url=\"http://127.0.0.1:{port}/v1\",wire_api=\"responses\",env_key=\"SCRIPTED_KEY\"}}"
            );
            let args = [
                "exec",
                "--skip-git-repo-check",
                "-c",
                "model_provider=\"scripted\"",
                "-c",
                &provider,
                "-c",
                "model=\"gpt-5.1-codex\"",
                "--dangerously-bypass-approvals-and-sandbox",
                prompt,
            ];
            (text(&[("SCRIPTED_KEY", "scripted")]), words(&args))
        },
    },
    Host {
        name: "gemini",
        program: "gemini",
        start: |port, prompt| {
            let url = format!("http://127.0.0.1:{port}");
            let env = [
                ("GOOGLE_GEMINI_BASE_URL", url.as_str()),
                ("GEMINI_API_KEY", "scripted"),
                ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
            ];
            (text(&env), words(&["-p", prompt, "--approval-mode", "yolo", "-m", "gemini-2.5-pro"]))
        },
    },
    Host {
        name: "opencode",
        program: "opencode",
        start: |port, prompt| {
            let config = serde_json::json!({
                "provider": { "scripted": {
                    "npm": "@ai-sdk/openai-compatible", "name": "Scripted",
                    "options": { "baseURL": format!("http://127.0.0.1:{port}/v1"), "apiKey": "scripted" },
                    "models": { "m": { "name": "m", "limit": { "context": 200_000, "output": 8000 } } },
                } },
                "model": "scripted/m", "small_model": "scripted/m", "autoupdate": false, "share": "disabled",
            });
            let config = config.to_string();
            let env = [
                ("OPENCODE_CONFIG_CONTENT", config.as_str()),
                ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
                ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
                ("OPENCODE_DISABLE_DEFAULT_PLUGINS", "1"),
                ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
            ];
            (text(&env), words(&["run", prompt]))
        },
    },
];

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

fn installed() -> Option<PathBuf> {
    std::env::var_os("CTX_AGENTS").map(PathBuf::from)
}

/// A home with the agent's settings and a project, with ctx or without.
struct Place {
    home: Home,
    with_ctx: bool,
}

impl Place {
    fn new(host: &Host, with_ctx: bool) -> Place {
        let home = Home::new();
        let write = |path: &str, text: &str| {
            let path = home.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("work/package.json", r#"{"name": "sample", "version": "1.0.0", "scripts": {"test": "node test.js"}}"#);
        let test = "for (let i = 1; i <= 300; i++) {\n  if (i === 150) {\n    console.log('not ok 150 - cart adds tax to the total')\n    \
                    console.error('  AssertionError [ERR_ASSERTION]: expected 107 to equal 100')\n    \
                    console.error('      at Object.<anonymous> (src/cart.test.js:41:12)')\n  } else \
                    console.log(`ok ${i} - module ${i} behaves as the specification says it should`)\n}\n\
                    console.log('# tests 300\\n# pass 299\\n# fail 1')\nprocess.exitCode = 1\n";
        write("work/test.js", test);
        write("work/cart.js", "export const price = 100;\n");
        write("work/sub/where.txt", "in sub\n");
        if host.name == "gemini" {
            let settings = r#"{"security":{"auth":{"selectedType":"gemini-api-key"},"folderTrust":{"enabled":false}}}"#;
            write(".gemini/settings.json", settings);
        }
        let place = Place { home, with_ctx };
        let git = |args: &[&str]| {
            assert!(place.command("git", args).status().expect("git").success());
        };
        git(&["init", "-q", "-b", "main", "."]);
        if with_ctx {
            let done = place.command(CTX, &["init", host.name, "--yes"]).output().expect("ctx init");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
        place
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        let bin = Path::new(CTX).parent().unwrap();
        let path =
            format!("{}:/usr/local/bin:/usr/bin:/bin", if self.with_ctx { bin.to_str().unwrap() } else { "/none" });
        command.args(args).current_dir(self.home.work()).stdin(Stdio::null()).env_clear();
        command.env("HOME", self.home.path()).env("PATH", path).env("SHELL", "/bin/bash").env("LANG", "C.UTF-8");
        command.env("TMPDIR", self.home.path()).env("USER", "tester").envs(QUIET);
        with_signals(&mut command, libc::SIG_DFL);
        command
    }

    /// Lets the agent follow the steps; what the model got for each call.
    fn follow(&self, host: &Host, dir: &Path, steps: Vec<Step>) -> Vec<Exchange> {
        let model = Model::start(steps);
        let (env, args) = (host.start)(model.port, "Please run the tests.");
        let program = dir.join(format!("pkg-{0}/node_modules/.bin/{0}", host.program));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let log = self.home.path().join("agent.log");
        let file = std::fs::File::create(&log).unwrap();
        let mut child = self
            .command(program.to_str().unwrap(), &args)
            .envs(env)
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let began = Instant::now();
        while child.try_wait().expect("the agent").is_none() {
            if began.elapsed() > Duration::from_secs(400) {
                let _ = child.kill();
                let _ = child.wait();
                panic!("{} does not end: {}", host.name, std::fs::read_to_string(&log).unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        model.exchanges()
    }
}

/// A session as people have them: failing and passing tests, reading, pipes, heredocs, directories, exports, large and
/// long commands, jobs, several at once, and what ctx itself is asked.
fn session() -> Vec<Step> {
    let shell = |command: &str| Step::Shell(command.to_owned());
    vec![
        shell("npm test"),
        shell("npm test 2>/dev/null | tail -5"),
        shell("npm test 2>/dev/null | grep 'not ok'"),
        shell("npm test # ctx: which tests fail"),
        shell("npm test 2>/dev/null # ctx:off"),
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
        Step::Shells((1..=8).map(|n| format!("sleep 0.{n}; echo parallel {n}; exit {}", n % 2)).collect()),
        shell("git status --short | head -5"),
        shell("env | grep -c '^BASH_FUNC' || true"),
        shell("ctx history --json | head -c 20 > /dev/null; echo kept"),
    ]
}

/// What differs from run to run: references, times, ids of processes, places.
fn steady(text: &str, home: &Path) -> String {
    let text = text.replace(home.to_str().unwrap(), "HOME");
    let mut out = String::new();
    for line in text.lines() {
        let dropped = [
            "Chunk ID: ",
            "Wall time: ",
            "Process Group PGID: ",
            "<total_tokens>",
            "</system-reminder>",
            "<system-reminder>",
        ];
        if dropped.iter().any(|start| line.trim_start().starts_with(start)) {
            continue;
        }
        let mut line = line.to_owned();
        while let Some(at) = line.find("[ctx:").filter(|at| !line[*at..].starts_with("[ctx:ID]")) {
            let end = line[at..].find(']').map_or(line.len(), |end| at + end + 1);
            line.replace_range(at..end, "[ctx:ID]");
        }
        if let Some(rest) = line.strip_prefix("more: ctx get ") {
            line = format!("more: ctx get ID{}", &rest[rest.find(' ').unwrap_or(rest.len())..]);
        }
        // `· exit 1 · 903ms ·`, `since … 3s ago:`
        let is_time = |part: &str| {
            part.ends_with('s')
                && part.starts_with(|c: char| c.is_ascii_digit())
                && part.bytes().all(|b| b.is_ascii_digit() || b".smh".contains(&b))
        };
        let words: Vec<&str> = line.split(' ').map(|word| if is_time(word) { "TIME" } else { word }).collect();
        out.push_str(&words.join(" ").replace(" now:", " TIME ago:").replace(" now\u{0}", ""));
        out.push('\n');
    }
    out
}

/// The lines of a result; of both streams together in order of their letters, for hosts read them in any.
fn lines(exchange: &Exchange, home: &Path) -> String {
    let text = steady(&exchange.result, home);
    // The agent's own wrapping has lines of its own, and its own idea of where the shell is.
    let text = match text.split_once("bash: line ") {
        Some((before, after)) => {
            let before = before.trim_end_matches("/bin/").trim_end_matches("/usr");
            format!("{before}bash: line N{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        None => text,
    };
    if !exchange.command.contains(">&2") && !exchange.command.contains("kill ") {
        return text;
    }
    let mut lines: Vec<&str> = text.lines().map(|line| line.strip_prefix("Output: ").unwrap_or(line)).collect();
    lines.sort_unstable();
    lines.join("\n")
}

fn page(exchanges: &[Exchange], home: &Path) -> String {
    let mut page = String::new();
    for exchange in exchanges {
        let result = lines(exchange, home);
        page.push_str(&format!("$ {}\n{}\n", exchange.command.replace('\n', "\n> "), result.trim_end()));
        page.push_str("---\n");
    }
    page
}

fn follow_the_session(host: &Host) {
    let Some(dir) = installed() else {
        crate::harness::say(&format!("{}: not tried, CTX_AGENTS names no folder of agents", host.name));
        return;
    };
    let with = Place::new(host, true);
    let exchanges = with.follow(host, &dir, session());
    let without = Place::new(host, false);
    let plain = without.follow(host, &dir, session());
    assert_eq!(exchanges.len(), plain.len(), "{}", page(&exchanges, with.home.path()));
    for (with_ctx, bare) in exchanges.iter().zip(&plain).filter(|(one, _)| !one.command.starts_with("ctx ")) {
        if with_ctx.result.contains("[ctx:") {
            assert!(
                bare.result.len() > 2000 || with_ctx.command.contains("# ctx:"),
                "{}: {}",
                host.name,
                with_ctx.command
            );
            continue;
        }
        let (one, other) = (lines(with_ctx, with.home.path()), lines(bare, without.home.path()));
        assert_eq!(one, other, "{}: {}", host.name, with_ctx.command);
    }
    let kept = with.command(CTX, &["history", "--json", "--all-projects"]).output().expect("ctx history");
    let kept = String::from_utf8_lossy(&kept.stdout).into_owned();
    assert!(kept.contains("git status --short | head -5"), "{kept}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/agents/{}.txt", host.name));
    let page = page(&exchanges, with.home.path());
    if std::env::var_os("CTX_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, page).unwrap();
    } else {
        assert_eq!(page, std::fs::read_to_string(&file).unwrap_or_default(), "{}", host.name);
    }
}

#[test]
fn a_session_in_claude_code() {
    follow_the_session(&HOSTS[0]);
}

#[test]
fn a_session_in_codex() {
    follow_the_session(&HOSTS[1]);
}

#[test]
fn a_session_in_gemini_cli() {
    follow_the_session(&HOSTS[2]);
}

#[test]
fn a_session_in_opencode() {
    follow_the_session(&HOSTS[3]);
}
