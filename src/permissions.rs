//! Whether the settings of the agent that calls ctx allow a file, an address or a command.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::files::disk;
use crate::{Context, Error, Result};
pub use ctx_agents::permissions::Access;
use ctx_agents::permissions::{Rules, SettingsPlaces};
use ctx_model::Env;

/// The agent's rules, as they are in its settings now.
#[derive(Clone, Copy)]
pub struct Permissions<'a> {
    context: &'a Context,
}

impl<'a> Permissions<'a> {
    pub fn from_context(context: &'a Context) -> Permissions<'a> {
        Permissions { context }
    }

    /// Where the file really is, unless a rule denies it.
    pub fn check_file(self, given: &Path, access: Access) -> Result<PathBuf> {
        let real = disk::real_path(&self.context.env.cwd, given)?;
        self.check_access(given, &real, access)?;
        Ok(real)
    }

    /// Refuses an access to a file, by the name that was given and by its real path.
    pub fn check_access(self, given: &Path, real: &Path, access: Access) -> Result<()> {
        let given = disk::absolute_path(&self.context.env.cwd, given);
        Ok(self.read_rules(&self.project_folder())?.check_file(access, &[&given, real])?)
    }

    /// A file to show. A rule that allows `ctx peek` must not reach further than the agent's own tools reach without
    /// asking: called by an agent, files of the project only.
    pub fn check_file_to_show(self, given: &Path) -> Result<PathBuf> {
        let real = self.check_file(given, Access::Read)?;
        let project = self.project_folder();
        let within = |dir: &Path| dir.canonicalize().is_ok_and(|dir| real.starts_with(dir)) || real.starts_with(dir);
        if self.is_person_at_terminal() || Env::shell_caller().agent.is_none() || within(&project) {
            return Ok(real);
        }
        let outside = format_args!("{} is outside the project {}", real.display(), project.display());
        Err(Error::refused(outside).with_hint("the agent's own tool can read it, after asking its user"))
    }

    /// Whether the rules let the agent read this file, by its name and by its real path.
    pub fn may_read(self, rules: &Rules, path: &Path) -> bool {
        let cwd = &self.context.env.cwd;
        rules.forbids_no_file()
            || disk::real_path(cwd, path)
                .is_ok_and(|real| rules.check_file(Access::Read, &[&disk::absolute_path(cwd, path), &real]).is_ok())
    }

    /// Refuses an address that the rules deny.
    pub fn check_url(self, url: &str) -> Result<()> {
        Ok(self.read_rules(&self.project_folder())?.check_url(url)?)
    }

    /// Refuses a command that the rules forbid. Unreadable settings are reported and stop nothing.
    pub fn check_command(self, project: &Path, argv: &[OsString]) -> Result<()> {
        Ok(self.read_rules_or_warn(project).check_command(argv)?)
    }

    /// Refuses code that mentions something the rules forbid.
    pub fn check_code(self, project: &Path, language: &str, code: &str) -> Result<()> {
        Ok(self.read_rules_or_warn(project).check_code(language, code)?)
    }

    /// The rules of the agent's settings for this project.
    pub fn read_rules(self, project: &Path) -> Result<Rules> {
        Ok(Rules::read(&self.settings_places(project))?.for_person(self.is_person_at_terminal()))
    }

    fn read_rules_or_warn(self, project: &Path) -> Rules {
        let (rules, problem) = Rules::read_valid_rules(&self.settings_places(project));
        if let Some(problem) = problem {
            self.context.ui.warn(problem);
        }
        rules.for_person(self.is_person_at_terminal())
    }

    fn project_folder(self) -> PathBuf {
        self.context.scope().project
    }

    /// Whether somebody types here who can be asked; an agent's commands have no terminal.
    fn is_person_at_terminal(self) -> bool {
        self.context.env.stdin_is_terminal && self.context.env.stdout_is_terminal
    }

    fn settings_places<'p>(self, project: &'p Path) -> SettingsPlaces<'p>
    where
        'a: 'p,
    {
        let env = &self.context.env;
        SettingsPlaces { home: env.home.as_deref(), user: env.claude_dir.as_deref(), project, cwd: &env.cwd }
    }
}
