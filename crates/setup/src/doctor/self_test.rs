//! Tries a hook: the very command that an agent would run gets a payload, and its answer is checked. It works on a
//! store of its own that is removed afterwards.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use ctx_agents::install::Agent;
use ctx_model::id::EntryId;

/// An agent would have waited longer, a person would not.
const DEADLINE: Duration = Duration::from_secs(5);

/// A directory for the trials.
pub struct TestDirectory {
    dir: PathBuf,
}

impl TestDirectory {
    pub fn new() -> std::io::Result<TestDirectory> {
        let dir = std::env::temp_dir().join(format!("ctx-doctor-{}", EntryId::random_id()));
        std::fs::create_dir(&dir)?;
        Ok(TestDirectory { dir })
    }

    pub fn path(&self) -> &Path {
        &self.dir
    }
}

impl Drop for TestDirectory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// Runs a hook: returns how long it took, or the error in its answer.
pub fn run_hook_for_test(
    ground: &TestDirectory,
    agent: Agent,
    event: &str,
    command: &[String],
) -> Result<Duration, String> {
    let mut program = match command {
        [text] => {
            // The part that hides a failure from the agent is dropped: the test must see it.
            let text = text.split(" || ").next().unwrap_or(text).trim_end_matches(" 2>/dev/null");
            let mut shell = Command::new("sh");
            shell.args(["-c", text]);
            shell
        }
        [program, args @ ..] => {
            let mut direct = Command::new(program);
            direct.args(args);
            direct
        }
        [] => return Err("no command".to_owned()),
    };
    program
        .current_dir(&ground.dir)
        .env("CTX_HOME", ground.dir.join("store"))
        .env_remove("CTX_SESSION")
        .env_remove("CLAUDE_ENV_FILE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let start = Instant::now();
    let payload = ctx_agents::hooks::sample_payload(event, &ground.dir.to_string_lossy()).to_string();
    let (status, out, errors) = run_with_input_and_timeout(program, payload, DEADLINE)?;
    let took = start.elapsed();
    if !status.success() {
        let why = errors.lines().find(|line| !line.trim().is_empty()).unwrap_or("without a word");
        return Err(format!("{status}: {why}"));
    }
    check_hook_answer(agent, &out).map(|()| took)
}

/// Runs a program without input: returns its status and its output.
pub fn run_program_with_timeout(
    mut program: Command,
    patience: Duration,
) -> Result<(ExitStatus, String, String), String> {
    program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    run_with_input_and_timeout(program, String::new(), patience)
}

/// Gives a program its input, and waits this long for its end.
fn run_with_input_and_timeout(
    mut program: Command,
    payload: String,
    patience: Duration,
) -> Result<(ExitStatus, String, String), String> {
    let mut child = program.spawn().map_err(|error| error.to_string())?;
    let (pid, input) = (child.id(), child.stdin.take());
    // A program that does not read its payload is judged by its answer.
    std::thread::spawn(move || input.map(|mut input| input.write_all(payload.as_bytes())));
    let (ended, end) = mpsc::channel();
    std::thread::spawn(move || ended.send(child.wait_with_output()));
    let Ok(output) = end.recv_timeout(patience) else {
        // SAFETY: kill has no preconditions; the thread above waits for this child.
        unsafe { libc::kill(pid as libc::pid_t, libc::SIGKILL) };
        return Err(format!("no answer within {} s", patience.as_secs()));
    };
    let output = output.map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((output.status, text(&output.stdout), text(&output.stderr)))
}

/// Nothing, or one JSON object; for Cursor, nothing is an error.
fn check_hook_answer(agent: Agent, out: &str) -> Result<(), String> {
    let out = out.trim();
    if out.is_empty() {
        return if agent.row().hooks.wants_an_answer {
            Err("an empty answer, where JSON is needed".to_owned())
        } else {
            Ok(())
        };
    }
    match serde_json::from_str::<Json>(out) {
        Ok(Json::Object(_)) => Ok(()),
        _ => Err(format!("no JSON object: {}", ctx_capture::ui::cut_middle(out, 80))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_out(agent: Agent, script: &str) -> Result<Duration, String> {
        run_hook_for_test(&TestDirectory::new().unwrap(), agent, "PreToolUse", &[script.to_owned()])
    }

    #[test]
    fn answers_are_judged_as_the_agent_would() {
        assert!(try_out(Agent::ClaudeCode, "cat >/dev/null").is_ok());
        assert!(try_out(Agent::ClaudeCode, "exec 0<&-; echo '{}'").is_ok());
        assert!(
            try_out(
                Agent::Codex,
                "read line; case $line in *'\"tool_name\":\"Bash\"'*) echo '{\"continue\":true}';; *) exit 1; esac"
            )
            .is_ok()
        );
        assert_eq!(try_out(Agent::Cursor, "cat >/dev/null").unwrap_err(), "an empty answer, where JSON is needed");
        assert_eq!(try_out(Agent::Gemini, "echo hello").unwrap_err(), "no JSON object: hello");
        assert_eq!(try_out(Agent::Copilot, "echo oops >&2; exit 3 || true").unwrap_err(), "exit status: 3: oops");
        assert!(
            run_hook_for_test(
                &TestDirectory::new().unwrap(),
                Agent::Codex,
                "Stop",
                &["/no/such/ctx".into(), "hook".into()]
            )
            .is_err()
        );
    }

    #[test]
    fn the_ground_is_private_to_the_trial_and_gone_afterwards() {
        let ground = TestDirectory::new().unwrap();
        let script = "test \"$CTX_HOME\" = \"$PWD/store\" && test -z \"$CLAUDE_ENV_FILE\"".to_owned();
        assert!(run_hook_for_test(&ground, Agent::ClaudeCode, "Stop", &[script]).is_ok());
        let dir = ground.dir.clone();
        drop(ground);
        assert!(!dir.exists());
    }
}
