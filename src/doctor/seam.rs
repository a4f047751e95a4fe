//! The shells of agents: whether they come through ctx, tried out the way each agent calls its shell.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::self_test::Ground;
use super::{Line, Surroundings};
use crate::agents::install::places::{Reach, Target};
use crate::agents::install::{Agent, Kind, Seam};
use crate::setup::has_seam;
use crate::store::{Filter, Store};
use crate::ui::duration;

const AREA: &str = "shell";
/// What is run for a trial, and what it prints.
const TRIAL: &str = "echo ctx-doctor";
const PRINTS: &str = "ctx-doctor\n";
const PATIENCE: Duration = Duration::from_secs(10);

pub fn look(around: &Surroundings<'_>) -> Vec<Line> {
    let places = around.places(Reach::User);
    let mut lines = Vec::new();
    for agent in Agent::ALL {
        for target in places.all_targets(agent).into_iter().filter(has_seam) {
            lines.push(judge(around, &target));
            lines.extend(caution(around, &target));
        }
    }
    if crate::env::Env::shell_caller().inside {
        let says =
            format!("{} is set here, as in a command that an agent runs: shells go on without ctx", crate::env::INSIDE);
        lines.push(Line::warn(AREA, says, format!("unset {} where an agent is started", crate::env::INSIDE)));
    }
    lines
}

fn judge(around: &Surroundings<'_>, target: &Target) -> Line {
    let about = format!("{}: {}", target.agent.name(), target.path.display());
    let tried = Trial::of(around, target).and_then(|trial| trial.run());
    let renew = format!("ctx init {} writes it again; --uninstall removes it", target.agent.name());
    match tried {
        Ok(took) => {
            let took = duration(i64::try_from(took.as_millis()).unwrap_or(i64::MAX));
            Line::ok(AREA, format!("{about} · a test command ran through ctx ({took})"))
        }
        Err(why) => Line::fail(AREA, format!("{about} · {why}"), renew),
    }
}

/// What keeps a seam from being used although it works.
fn caution(around: &Surroundings<'_>, target: &Target) -> Option<Line> {
    if target.agent != Agent::Gemini {
        return None;
    }
    // Gemini CLI reads the nearest of these files and no other.
    let found = around.env.cwd.ancestors().flat_map(|dir| [dir.join(".gemini/.env"), dir.join(".env")]);
    let nearer = found.into_iter().take_while(|file| *file != target.path).find(|file| file.is_file())?;
    let says =
        format!("gemini: {} stands before {}: Gemini CLI reads only that one", nearer.display(), target.path.display());
    Some(Line::warn(AREA, says, "put the BASH_ENV line there as well, or start it by ctx agent gemini"))
}

/// One call of a shell as the agent makes it.
struct Trial {
    ground: Ground,
    program: PathBuf,
    script: String,
    variables: Vec<(String, String)>,
    /// Where the script says in which directory it ended.
    cwd: Option<PathBuf>,
}

impl Trial {
    fn of(around: &Surroundings<'_>, target: &Target) -> Result<Trial, String> {
        let ground = Ground::new().map_err(|error| format!("no directory for a trial: {error}"))?;
        let text = std::fs::read_to_string(&target.path).map_err(|error| error.to_string())?;
        let bash = || around.env.programs("bash").into_iter().next().ok_or("there is no bash on PATH");
        let through_bash = |ground: Ground, file: String, mark: &str| -> Result<Trial, String> {
            if !Path::new(&file).is_file() {
                return Err(format!("{file} is not there"));
            }
            let variables = vec![("BASH_ENV".to_owned(), file), (mark.to_owned(), "ctx-doctor".to_owned())];
            Ok(Trial { ground, program: bash()?, script: TRIAL.to_owned(), variables, cwd: None })
        };
        let folder = around.wish.folder.as_ref().ok_or("there is no directory for the store")?;
        match target.kind.seam() {
            Some(seam @ Seam::Claude { .. }) => {
                let link = seam.shell_in(&text).ok_or("no shell of ctx is named")?;
                if !Path::new(&link).exists() {
                    return Err(format!("{link} is not there: Claude Code goes on with a shell of its own"));
                }
                let cwd = ground.path().join("cwd");
                let script = format!(
                    "source /dev/null 2>/dev/null || true && eval '{TRIAL}' < /dev/null && pwd -P >| {}",
                    cwd.display()
                );
                let variables = [("CLAUDECODE", "1"), ("CLAUDE_CODE_SESSION_ID", "ctx-doctor")];
                let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
                Ok(Trial { ground, program: link.into(), script, variables, cwd: Some(cwd) })
            }
            Some(seam) => {
                let file = seam.shell_in(&text).ok_or("no file of ctx is named")?;
                through_bash(ground, file, if target.agent == Agent::Codex { "CODEX_THREAD_ID" } else { "GEMINI_CLI" })
            }
            None if target.kind == Kind::Script => {
                through_bash(ground, folder.bash_env().to_string_lossy().into_owned(), "OPENCODE")
            }
            None => Err("nothing to try".to_owned()),
        }
    }

    fn run(&self) -> Result<Duration, String> {
        let store = self.ground.path().join("store");
        let mut command = Command::new(&self.program);
        command.args(["-c", &self.script]).current_dir(self.ground.path()).stdin(Stdio::null());
        for name in [crate::env::INSIDE, "CTX_OFF", "CTX_SESSION", "BASH_ENV", "CTX_BASH_ENV"] {
            command.env_remove(name);
        }
        command.env("CTX_HOME", &store).envs(self.variables.iter().cloned());
        let start = Instant::now();
        let (status, out, errors) = super::self_test::output(command, PATIENCE)?;
        let took = start.elapsed();
        if !status.success() || out != PRINTS {
            let said = errors.lines().chain(out.lines()).next().unwrap_or("nothing").to_owned();
            return Err(format!("`{TRIAL}` ended with {status} and printed {said}"));
        }
        if let Some(cwd) = &self.cwd {
            let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            let told = std::fs::read_to_string(cwd).map_err(|_| "the working directory was not told".to_owned())?;
            if Path::new(told.trim()) != real(self.ground.path()) {
                return Err(format!("the working directory was reported as {}", told.trim()));
            }
        }
        let kept =
            Store::open(&store).and_then(|store| store.history(&Filter::default())).map_err(|why| why.to_string())?;
        match kept.first().and_then(|entry| entry.command.as_deref()) {
            Some(TRIAL) => Ok(took),
            Some(other) => Err(format!("it was kept under another name: {other}")),
            None => Err("the command ran, but not through ctx".to_owned()),
        }
    }
}
