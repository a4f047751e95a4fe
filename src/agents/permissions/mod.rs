//! What the user's own settings say of a call: deny, ask or allow. It is judged on what the agent wrote, before anything
//! is rewritten, and looks inside of what wraps it; what cannot be judged is never taken for leave.

mod allow;
mod files;
mod look;
mod pattern;
mod programs;
mod run;
mod settings;
#[cfg(test)]
mod tests;
mod touch;
mod wrappers;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub use files::Access;
use settings::{Decision, Rule};

use self::look::Look;
use self::touch::Touched;
use crate::error::{Error, Result};

/// Where settings are looked for and what their paths are relative to.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    pub home: Option<&'a Path>,
    /// The user's own settings directory, `~/.claude` by default.
    pub user: Option<&'a Path>,
    pub project: &'a Path,
    pub cwd: &'a Path,
}

/// All rules of all settings.
pub struct Rules {
    home: Option<PathBuf>,
    project: PathBuf,
    cwd: PathBuf,
    rules: Vec<Rule>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A rule forbids it.
    Deny { rule: String, file: PathBuf },
    /// A rule wants the user asked, or forbids something and whether it means this cannot be told.
    Ask { rule: String, file: PathBuf },
    /// Every part of it is allowed by the user's own rules.
    Allow,
    /// The rules say nothing of it.
    Silent,
}

impl Rules {
    /// Settings that cannot be understood are an error: what they forbid is not known.
    pub fn read(places: &Places<'_>) -> Result<Rules> {
        let (rules, problem) = Rules::read_what_can_be(places);
        match problem {
            Some(problem) => Err(problem),
            None => Ok(rules),
        }
    }

    /// The rules of those settings that can be understood, and what is wrong with the first of the others.
    pub fn read_what_can_be(places: &Places<'_>) -> (Rules, Option<Error>) {
        let (rules, problem) = settings::read(places);
        let rules = Rules {
            home: places.home.map(Path::to_owned),
            project: places.project.to_owned(),
            cwd: places.cwd.to_owned(),
            rules,
        };
        (rules, problem)
    }

    /// True when no rule of any kind is there.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// True when no rule denies a file.
    pub fn deny_no_file(&self) -> bool {
        !self.rules.iter().any(|rule| rule.decision == Decision::Deny && rule.is_about_files())
    }

    /// What the rules say of a shell command.
    pub fn command(&self, command: &str) -> Verdict {
        if self.rules.is_empty() {
            return Verdict::Silent;
        }
        let mut look = Look::new(self);
        let script = look.text(command);
        if let Some(verdict) = self.forbids(&look) {
            return verdict;
        }
        match script {
            Some(script) if look.unclear.is_none() && self.allows(&script) => Verdict::Allow,
            _ => Verdict::Silent,
        }
    }

    /// True when a rule may allow what ctx runs because ctx runs it: put before a command that no rule speaks of, ctx
    /// would then bring leave that the command does not have.
    pub fn allow_ctx_itself(&self) -> bool {
        let allowed = self.rules.iter().filter(|rule| rule.decision == Decision::Allow);
        allowed.filter_map(|rule| rule.shell()).any(|spec| {
            let head = spec.split('*').next().unwrap_or_default().trim_end_matches(':');
            spec != "*"
                && (head.starts_with("ctx") || "ctx run -- ".starts_with(head) || "ctx store --".starts_with(head))
        })
    }

    /// Refuses a command that a rule proves to be forbidden, whatever it is wrapped in.
    pub fn check_command(&self, argv: &[OsString]) -> Result<()> {
        if self.rules.is_empty() {
            return Ok(());
        }
        let mut look = Look::new(self);
        look.argv(argv.iter().map(|word| run::Arg::fixed(word.to_string_lossy())).collect());
        let name = argv.first().map(|word| word.to_string_lossy()).unwrap_or_default();
        match self.forbids(&look) {
            Some(Verdict::Deny { rule, file }) => Err(denied(&name, &rule, &file)),
            _ => Ok(()),
        }
    }

    /// Deny before ask, in any of the settings.
    fn forbids(&self, look: &Look<'_>) -> Option<Verdict> {
        for decision in [Decision::Deny, Decision::Ask] {
            let rules = || self.rules.iter().filter(move |rule| rule.decision == decision);
            for rule in rules() {
                let matches = rule.shell().is_some_and(|spec| look.runs.iter().any(|run| run.is_meant_by(spec)))
                    || look.files.iter().any(|touched| {
                        touched.names().iter().any(|name| files::means(self, rule, touched.access, name) == Ok(true))
                    });
                if matches {
                    return Some(rule.verdict());
                }
            }
        }
        let doubtful = |rule: &&Rule| {
            let about_files = look.unclear_file && rule.is_about_files();
            rule.decision != Decision::Allow
                && (about_files
                    || rule.shell().is_some_and(|spec| {
                        look.unclear.is_some() || look.runs.iter().any(|run| run.may_be_meant_by(spec))
                    })
                    || (rule.is_about_files() && look.unclear.is_some()))
        };
        let rule = self.rules.iter().find(doubtful)?;
        Some(Verdict::Ask { rule: rule.text.clone(), file: rule.file.clone() })
    }

    /// What the rules say of any tool's call.
    pub fn tool(&self, name: &str, input: &Value) -> Verdict {
        let field = |names: &[&str]| names.iter().find_map(|name| input.get(name).and_then(Value::as_str));
        match name {
            "Bash" => field(&["command"]).map_or(Verdict::Silent, |command| self.command(command)),
            "WebFetch" => field(&["url"]).map_or(Verdict::Silent, |url| self.url(url)),
            "Read" | "Grep" | "Glob" | "LS" | "NotebookRead" => {
                self.file_tool(Access::Read, field(&["file_path", "path", "notebook_path"]))
            }
            "Edit" | "Write" | "MultiEdit" | "NotebookEdit" => {
                self.file_tool(Access::Change, field(&["file_path", "path", "notebook_path"]))
            }
            _ => self.first(|rule| rule.names_tool(name)),
        }
    }

    /// What the rules say of fetching an address.
    pub fn url(&self, url: &str) -> Verdict {
        let host = pattern::host(url);
        self.first(|rule| {
            let Some(spec) = rule.of_tool("WebFetch") else { return false };
            match (spec, host.as_deref()) {
                (None, _) => true,
                (Some(spec), Some(host)) => pattern::means_host(spec, host, rule.decision != Decision::Allow),
                // An address that names no host is what every rule that forbids one may mean.
                (Some(_), None) => rule.decision != Decision::Allow,
            }
        })
    }

    /// Refuses an address that a rule denies.
    pub fn check_url(&self, url: &str) -> Result<()> {
        match self.url(url) {
            Verdict::Deny { rule, file } => Err(denied(url, &rule, &file)),
            _ => Ok(()),
        }
    }

    fn file_tool(&self, access: Access, path: Option<&str>) -> Verdict {
        let Some(path) = path else { return Verdict::Silent };
        let touched = Touched::new(access, &self.cwd, self.home.as_deref(), path);
        let names = touched.names();
        self.first(|rule| {
            let means = |name: &PathBuf| files::means(self, rule, access, name).unwrap_or(false);
            match rule.decision {
                // Leave must be meant for the file that is there, not only for a link to it.
                Decision::Allow => names.iter().all(means),
                _ => names.iter().any(means),
            }
        })
    }

    /// The strongest decision of the rules that match.
    fn first(&self, matches: impl Fn(&Rule) -> bool) -> Verdict {
        for decision in [Decision::Deny, Decision::Ask, Decision::Allow] {
            let found = self.rules.iter().find(|rule| rule.decision == decision && matches(rule));
            if let Some(rule) = found {
                return rule.verdict();
            }
        }
        Verdict::Silent
    }
}

fn denied(what: &str, rule: &str, file: &Path) -> Error {
    Error::refused(format_args!("{what} is denied by {rule} in {}", file.display()))
        .hint("only whoever wrote that rule can lift it")
}
