//! The real agents with every shell that people have, in a sandbox and without, started from a terminal and without one:
//! every pipe, file and effect is as without ctx; what the user's own hooks deny stays denied; uninstalling leaves what
//! the agents' own commands wrote.

use serde_json::json;

use super::hosts::{HOSTS, Host};
use super::model::{Exchange, Step};
use super::steady::steady;
use super::{Place, installed};
use crate::harness::{CTX, reference};
use crate::seam::reader::COMMANDS;

/// How an agent is started.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    pub shell: &'static str,
    pub shlvl: bool,
    pub sandbox: bool,
}

impl Default for Around {
    fn default() -> Around {
        Around { shell: "/bin/bash", shlvl: true, sandbox: false }
    }
}

/// The folder of agents, if this one is in it.
fn installed_with(name: &str) -> Option<std::path::PathBuf> {
    let dir = installed().filter(|dir| dir.join(format!("pkg-{}/node_modules", host(name).program)).exists());
    if dir.is_none() {
        crate::harness::say(&format!("{name}: not tried, CTX_AGENTS names no folder with it"));
    }
    dir
}

fn host(name: &str) -> &'static Host {
    HOSTS.iter().find(|host| host.name == name).expect("a host")
}

/// The commands that an agent's model calls: an interactive question would stop it, a loop guard wants them different.
fn steps() -> Vec<Step> {
    // Some agents put their own directories and variables into these.
    let asked =
        COMMANDS.iter().filter(|command| !command.starts_with("env |") && !command.contains("grep -E '^(BASH_ENV"));
    asked.map(|command| Step::shell(command)).chain([Step::say("All done.")]).collect()
}

fn follow(place: &Place<'_>, dir: &std::path::Path, around: Around, steps: Vec<Step>) -> Vec<Exchange> {
    assert_eq!(place.around.sandbox, around.sandbox);
    place.follow(dir, "Please run the tests.", &[], steps, Vec::new());
    place.model.exchanges()
}

/// What the model got, with what ctx left out put back.
fn whole(place: &Place<'_>, exchange: &Exchange) -> String {
    let own = |line: &str| line.trim_start_matches("Output: ").trim_start().starts_with("[ctx:");
    let text = match exchange.result.lines().find(|line| own(line)).and_then(reference) {
        Some(id) => place.ctx(&["get", &id, "--raw"]),
        None => exchange.result.clone(),
    };
    let text = steady(&text, place.home.path());
    text.lines().map(|line| line.strip_prefix("Output: ").unwrap_or(line)).flat_map(|line| [line, "\n"]).collect()
}

/// Whether two results hold the same lines. A host reads stdout and stderr from two pipes in any order, and its read of a
/// long output may end within a line: so a line of one stream can stand in the middle of a line of the other.
fn same_lines(one: &str, other: &str) -> bool {
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let moved = |line: &str| {
        let line = format!("{line}\n");
        one.contains(&line) && one.replacen(&line, "", 1) == other.replacen(&line, "", 1)
    };
    sorted(one) == sorted(other) || (one.len() == other.len() && other.lines().any(moved))
}

#[test]
fn only_whole_lines_may_stand_elsewhere() {
    assert!(same_lines("a\nb\n", "b\na\n"));
    assert!(same_lines("100\n2sum 0\n00\n", "sum 0\n100\n200\n"));
    assert!(!same_lines("100\n2sum 0\n01\n", "sum 0\n100\n200\n"));
    assert!(!same_lines("100\nsum 0\n", "sum 0\n100\n200\n"));
}

fn compare(name: &str, around: Around) {
    let Some(dir) = installed_with(name) else { return };
    let host = host(name);
    // Both at the same time: an agent takes longer to start than its commands do.
    let [(with, seen), (without, plain)] = std::thread::scope(|scope| {
        let sessions = [true, false].map(|with_ctx| {
            let dir = &dir;
            scope.spawn(move || {
                let place = Place::around(host, with_ctx, around, &[]);
                let seen = follow(&place, dir, around, steps());
                (place, seen)
            })
        });
        sessions.map(|session| session.join().expect("a session"))
    });
    assert_eq!(seen.len(), plain.len(), "{name} {around:?}: {}", with.model.record());
    assert!(seen.len() >= 25, "{name} {around:?}: only {} calls: {}", seen.len(), with.model.record());
    for (one, other) in seen.iter().zip(&plain) {
        let (one_lines, other_lines) = (whole(&with, one), whole(&without, other));
        // A long result is cut by the agent itself.
        let cut = other.result.len() > 8000 && one.result.contains("[ctx:");
        assert!(
            cut || same_lines(&one_lines, &other_lines),
            "{name} {around:?}: {}\nwith:\n{}\nwithout:\n{}",
            one.call,
            one.result,
            other.result
        );
    }
    assert_eq!(with.files(), without.files(), "{name} {around:?}");
}

/// Every way to start one agent, or the two that differ most.
fn compare_all(name: &str, all: bool) {
    let mut ways = vec![Around::default(), Around { shell: "/bin/zsh", shlvl: false, ..Around::default() }];
    if all {
        ways.clear();
        for shell in ["/bin/bash", "/bin/zsh", "/bin/sh"] {
            for shlvl in [true, false] {
                ways.push(Around { shell, shlvl, sandbox: false });
                ways.extend((name == "codex").then_some(Around { shell, shlvl, sandbox: true }));
            }
        }
    }
    for around in ways {
        compare(name, around);
    }
}

/// The folder whose removal is denied with a reason of this size.
fn folder(size: usize) -> String {
    format!("data-{size}")
}

/// The hook of a user that denies `rm`, started by `bash -c`. The folder says how long the reason is.
pub fn denying(name: &str, sizes: &[usize]) -> Vec<(String, String)> {
    let answer = match name {
        "gemini" => "{\"decision\":\"deny\",\"reason\":\"REASON\"}",
        "copilot" => "{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"REASON\"}",
        _ => {
            "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"REASON\"}}"
        }
    };
    let (before, after) = answer.split_once("REASON").unwrap();
    let script = format!(
        "#!/bin/bash\nsize=$(grep -o 'rm -rf data-[0-9]*' | head -1)\nsize=${{size##*-}}\nif [ -n \"$size\" ]; then\n  printf '%s' '{before}'\n  head -c $size /dev/zero | tr '\\0' x\n  printf '%s' '{after}'\nelse\n  echo '{{}}'\nfi\n"
    );
    let command = "bash -c \"bash ../deny.sh\"";
    let group = json!([{ "matcher": "*", "hooks": [{ "type": "command", "command": command }] }]);
    let settings = match name {
        "claude-code" => (".claude/settings.json", json!({ "hooks": { "PreToolUse": group } }).to_string()),
        "gemini" => {
            let group = json!([{ "matcher": "run_shell_command", "hooks": [{ "type": "command", "command": command }] }]);
            let auth = json!({ "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } });
            (".gemini/settings.json", json!({ "security": auth, "hooks": { "BeforeTool": group } }).to_string())
        }
        "codex" => (
            ".codex/config.toml",
            "[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = 'bash -c \"bash ../deny.sh\"'\n".to_owned(),
        ),
        _ => (
            ".copilot/hooks/deny.json",
            json!({ "version": 1, "hooks": { "preToolUse": [{ "type": "command", "bash": command, "timeoutSec": 20 }] } }).to_string(),
        ),
    };
    let kept = sizes.iter().map(|&size| (format!("work/{}/kept.txt", folder(size)), "kept\n".to_owned()));
    [("deny.sh".to_owned(), script), (settings.0.to_owned(), settings.1)].into_iter().chain(kept).collect()
}

fn a_denial_holds(name: &str, sizes: &[usize]) {
    let Some(dir) = installed_with(name) else { return };
    for with_ctx in [true, false] {
        let place = Place::around(host(name), with_ctx, Around::default(), &denying(name, sizes));
        let mut steps = vec![Step::shell("echo fine")];
        steps.extend(sizes.iter().map(|&size| Step::shell(&format!("rm -rf {}", folder(size)))));
        steps.push(Step::say("All done."));
        let seen = follow(&place, &dir, Around::default(), steps);
        assert!(seen.iter().any(|one| one.result.contains("fine")), "{name}: {}", place.model.record());
        for &size in sizes {
            let kept = place.home.work().join(folder(size)).join("kept.txt");
            assert!(kept.exists(), "{name}, {size} bytes, with ctx: {with_ctx}");
        }
        // A megabyte may be summed up before the model sees it: what was asked for is certain.
        let asked = place.model.commands().iter().filter(|command| command.starts_with("rm -rf data-")).count();
        assert_eq!(asked, sizes.len(), "{name}: {}", place.model.record());
    }
}

/// Runs commands of an agent's own that rewrite its settings, with ctx installed meanwhile and without.
fn rewritten(name: &str, files: &[&str], users: &[(String, String)], commands: &[&[&str]]) {
    let Some(dir) = installed_with(name) else { return };
    let host = host(name);
    let program = dir.join(format!("pkg-{0}/node_modules/.bin/{0}", host.program));
    let after = |with_ctx: bool| {
        let place = Place::around(host, with_ctx, Around::default(), users);
        for words in commands {
            let done = place.command(program.to_str().unwrap(), words).output().expect("the agent");
            assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
        }
        if with_ctx {
            let done = place.command(CTX, &["init", host.name, "--uninstall", "--yes"]).output().expect("ctx");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
        let home = place.home.path().display().to_string();
        files
            .iter()
            .map(|file| {
                std::fs::read_to_string(place.home.path().join(file)).unwrap_or_default().replace(&home, "HOME")
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(after(true), after(false), "{name}");
}

#[test]
fn codex_with_other_shells() {
    compare_all("codex", false);
}

/// Without its snapshot Codex runs every command in a login shell: what the profile defined is there, and ctx is, too.
#[test]
fn codex_in_login_shells() {
    let Some(dir) = installed_with("codex") else { return };
    let profile = "greet() { echo \"hello $*\"; return 3; }\nplain='a value'\ntrap 'echo bye' EXIT\n";
    let commands = [
        "shopt -q login_shell && greet you; echo $?",
        "seq 1 9000; greet after",
        "type greet; declare -p plain; env | grep -c plain",
        "cmd=greet; $cmd \"$(bash -c 'greet child' 2>&1)\"",
        "echo early; exit 4",
    ];
    let [with, without] = [true, false].map(|with_ctx| {
        let users = [(".bash_profile".to_owned(), profile.to_owned())];
        let place = Place::around(host("codex"), with_ctx, Around::default(), &users);
        let steps = commands.iter().map(|command| Step::shell(command)).chain([Step::say("All done.")]).collect();
        place.follow(&dir, "Please run the tests.", &["-c", "features.shell_snapshot=false"], steps, Vec::new());
        place
    });
    let (seen, plain) = (with.model.exchanges(), without.model.exchanges());
    assert_eq!((seen.len(), plain.len()), (commands.len(), commands.len()), "{}", with.model.record());
    for (one, other) in seen.iter().zip(&plain) {
        assert_eq!(whole(&with, one).contains("hello you"), other.result.contains("hello you"), "{}", one.call);
        let shortened = one.result.contains("[ctx:");
        assert_eq!(shortened, one.call.contains("seq 1 9000"), "{}\n{}", one.call, one.result);
        assert!(shortened || same_lines(&whole(&with, one), &whole(&without, other)), "{}\n{}", one.call, one.result);
    }
    assert!(plain[0].result.contains("hello you") && plain[0].result.contains("bye"), "{}", plain[0].result);
    with.ctx(&["history"]);
    let kept = with.rows("SELECT command, count(*) FROM entry WHERE kind = 'run' GROUP BY command");
    assert_eq!(kept.len(), commands.len(), "{kept:?}");
}

#[test]
fn gemini_cli_with_other_shells() {
    compare_all("gemini", false);
}

/// One test for each agent: every shell, sandbox on and off, `SHLVL` set and not.
macro_rules! every_shell {
    ($($test:ident $name:literal)*) => {$(
        #[test]
        #[ignore = "ten minutes: CTX_AGENTS=DIR cargo test --test suite every_shell -- --ignored"]
        fn $test() {
            compare_all($name, true);
        }
    )*};
}

every_shell! {
    claude_code_with_every_shell "claude-code"
    codex_with_every_shell_and_sandbox "codex"
    gemini_cli_with_every_shell "gemini"
    opencode_with_every_shell "opencode"
    copilot_cli_with_every_shell "copilot"
}

#[test]
fn what_a_hook_of_codex_denies_stays_denied() {
    a_denial_holds("codex", &[1000, 12_900]);
}

#[test]
fn what_a_hook_of_gemini_cli_denies_stays_denied() {
    a_denial_holds("gemini", &[1000, 12_900, 1_000_000]);
}

#[test]
#[ignore = "some minutes: CTX_AGENTS=DIR cargo test --test suite denies_of_any_size -- --ignored"]
fn what_a_hook_denies_of_any_size_stays_denied_in_every_agent() {
    for name in ["claude-code", "codex", "gemini", "copilot"] {
        a_denial_holds(name, &[1000, 12_900, 100_000, 1_000_000]);
    }
}

#[test]
fn what_agents_write_into_their_settings_outlives_ctx() {
    let config = "model = \"gpt\"   # the large one\n\n[tui]\ntheme = \"dark\" # mine\n".to_owned();
    rewritten(
        "codex",
        &[".codex/config.toml"],
        &[(".codex/config.toml".to_owned(), config)],
        &[
            &["mcp", "add", "github", "--env", "A=b", "--", "gh", "mcp"],
            &["mcp", "add", "docs", "--", "docs"],
            &["mcp", "remove", "docs"],
        ],
    );
    rewritten(
        "gemini",
        &[".gemini/settings.json", ".gemini/.env"],
        &[],
        &[&["mcp", "add", "-s", "user", "github", "gh", "mcp"]],
    );
    rewritten(
        "claude-code",
        &[".claude/settings.json"],
        &[],
        &[
            &["mcp", "add", "-s", "user", "github", "--", "gh", "mcp"],
            &["mcp", "add", "-s", "project", "docs", "--", "docs"],
        ],
    );
}
