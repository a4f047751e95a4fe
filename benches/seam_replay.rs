//! Results that agents got from their shells, replayed through ctx in the shell's place: how many of the large ones are
//! shortened, the bytes before and after, and the words that the agent used next which are still there.
//! `cargo bench --bench seam_replay -- PATH…`: transcripts or folders of them, or JSON lines of `{command, exit, output, hard}`.

use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ctx_agents::install::shell::ShellFolder;
use ctx_agents::transcripts::{ItemBody, ReaderState, ToolCallAction, TranscriptFormat, json, read_transcript_value};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");
/// Any tool passes on a smaller output whole.
const LARGE: usize = 2000;

/// A command, how it ended and its output.
struct Step {
    command: String,
    exit: i32,
    output: String,
    /// Words that the agent wrote next and cannot have known before.
    hard: Vec<String>,
}

fn main() {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).filter(|arg| arg != "--bench").map(PathBuf::from).collect();
    let mut out = std::io::stdout();
    if paths.is_empty() {
        let _ = writeln!(out, "name transcripts, folders of them, or JSON lines of {{command, exit, output, hard}}");
        return;
    }
    let mut steps = Vec::new();
    for file in files(&paths) {
        gather(&std::fs::read_to_string(&file).unwrap_or_default(), &mut steps);
    }
    let program = std::env::var_os("CTX_REPLAY").map_or_else(|| PathBuf::from(CTX), PathBuf::from);
    let stage = Stage::new(&program);
    let (mut large, mut shortened, mut whole) = (0, 0, 0);
    let (mut before, mut after) = (0, 0);
    let (mut hard, mut kept) = (0, 0);
    for step in &steps {
        let shown = stage.play(step);
        before += step.output.len();
        after += shown.len();
        whole += usize::from(shown == step.output);
        if step.output.len() > LARGE {
            large += 1;
            shortened += usize::from(shown.len() < step.output.len());
        }
        hard += step.hard.len();
        kept += step.hard.iter().filter(|word| shown.contains(word.as_str())).count();
    }
    let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    let _ = writeln!(out, "{} results, {whole} passed on byte for byte", steps.len());
    let _ =
        writeln!(out, "{large} above {LARGE} bytes, {shortened} of them shortened ({:.1} %)", share(shortened, large));
    let _ = writeln!(out, "{before} bytes before, {after} after ({:.1} %)", share(after, before));
    if hard > 0 {
        let _ =
            writeln!(out, "{kept} of {hard} words that the next step needed are there ({:.1} %)", share(kept, hard));
    }
}

fn files(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        match std::fs::read_dir(path) {
            Ok(entries) => found.extend(files(&entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>())),
            Err(_) => found.push(path.clone()),
        }
    }
    found.sort();
    found
}

/// Every shell command of a text and its result.
fn gather(text: &str, steps: &mut Vec<Step>) {
    let (mut state, mut format) = (ReaderState::default(), None);
    let mut calls: Vec<(String, String)> = Vec::new();
    let mut rest = text;
    let mut line = 0;
    while let Ok(Some((value, end))) = json::parse_first_value(rest) {
        line += 1;
        if let (Some(command), Some(output)) = (value.text_field("command"), value.text_field("output")) {
            let hard = value.get("hard").into_iter().flat_map(|list| list.items()).filter_map(|word| word.as_text());
            let exit = value.get("exit").and_then(|exit| exit.as_integer()).unwrap_or(0) as i32;
            let hard = hard.map(|word| word.into_owned()).collect();
            steps.push(Step { command: command.into_owned(), exit, output: output.into_owned(), hard });
        } else if let Some(format) = format.or_else(|| TranscriptFormat::detect_format(value)) {
            read_transcript_value(format, value, line, &mut state, &mut |item| match item.body {
                ItemBody::Call(call) => {
                    if let ToolCallAction::Shell { command, .. } = call.action {
                        calls.push((call.id, command));
                    }
                }
                ItemBody::Outcome(outcome) if !outcome.declined => {
                    let Some((_, command)) = calls.iter().find(|(id, _)| *id == outcome.call) else { return };
                    let (command, output) = (command.clone(), outcome.text.into_owned());
                    steps.push(Step { command, exit: outcome.exit.unwrap_or(0), output, hard: Vec::new() });
                }
                _ => {}
            });
        }
        format = format.or_else(|| TranscriptFormat::detect_format(value));
        rest = rest[end..].trim_start();
    }
}

/// A place where shells run through ctx.
struct Stage {
    home: tempfile::TempDir,
    shell: PathBuf,
}

impl Stage {
    fn new(program: &Path) -> Stage {
        let home = tempfile::tempdir().expect("a temp dir");
        let folder = ShellFolder::in_store_dir(home.path());
        std::fs::create_dir_all(folder.path()).expect("the folder");
        let shell = folder.shell_link("bash");
        symlink(program, &shell).expect("a link");
        // The agent's wrapping runs the command by `eval`: here that prints what was recorded, and ends as it did.
        let script = "eval() { cat \"$REPLAY_OUTPUT\"; return \"$REPLAY_EXIT\"; }\n";
        std::fs::write(home.path().join("snapshot.sh"), script).expect("the script");
        Stage { home, shell }
    }

    fn play(&self, step: &Step) -> String {
        let (home, output) = (self.home.path(), self.home.path().join("output"));
        std::fs::write(&output, &step.output).expect("the output");
        let quoted = step.command.replace('\'', "'\\''");
        let cwd = home.join("cwd");
        let (snapshot, cwd) = (home.join("snapshot.sh"), cwd.display());
        let script = format!("source {} && eval '{quoted}' < /dev/null && pwd -P >| {cwd}", snapshot.display());
        let mut command = Command::new(&self.shell);
        command.args(["-c", &script]).env_clear().current_dir(home).stdin(Stdio::null());
        command.env("HOME", home).env("CTX_HOME", home.join("store")).env("PATH", "/usr/local/bin:/usr/bin:/bin");
        command.env("CLAUDECODE", "1").env("CLAUDE_CODE_SESSION_ID", "replay").env("LANG", "C.UTF-8");
        command.env("REPLAY_OUTPUT", &output).env("REPLAY_EXIT", (step.exit & 255).to_string());
        let done = command.output().expect("the shell");
        String::from_utf8_lossy(&done.stdout).into_owned()
    }
}
