//! What the user's own settings forbid, held to by ctx itself: the agent judges `ctx run …`, so what stands behind it is
//! judged here, inside of everything that wraps it. Where a rule forbids commands, what cannot be shown to be harmless
//! is refused; nothing here ever gives leave.

mod files;
mod look;
mod mention;
mod pattern;
mod programs;
mod run;
mod settings;
#[cfg(test)]
mod tests;
mod touch;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use files::Access;
use settings::{Decision, Rule};

use self::look::Look;
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
    /// A person types this: what is to be asked for is asked for by typing it.
    person: bool,
}

/// Why something is not done.
#[derive(Clone, Copy, Debug)]
enum Verdict<'r> {
    /// A rule forbids it.
    Denied(&'r Rule),
    /// A rule wants the user asked.
    ToBeAsked(&'r Rule),
    /// A rule forbids something, and whether it means this cannot be told.
    Unclear(&'r Rule, &'static str),
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

    /// The rules that can be understood, and what is wrong with the first of the others.
    pub fn read_what_can_be(places: &Places<'_>) -> (Rules, Option<Error>) {
        let (rules, problem) = settings::read(places);
        let rules = Rules {
            home: places.home.map(Path::to_owned),
            project: places.project.to_owned(),
            cwd: places.cwd.to_owned(),
            rules,
            person: false,
        };
        (rules, problem)
    }

    /// With a person at the keyboard only what is denied is refused.
    pub fn for_person(self, person: bool) -> Rules {
        Rules { person, ..self }
    }

    /// True when no rule keeps ctx from a file.
    pub fn deny_no_file(&self) -> bool {
        !self.forbidding().any(Rule::is_about_files)
    }

    /// Rules that allow whatever ctx runs because ctx runs it, such as `Bash(ctx run *)`: a leave for everything.
    pub fn leave_for_ctx(&self) -> Vec<(&str, &Path)> {
        let allowed = self.rules.iter().filter(|rule| rule.decision == Decision::Allow);
        let for_ctx = allowed.filter(|rule| {
            rule.shell().is_some_and(|spec| {
                let head = spec.split('*').next().unwrap_or_default().trim_end_matches(':').trim_end();
                let runs = ["ctx", "ctx run", "ctx run --", "ctx batch", "ctx call", "ctx store"];
                spec.contains('*') && runs.contains(&head)
            })
        });
        for_ctx.map(|rule| (rule.text.as_str(), rule.file.as_path())).collect()
    }

    /// Refuses a command that the rules forbid, or may forbid, whatever it is wrapped in.
    pub fn check_command(&self, argv: &[OsString]) -> Result<()> {
        let name = argv.first().map(|word| word.to_string_lossy()).unwrap_or_default();
        self.check(&name, |look| {
            look.argv(argv.iter().map(|word| run::Arg::fixed(word.to_string_lossy())).collect());
        })
    }

    /// Refuses code in another language that mentions what the rules forbid.
    pub fn check_code(&self, name: &str, code: &str) -> Result<()> {
        self.check(name, |look| look.code(code))
    }

    fn check(&self, name: &str, work: impl FnOnce(&mut Look<'_>)) -> Result<()> {
        if self.forbidding().next().is_none() {
            return Ok(());
        }
        let mut look = Look::new(self);
        work(&mut look);
        self.verdict(&look).map_or(Ok(()), |verdict| self.refuse(name, &verdict))
    }

    /// The verdict as an error, where it stops this caller.
    fn refuse(&self, what: &str, verdict: &Verdict<'_>) -> Result<()> {
        match verdict {
            Verdict::Denied(rule) => Err(denied(what, rule)),
            _ if self.person => Ok(()),
            Verdict::ToBeAsked(rule) => Err(Error::refused(format_args!(
                "{what} is to be asked for, by {} in {}, and ctx cannot ask",
                rule.text,
                rule.file.display()
            ))
            .hint("run it without ctx, so that the agent can ask")),
            Verdict::Unclear(rule, why) => Err(Error::refused(format_args!(
                "{what} is refused because of {} in {}: {why}",
                rule.text,
                rule.file.display()
            ))
            .hint("write it plainly, or run it without ctx, so that the agent can judge it")),
        }
    }

    /// Rules that deny or want the user asked.
    fn forbidding(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| rule.decision != Decision::Allow)
    }

    /// Patterns of the rules that forbid commands.
    fn guards(&self) -> impl Iterator<Item = &str> {
        self.forbidding().filter_map(Rule::shell)
    }

    /// Patterns of the rules that forbid files.
    fn forbidden_files(&self) -> impl Iterator<Item = &str> {
        self.forbidding().filter(|rule| rule.is_about_files()).filter_map(|rule| rule.spec.as_deref())
    }

    /// Deny before ask before doubt, in any of the settings.
    fn verdict(&self, look: &Look<'_>) -> Option<Verdict<'_>> {
        for decision in [Decision::Deny, Decision::Ask] {
            for rule in self.rules.iter().filter(|rule| rule.decision == decision) {
                let matches = rule.shell().is_some_and(|spec| look.runs.iter().any(|run| run.is_meant_by(spec)))
                    || look.files.iter().any(|touched| {
                        touched.names().iter().any(|name| files::means(self, rule, touched.access, name) == Ok(true))
                    });
                if matches {
                    return Some(if decision == Decision::Deny {
                        Verdict::Denied(rule)
                    } else {
                        Verdict::ToBeAsked(rule)
                    });
                }
            }
        }
        // Where commands are forbidden, what cannot be told is no leave.
        if let Some(why) = look.unclear
            && let Some(rule) = self.forbidding().find(|rule| rule.shell().is_some())
        {
            return Some(Verdict::Unclear(rule, why));
        }
        if look.unclear_file
            && let Some(rule) = self.forbidding().find(|rule| rule.is_about_files())
        {
            return Some(Verdict::Unclear(rule, "which file is meant is not known before it runs"));
        }
        let open =
            |rule: &&Rule| rule.shell().is_some_and(|spec| look.runs.iter().any(|run| run.may_be_meant_by(spec)));
        let rule = self.forbidding().find(open)?;
        Some(Verdict::Unclear(rule, "an argument is not known before it runs"))
    }

    /// Refuses an address that a rule forbids.
    pub fn check_url(&self, url: &str) -> Result<()> {
        let host = pattern::host(url);
        let means = |rule: &&Rule| {
            let Some(spec) = rule.of_tool("WebFetch") else { return false };
            match (spec, host.as_deref()) {
                // An address that names no host is what every rule may mean.
                (None, _) | (Some(_), None) => true,
                (Some(spec), Some(host)) => pattern::means_host(spec, host, true),
            }
        };
        match self.strongest(means) {
            Some(verdict) => self.refuse(url, &verdict),
            None => Ok(()),
        }
    }

    /// The first deny, else the first ask, that this is true of.
    fn strongest(&self, means: impl Fn(&&Rule) -> bool) -> Option<Verdict<'_>> {
        let of = |decision: Decision| self.rules.iter().filter(move |rule| rule.decision == decision);
        let denied = of(Decision::Deny).find(&means).map(Verdict::Denied);
        denied.or_else(|| of(Decision::Ask).find(&means).map(Verdict::ToBeAsked))
    }
}

fn denied(what: &str, rule: &Rule) -> Error {
    Error::refused(format_args!("{what} is denied by {} in {}", rule.text, rule.file.display()))
        .hint("only whoever wrote that rule can lift it")
}
