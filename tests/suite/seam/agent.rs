//! `ctx agent`: an agent with ctx beneath its shell and nothing installed.

use crate::harness::{Home, finish};

/// Stands for an agent's program: says what it was called with and runs a command in its shell.
const PROGRAM: &str = r#"#!/bin/sh
echo "called with: $*"
case $0 in
  */claude)
    CLAUDE_CODE_SESSION_ID=s CLAUDE_PID=$$ "$CLAUDE_CODE_SHELL" -c "eval 'seq 1 9000; exit 3' < /dev/null && pwd -P >| /dev/null" ;;
  */codex)
    BASH_ENV=$(echo "$*" | sed 's/.*set.BASH_ENV="//; s/".*//') CODEX_THREAD_ID=t bash -c 'seq 1 9000; exit 3' ;;
  */gemini)
    bash -c 'shopt -u promptvars; _bgpids_file=/dev/null
(
  trap : EXIT
seq 1 9000; exit 3
)
__code=$?
exit $__code' ;;
  *)
    OPENCODE_PID=$$ perl -e 'setpgrp; exec @ARGV' bash -c 'seq 1 9000; exit 3' ;;
esac
exit $?
"#;

fn files(home: &Home) -> Vec<String> {
    let found = std::fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut found: Vec<String> = found.filter(|name| name != "store").collect();
    found.sort();
    found
}

#[test]
fn an_agent_is_started_with_its_shell_in_ctx_and_nothing_installed() {
    for (name, program) in [
        ("claude-code", "claude"),
        ("claude", "claude"),
        ("codex", "codex"),
        ("gemini", "gemini"),
        ("opencode", "opencode"),
    ] {
        let home = Home::new();
        home.script(program, PROGRAM);
        let before = files(&home);
        let path = format!("{}:/usr/bin:/bin", home.work().display());
        let mut command = home.command(["agent", name, "--resume", "a b"]);
        let done = finish(command.env("PATH", path).env("SHELL", "/bin/bash").env_remove("BASH_ENV"));
        assert_eq!(done.code, 3, "{name}: {}{}", done.out, done.err);
        let (first, rest) = done.out.split_once('\n').unwrap();
        assert!(first.starts_with("called with: ") && first.ends_with("--resume a b"), "{name}: {first}");
        assert!(rest.starts_with("[ctx:") && rest.contains("seq 1 9000") && rest.contains("exit 3"), "{name}: {rest}");
        assert_eq!(files(&home), before, "{name}");
    }
}

#[test]
fn an_agent_that_cannot_be_started_says_why() {
    let home = Home::new();
    let said = |name: &str| finish(home.command(["agent", name]).env("PATH", "/usr/bin:/bin"));
    let done = said("nonsense");
    assert_eq!(done.code, 2);
    assert_eq!(
        done.err,
        "ctx: no agent 'nonsense'\n  ctx agent takes one of claude-code, codex, gemini, copilot, opencode\n"
    );
    let done = said("copilot");
    assert!(done.code != 0 && done.err.contains("ctx init copilot"), "{}", done.err);
    let done = said("gemini");
    assert_eq!((done.code, done.err.contains("gemini is not on PATH")), (127, true), "{}", done.err);
    assert!(!home.store().exists());
}

/// The agent is what was asked for. It starts without ctx where ctx cannot be set up.
#[test]
fn an_agent_starts_where_the_store_cannot_be_used() {
    let home = Home::new();
    home.script("codex", "#!/bin/sh\necho \"called with: $*\"\nexit 4\n");
    std::fs::write(home.store(), "a file where the store should be").unwrap();
    let path = format!("{}:/usr/bin:/bin", home.work().display());
    let done = finish(home.command(["agent", "codex", "exec", "hi"]).env("PATH", path));
    assert_eq!((done.out.as_str(), done.code), ("called with: exec hi\n", 4), "{}", done.err);
    assert!(done.err.starts_with("ctx: its shells do not run through ctx: "), "{}", done.err);
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
}
