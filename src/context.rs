//! The context of every command, with access to the store, the masker and the agent's rules; and how a command ends.

use std::ffi::OsString;
use std::io::Read;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use crate::base::Base;
use crate::error::{Context as _, Error, Result};
use crate::files::report::FileReport;
use crate::files::{Workspace, disk};
use crate::search::meaning::Endpoint;
use ctx_agents::permissions::{Access, Places, Rules};
use ctx_model::Scope;
use ctx_model::env::{Env, now_ms};
use ctx_store::Store;

/// How a command of ctx ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Code(u8),
    /// ctx itself received this signal and ends by it.
    Signal(i32),
}

impl Ending {
    pub const OK: Ending = Ending::Code(0);
}

/// The context that every command gets.
pub struct Context {
    base: Base,
}

impl Deref for Context {
    type Target = Base;

    fn deref(&self) -> &Base {
        &self.base
    }
}

impl From<Base> for Context {
    fn from(base: Base) -> Context {
        Context { base }
    }
}

/// A connection to the hub on its way.
type Reaching = std::thread::JoinHandle<Result<crate::hub::Reached>>;

impl Context {
    /// Asks on a terminal; elsewhere the answer is no.
    pub(crate) fn agreed(&self, question: &str) -> Result<bool> {
        if !self.env.stdin_is_terminal || !self.env.stdout_is_terminal {
            return Ok(false);
        }
        self.ui.out(&format!("{question} [y/N] "));
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer).context("reading the answer")?;
        Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
    }

    /// The endpoint for vectors, if ctx.toml names one. An error in its settings is reported and stops nothing.
    pub(crate) fn endpoint(&self) -> Option<Endpoint> {
        let made = Endpoint::of(&self.config.semantic, |name| self.env.variable(name))?;
        made.map_err(|error| self.ui.warn(error)).ok()
    }

    /// Writes settings of the hub into ctx.toml; everything else in it stays as it is.
    pub(crate) fn set_hub(&self, values: &[(&str, Option<&str>)]) -> Result<()> {
        let Some(file) = &self.env.config_file else {
            return Err(crate::error::Error::failed("no place for ctx.toml: neither CTX_CONFIG nor HOME is set")
                .hint("set CTX_HUB instead"));
        };
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let changed =
            values.iter().fold(text, |text, (key, value)| crate::config::with_setting(&text, "hub", key, *value));
        if let Some(dir) = file.parent() {
            std::fs::create_dir_all(dir).context(dir.display())?;
        }
        // Written to a temporary file and renamed: a kill meanwhile leaves the settings whole.
        let aside = file.with_extension("toml.new");
        std::fs::write(&aside, changed).context(aside.display())?;
        std::fs::rename(&aside, file).context(file.display())
    }

    /// A connection to the hub, for commands that name it; and this project's name there, and here.
    pub(crate) fn hub(&self, store: &mut Store) -> Result<(crate::hub::Hub, String, String)> {
        let hub = crate::hub::Hub::open(&self.env, &self.config, store)?;
        Ok(self.with_project(hub))
    }

    /// Begins to connect to the hub: that takes as long as opening and asking the store. None where no thread is to be had.
    pub(crate) fn reach_hub(&self) -> Option<Reaching> {
        let (env, config) = (self.env.clone(), self.config.clone());
        std::thread::Builder::new().spawn(move || crate::hub::Hub::reach_of(&env, &config)).ok()
    }

    /// The same as `hub`, where it was begun before.
    pub(crate) fn reached_hub(
        &self,
        reaching: Option<Reaching>,
        store: &mut Store,
    ) -> Result<(crate::hub::Hub, String, String)> {
        let Some(reaching) = reaching else { return self.hub(store) };
        let reached = reaching.join().map_err(|_| Error::failed("connecting to the hub failed"))??;
        Ok(self.with_project(reached.known(store)?))
    }

    fn with_project(&self, hub: crate::hub::Hub) -> (crate::hub::Hub, String, String) {
        let project = Scope::of(&self.env, now_ms()).project;
        (hub, crate::hub::project::name(&project), project.to_string_lossy().into_owned())
    }

    /// The files of this session.
    pub(crate) fn workspace(&self) -> Result<Workspace> {
        let mut workspace = Workspace::open(&self.env, self.masker())?;
        if let Some(notice) = workspace.store.take_notice() {
            self.ui.warn(notice);
        }
        Ok(workspace)
    }

    /// Where the file really is, unless a rule of the agent's settings denies it.
    pub(crate) fn file(&self, given: &Path, access: Access) -> Result<PathBuf> {
        let real = disk::real_path(&self.env.cwd, given)?;
        self.permit(given, &real, access)?;
        Ok(real)
    }

    /// Refuses an address that the agent's settings deny.
    pub(crate) fn permit_url(&self, url: &str) -> Result<()> {
        let project = Scope::of(&self.env, now_ms()).project;
        Ok(self.rules(&project)?.check_url(url)?)
    }

    pub(crate) fn permit(&self, given: &Path, real: &Path, access: Access) -> Result<()> {
        let project = Scope::of(&self.env, now_ms()).project;
        Ok(self.rules(&project)?.check_file(access, &[&disk::absolute(&self.env.cwd, given), real])?)
    }

    /// A file to show. A rule that allows `ctx peek` must not reach further than the agent's own tools reach without
    /// asking: called by an agent, files of the project only.
    pub(crate) fn file_to_show(&self, given: &Path) -> Result<PathBuf> {
        let real = self.file(given, Access::Read)?;
        let project = Scope::of(&self.env, now_ms()).project;
        let within = |dir: &Path| dir.canonicalize().is_ok_and(|dir| real.starts_with(dir)) || real.starts_with(dir);
        if self.person() || Env::shell_caller().agent.is_none() || within(&project) {
            return Ok(real);
        }
        let outside = format_args!("{} is outside the project {}", real.display(), project.display());
        Err(Error::refused(outside).hint("the agent's own tool can read it, after asking its user"))
    }

    /// The rules of the agent's settings for this project.
    pub(crate) fn rules(&self, project: &Path) -> Result<Rules> {
        Ok(Rules::read(&self.places(project))?.for_person(self.person()))
    }

    /// Whether somebody types here who can be asked; an agent's commands have no terminal.
    pub(crate) fn person(&self) -> bool {
        self.env.stdin_is_terminal && self.env.stdout_is_terminal
    }

    /// Whether the agent's settings let it read this file, by its name and where that leads.
    pub(crate) fn may_read(&self, rules: &Rules, path: &Path) -> bool {
        rules.deny_no_file()
            || disk::real_path(&self.env.cwd, path).is_ok_and(|real| {
                rules.check_file(Access::Read, &[&disk::absolute(&self.env.cwd, path), &real]).is_ok()
            })
    }

    pub(crate) fn places<'a>(&'a self, project: &'a Path) -> Places<'a> {
        Places { home: self.env.home.as_deref(), user: self.env.claude_dir.as_deref(), project, cwd: &self.env.cwd }
    }

    /// Refuses a command that the agent's settings forbid. Unreadable settings are reported and stop nothing.
    pub(crate) fn permit_command(&self, project: &Path, argv: &[OsString]) -> Result<()> {
        Ok(self.rules_that_can_be_read(project).check_command(argv)?)
    }

    /// Refuses code that mentions something the agent's settings forbid.
    pub(crate) fn permit_code(&self, project: &Path, language: &str, code: &str) -> Result<()> {
        Ok(self.rules_that_can_be_read(project).check_code(language, code)?)
    }

    pub(crate) fn rules_that_can_be_read(&self, project: &Path) -> Rules {
        let (rules, problem) = Rules::read_what_can_be(&self.places(project));
        if let Some(problem) = problem {
            self.ui.warn(problem);
        }
        rules.for_person(self.person())
    }

    /// A file's bytes, or those of standard input for `-`.
    pub(crate) fn source(&self, source: &Path) -> Result<Vec<u8>> {
        if source == Path::new("-") {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("reading stdin")?;
            return Ok(bytes);
        }
        let real = self.file(source, Access::Read)?;
        std::fs::read(real).map_err(|error| Error::unreadable(source, &error))
    }

    pub(crate) fn show(&self, page: &FileReport, json: bool) {
        if json {
            self.ui.json(&page.json);
        } else {
            self.ui.out(&page.text(&self.ui.headline(&page.headline, false)));
        }
    }
}
