//! The shells of agents: whether they pass through ctx, tried the way each agent calls its shell.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::check::{CheckLevel, CheckResult, PlacesToCheck};
use super::self_test::TestDirectory;
use crate::install::has_shell_override;
use ctx_agents::install::Agent;
use ctx_agents::install::places::{InstallScope, TargetFile};
use ctx_agents::install::shell::is_ctx_shell_link;
use ctx_capture::ui::format_duration;
use ctx_store::{HistoryFilter, Store};

const AREA: &str = "shell";
/// The command of a trial, and its output.
const TRIAL: &str = "echo ctx-doctor";
const PRINTS: &str = "ctx-doctor\n";
const PATIENCE: Duration = Duration::from_secs(10);

pub fn check_shell_override(around: &PlacesToCheck<'_>) -> Vec<CheckResult> {
    let places = around.install_places(InstallScope::User);
    let mut lines = Vec::new();
    for agent in Agent::ALL {
        for target in places.all_possible_target_files(agent).into_iter().filter(has_shell_override) {
            let tried = check_override_with_test_command(around, &target);
            let login = if tried.level == CheckLevel::Ok { check_login_shell_profile(around, &target) } else { None };
            lines.push(tried);
            lines.extend(login);
            lines.extend(check_override_is_used(around, &target));
        }
    }
    lines
}

fn check_override_with_test_command(around: &PlacesToCheck<'_>, target: &TargetFile) -> CheckResult {
    let about = format!("{}: {}", target.agent.name(), target.path.display());
    let tried = ShellTrial::prepare(around, target).and_then(|trial| trial.run_with_option("-c"));
    let renew = format!("ctx init {} writes it again; --uninstall removes it", target.agent.name());
    match tried {
        Ok(took) => {
            let took = format_duration(i64::try_from(took.as_millis()).unwrap_or(i64::MAX));
            CheckResult::ok(AREA, format!("{about} · a test command ran through ctx ({took})"))
        }
        Err(why) => CheckResult::fail(AREA, format!("{about} · {why}"), renew),
    }
}

/// Reasons why an installed seam is not used.
fn check_override_is_used(around: &PlacesToCheck<'_>, target: &TargetFile) -> Vec<CheckResult> {
    let name = target.agent.name();
    let Some(row) = target.agent.row().seam.as_ref() else { return Vec::new() };
    let nearer = (row.nearer)(&around.env.cwd, &target.path).map(|nearer| {
        let says =
            format!("{name}: {} stands before {}: only that one is read", nearer.display(), target.path.display());
        CheckResult::warn(AREA, says, format!("put the BASH_ENV line there as well, or start it by ctx agent {name}"))
    });
    let shell = around.env.user_shell_and_zdotdir().0;
    let missed = shell.filter(|shell| {
        let known = |known: &str| shell.file_name().is_some_and(|name| name == known);
        !row.shells.is_empty() && !row.shells.iter().any(|shell| known(shell))
    });
    let missed = missed.map(|shell| {
        let shell = shell.display();
        let says =
            format!("{name}: its commands run in {shell}, beneath which ctx cannot stand: they go on without it");
        CheckResult::warn(AREA, says, format!("start {name} with SHELL={} to have it there", row.shells[0]))
    });
    nearer.into_iter().chain(missed).collect()
}

/// A login shell whose profile keeps ctx out, where the agent's commands run in one.
fn check_login_shell_profile(around: &PlacesToCheck<'_>, target: &TargetFile) -> Option<CheckResult> {
    let in_bash = around.env.user_shell_and_zdotdir().0.is_none_or(|shell| shell.ends_with("bash"));
    target.agent.row().seam.as_ref().filter(|row| row.login_shell && in_bash)?;
    let trial = ShellTrial::prepare(around, target).ok()?;
    let why = trial.run_with_option("-lc").err()?;
    let name = target.agent.name();
    let stays_out = format!("{name}: its commands run in login shells, and ctx stays out of them");
    let file = around.options.folder.as_ref().map(|folder| folder.bash_env_file());
    let [(_, text), _] = around.options.folder.as_ref()?.startup_files_and_contents();
    if let Some(file) = file.filter(|file| std::fs::read(file).is_ok_and(|there| there != text.as_bytes())) {
        let says = format!("{stays_out}: {} is of another version", file.display());
        return Some(CheckResult::warn(AREA, says, format!("ctx init {name} writes it again")));
    }
    let why = super::login_profile::find_profile_obstacle(&trial.program).unwrap_or(why);
    let todo = "define it for interactive shells only, in ~/.bashrc, or below [[ $- == *i* ]] in the profile";
    Some(CheckResult::warn(AREA, format!("{stays_out}: {why}"), todo))
}

/// One call of a shell as the agent makes it.
struct ShellTrial {
    ground: TestDirectory,
    program: PathBuf,
    script: String,
    variables: Vec<(&'static str, String)>,
    /// The file where the script writes its last directory.
    cwd: PathBuf,
}

impl ShellTrial {
    fn prepare(around: &PlacesToCheck<'_>, target: &TargetFile) -> Result<ShellTrial, String> {
        let ground = TestDirectory::new().map_err(|error| format!("no directory for a trial: {error}"))?;
        let text = std::fs::read_to_string(&target.path).map_err(|error| error.to_string())?;
        let folder = around.options.folder.as_ref().ok_or("there is no directory for the store")?;
        let row = target.agent.row().seam.as_ref().ok_or("nothing to try")?;
        let named =
            target.kind.shell_override().map(|seam| seam.find_ctx_shell(&text).ok_or("no shell of ctx is named"));
        let shell = match named {
            Some(shell) => shell?,
            // A plugin finds the folder by itself.
            None => folder.bash_env_file().to_string_lossy().into_owned(),
        };
        if !Path::new(&shell).exists() {
            return Err(format!("{shell} is not there: the agent goes on with a shell of its own"));
        }
        let mut variables = (row.marks)(std::process::id());
        let program = match is_ctx_shell_link(&shell) {
            true => shell.into(),
            false => {
                variables.push(("BASH_ENV", shell));
                around.env.find_programs("bash").into_iter().next().ok_or("there is no bash on PATH")?
            }
        };
        let cwd = ground.path().join("cwd");
        let script = (row.wrap)(TRIAL, &cwd);
        Ok(ShellTrial { ground, program, script, variables, cwd })
    }

    /// Runs the script with this option of the shell.
    fn run_with_option(&self, option: &str) -> Result<Duration, String> {
        let store = self.ground.path().join("store");
        let mut command = Command::new(&self.program);
        command.args([option, &self.script]).current_dir(self.ground.path()).stdin(Stdio::null());
        for name in ["CTX_OFF", "CTX_SESSION", "BASH_ENV", "CTX_BASH_ENV"] {
            command.env_remove(name);
        }
        // As agents do.
        command.process_group(0);
        command.env("CTX_HOME", &store).envs(self.variables.iter().cloned());
        let start = Instant::now();
        let (status, out, errors) = super::self_test::run_program_with_timeout(command, PATIENCE)?;
        let took = start.elapsed();
        // A profile may print something before.
        if !status.success() || !out.ends_with(PRINTS) || (option == "-c" && out != PRINTS) {
            let said = errors.lines().chain(out.lines()).next().unwrap_or("nothing").to_owned();
            return Err(format!("`{TRIAL}` ended with {status} and printed {said}"));
        }
        if self.script.contains(&*self.cwd.to_string_lossy()) {
            let cwd = &self.cwd;
            let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            let told = std::fs::read_to_string(cwd).map_err(|_| "the working directory was not told".to_owned())?;
            if Path::new(told.trim()) != real(self.ground.path()) {
                return Err(format!("the working directory was reported as {}", told.trim()));
            }
        }
        let kept = Store::open(&store)
            .and_then(|store| store.list_history_entries(&HistoryFilter::default()))
            .map_err(|why| why.to_string())?;
        match kept.first().and_then(|entry| entry.command.as_deref()) {
            Some(TRIAL) => Ok(took),
            Some(other) => Err(format!("it was kept under another name: {other}")),
            None => Err("the command ran, but not through ctx".to_owned()),
        }
    }
}
