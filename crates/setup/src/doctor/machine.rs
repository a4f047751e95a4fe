//! The machine around ctx: PATH, shells, runtimes.

use std::path::{Path, PathBuf};

use super::check::CheckResult;
use ctx_agents::install::places::InstallOptions;
use ctx_capture::script::{LANGUAGES, ScriptLanguage};
use ctx_model::env;
use ctx_model::{Env, build};

const SHELLS: &[&str] = &["sh", "bash", "zsh", "fish"];

pub fn check_machine(env: &Env) -> Vec<CheckResult> {
    let mut lines = vec![check_ctx_on_path(env)];
    lines.extend(check_shell_links(env));
    if env::is_wsl() {
        lines.push(check_wsl_drives(env));
    }
    let shells: Vec<&str> = SHELLS.iter().copied().filter(|shell| !env.find_programs(shell).is_empty()).collect();
    lines.push(match shells.contains(&"sh") {
        true => CheckResult::ok("shells", shells.join(", ")),
        false => CheckResult::fail("shells", "no sh on PATH", "install a POSIX shell: hooks and ctx run -c need one"),
    });
    let has = |language: &&ScriptLanguage| language.programs().any(|program| !env.find_programs(program).is_empty());
    let (there, missing): (Vec<_>, Vec<_>) = LANGUAGES.iter().partition(has);
    let names =
        |languages: Vec<&ScriptLanguage>| languages.iter().map(|language| language.name).collect::<Vec<_>>().join(", ");
    let there = if there.is_empty() { "none".to_owned() } else { names(there) };
    let absent = if missing.is_empty() { String::new() } else { format!("; not here: {}", names(missing)) };
    lines.push(CheckResult::ok("runtimes", format!("{there}{absent}")));
    lines
}

fn own_program_path() -> PathBuf {
    std::env::current_exe().and_then(|exe| exe.canonicalize()).unwrap_or_default()
}

fn is_same_file(path: &Path, program: &Path) -> bool {
    path.canonicalize().is_ok_and(|real| real == program)
}

/// Hooks call `ctx` by name: it must be found, and be this one.
fn check_ctx_on_path(env: &Env) -> CheckResult {
    let me = own_program_path();
    let found = env.find_programs("ctx");
    let Some(first) = found.first() else {
        let todo = format!("add {} to PATH", me.parent().unwrap_or(&me).display());
        return CheckResult::fail("path", "ctx is not on PATH, where hooks look for it", todo);
    };
    if is_same_file(first, &me) {
        return CheckResult::ok("path", format!("{} is this one ({})", first.display(), build::program_version_name()));
    }
    let launched = env::launcher_script_from_variable().and_then(|script| script.canonicalize().ok());
    if launched.is_some_and(|script| is_same_file(first, &script)) {
        return CheckResult::ok(
            "path",
            format!("{} starts this one ({})", first.display(), build::program_version_name()),
        );
    }
    let says = format!("hooks run {}, this is {}", first.display(), me.display());
    CheckResult::warn("path", says, "remove one of them, or put the right one first on PATH")
}

/// Agents' shells come through links in the store's folder: they must lead to this program.
fn check_shell_links(env: &Env) -> Option<CheckResult> {
    let folder = InstallOptions::from_env(env, false).folder?;
    let me = own_program_path();
    let other = folder
        .all_shell_links()
        .into_iter()
        .find(|link| link.symlink_metadata().is_ok() && !is_same_file(link, &me))?;
    let says = match other.canonicalize() {
        Ok(leads) => format!("agents' shells run {}, this is {}", leads.display(), me.display()),
        Err(_) => format!("{} leads nowhere: agents' shells go on without ctx", other.display()),
    };
    Some(CheckResult::warn("path", says, "run ctx init with the ctx that is meant: it sets the links anew"))
}

/// A drive of Windows is slow in WSL, has no locks that a database can rely on, and ignores file modes.
fn check_wsl_drives(env: &Env) -> CheckResult {
    let on_windows = |path: &Path| env::is_on_windows_drive(&path.canonicalize().unwrap_or_else(|_| path.to_owned()));
    if let Some(dir) = env.store_dir.as_deref().filter(|dir| on_windows(dir)) {
        let says = format!("the store {} is on a drive of Windows: slow, and readable by others", dir.display());
        return CheckResult::warn("wsl", says, "set CTX_HOME to a folder of Linux, below /home");
    }
    if let Some(program) = env.find_programs("ctx").first().filter(|program| on_windows(program)) {
        let says = format!("the first ctx on PATH is Windows' own: {}", program.display());
        return CheckResult::warn("wsl", says, "put the folder of this ctx first on PATH");
    }
    CheckResult::ok("wsl", "the store and the program are on the side of Linux")
}
