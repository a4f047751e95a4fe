//! Whether the settings of the agent that calls ctx allow a file, an address or a command.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::files::disk;
use crate::{Context, Error, Result};
pub use ctx_agents::permissions::FileAccess;
use ctx_agents::permissions::{PermissionRules, SettingsPlaces};
use ctx_model::Env;

/// Where the file really is, unless a rule denies it.
pub fn resolve_and_check_file(context: &Context, given: &Path, access: FileAccess) -> Result<PathBuf> {
    let real = disk::real_path(&context.env.cwd, given)?;
    check_file_access(context, given, &real, access)?;
    Ok(real)
}

/// Refuses an access to a file, by the name that was given and by its real path.
pub fn check_file_access(context: &Context, given: &Path, real: &Path, access: FileAccess) -> Result<()> {
    let given = disk::absolute_path(&context.env.cwd, given);
    Ok(read_rules(context)?.check_file(access, &[&given, real])?)
}

/// A file to show. A rule that allows `ctx peek` must not reach further than the agent's own tools reach without
/// asking: called by an agent, files of the project only.
pub fn resolve_and_check_file_to_show(context: &Context, given: &Path) -> Result<PathBuf> {
    let real = resolve_and_check_file(context, given, FileAccess::Read)?;
    let project = context.current_command_scope().project;
    let within = |dir: &Path| dir.canonicalize().is_ok_and(|dir| real.starts_with(dir)) || real.starts_with(dir);
    if is_person_at_terminal(context) || Env::shell_caller().agent.is_none() || within(&project) {
        return Ok(real);
    }
    let outside = format_args!("{} is outside the project {}", real.display(), project.display());
    Err(Error::refused(outside).with_hint("the agent's own tool can read it, after asking its user"))
}

/// Whether the rules let the agent read this file, by its name and by its real path.
pub fn agent_may_read_file(context: &Context, rules: &PermissionRules, path: &Path) -> bool {
    let cwd = &context.env.cwd;
    rules.forbids_no_file()
        || disk::real_path(cwd, path)
            .is_ok_and(|real| rules.check_file(FileAccess::Read, &[&disk::absolute_path(cwd, path), &real]).is_ok())
}

/// Refuses an address that the rules deny.
pub fn check_url(context: &Context, url: &str) -> Result<()> {
    Ok(read_rules(context)?.check_url(url)?)
}

/// Refuses a command that the rules forbid. Unreadable settings are reported and stop nothing.
pub fn check_command_against_permissions(context: &Context, project: &Path, argv: &[OsString]) -> Result<()> {
    Ok(read_rules_or_warn(context, project).check_command(argv)?)
}

/// Refuses code that mentions something the rules forbid.
pub fn check_code_against_permissions(context: &Context, project: &Path, language: &str, code: &str) -> Result<()> {
    Ok(read_rules_or_warn(context, project).check_code(language, code)?)
}

/// The rules of the agent's settings for this project, as they are now.
pub fn read_rules(context: &Context) -> Result<PermissionRules> {
    let project = context.current_command_scope().project;
    Ok(PermissionRules::read(&settings_places(&context.env, &project))?
        .with_person_at_keyboard(is_person_at_terminal(context)))
}

fn read_rules_or_warn(context: &Context, project: &Path) -> PermissionRules {
    let (rules, problem) = PermissionRules::read_valid_rules(&settings_places(&context.env, project));
    if let Some(problem) = problem {
        context.ui.warn(problem);
    }
    rules.with_person_at_keyboard(is_person_at_terminal(context))
}

/// Whether somebody types here who can be asked; an agent's commands have no terminal.
fn is_person_at_terminal(context: &Context) -> bool {
    context.env.stdin_is_terminal && context.env.stdout_is_terminal
}

fn settings_places<'a>(env: &'a Env, project: &'a Path) -> SettingsPlaces<'a> {
    SettingsPlaces { home: env.home.as_deref(), user: env.claude_dir.as_deref(), project, cwd: &env.cwd }
}
