//! The checks of a session: the last totals of each, and whether one ran since the last edit.

use super::brief::BriefLine;
use super::check_totals::{find_check_totals, find_totals_lines, totals_show_failures};
use super::evidence::CommandLineFacts;
use ctx_capture::command::shorten_command_to_line;
use ctx_capture::event_words::shorten_to_line;
use ctx_model::{CommandEndStatus, StoredEvent};
use ctx_shell::attempt::{self, FailedCommandLine, SucceededCommandLine};
use ctx_store::SessionStep;

/// Totals that are named.
const TOTALS: usize = 2;
/// What stands for the check that a commit runs.
const COMMIT_HOOK: &str = "git commit (its hook)";
const COMMIT_AND_PUSH_HOOKS: &str = "git commit and push (their hooks)";

/// How a check ended, in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CheckTotals {
    /// The key of its command.
    key: String,
    words: String,
    reference: String,
    /// The status of a run that failed.
    failed: Option<String>,
    /// The code was changed after it.
    is_stale: bool,
}

impl CheckTotals {
    fn has_failures(&self) -> bool {
        self.failed.is_some() || totals_show_failures(&self.words)
    }
}

/// The last totals of each check, the newest at the end.
#[derive(Clone, Debug, Default)]
pub struct CheckHistory {
    totals: Vec<CheckTotals>,
    /// A check ran since the last edit …
    pub is_current: bool,
    /// … and at all: tests, and others.
    pub was_ever_checked: bool,
    ran_tests: bool,
    ran_other_checks: bool,
}

impl CheckHistory {
    /// Forgets the totals of failed runs that something settled later: they do not say where the work stands.
    pub fn drop_settled_totals(&mut self, errors: &[StoredEvent]) {
        let is_settled = |totals: &CheckTotals| {
            let is_of = |error: &StoredEvent| error.reference.as_ref() == Some(&totals.reference);
            totals.failed.is_some() && errors.iter().any(|error| error.closed_by.is_some() && is_of(error))
        };
        self.totals.retain(|totals| !is_settled(totals));
    }

    pub fn mark_edits_as_checked(&mut self) {
        (self.is_current, self.was_ever_checked) = (true, true);
    }

    pub fn note_checks_of_command(&mut self, asked: &CommandLineFacts) {
        self.is_current |= asked.is_check;
        self.was_ever_checked |= asked.is_check;
        self.ran_tests |= asked.runs_tests;
        self.ran_other_checks |= asked.runs_other_checks;
    }

    /// The kind of check that was never seen to run, where others were.
    pub fn missing_kind(&self) -> Option<&'static str> {
        match (self.ran_tests, self.ran_other_checks) {
            (true, false) => Some("only tests were seen to run, no lint"),
            (false, true) => Some("no test was seen to run"),
            _ => None,
        }
    }

    /// What ran before an edit says nothing about it.
    pub fn mark_checks_outdated_by_edit(&mut self) {
        self.is_current = false;
        self.mark_totals_stale();
    }

    pub fn mark_totals_stale(&mut self) {
        self.totals.iter_mut().for_each(|totals| totals.is_stale = true);
    }

    /// The totals of a check take the place of those that it had before, and of narrower ones. One that passes in silence
    /// has none, and neither counts a trial without the changes.
    pub fn record_totals(&mut self, step: &SessionStep, asked: &CommandLineFacts, output: &str) {
        let command = step.ended_command().unwrap_or_default();
        let words = find_check_totals(asked, output);
        // Keys cost more than this look.
        if attempt::stashes_and_restores_changes(command) || words.is_none() && (step.failed || self.totals.is_empty())
        {
            return;
        }
        let key = name_of_check(command, words.as_deref().unwrap_or_default());
        let failed = step.failed.then(|| match step.status {
            CommandEndStatus::Unknown => "failed".to_owned(),
            status => status.to_string(),
        });
        let found = CheckTotals {
            key,
            words: words.unwrap_or_default(),
            reference: step.reference.clone(),
            failed,
            is_stale: false,
        };
        let done = (!found.has_failures()).then(|| SucceededCommandLine::parse_line(command));
        self.totals.retain(|other| {
            let before = FailedCommandLine::parse_line(&other.key);
            let is_covered = |done: &SucceededCommandLine| {
                done.covers_all_checks_of(&before) || other.has_failures() && done.settles_failure(&before)
            };
            other.key != found.key && !done.as_ref().is_some_and(is_covered)
        });
        // One that passes after a wider one adds nothing to it.
        let own = FailedCommandLine::parse_line(&found.key);
        let is_wider = |other: &CheckTotals| {
            !other.has_failures() && SucceededCommandLine::parse_line(&other.key).covers_all_checks_of(&own)
        };
        if !found.words.is_empty() && (found.has_failures() || !self.totals.iter().any(is_wider)) {
            self.totals.push(found);
        }
    }

    /// What a commit prints are the totals of its hook: they are newer than those of every run before it that passed. The
    /// next commit went through its hook again.
    pub fn add_totals_of_commit_hook(&mut self, step: &SessionStep, asked: &CommandLineFacts, output: &str) {
        let hook = if asked.runs_git_push() { COMMIT_AND_PUSH_HOOKS } else { COMMIT_HOOK };
        self.totals.retain(|totals| totals.key != COMMIT_HOOK && totals.key != COMMIT_AND_PUSH_HOOKS);
        if let Some(words) = find_totals_lines(output) {
            self.totals.retain(CheckTotals::has_failures);
            let (key, reference) = (hook.to_owned(), step.reference.clone());
            self.totals.push(CheckTotals { key, words, reference, ..CheckTotals::default() });
        }
    }

    /// A line for each of the last totals.
    pub fn to_lines(&self) -> Vec<BriefLine> {
        // The same totals are told once, however the check was called.
        let mut newest: Vec<&CheckTotals> = Vec::new();
        // What passed before the last changes says nothing beside what ran after them.
        let has_fresh = self.totals.iter().any(|totals| !totals.is_stale && !totals.has_failures());
        let is_overtaken = |totals: &&CheckTotals| has_fresh && totals.is_stale && !totals.has_failures();
        for totals in self.totals.iter().rev().filter(|totals| !is_overtaken(totals)) {
            if newest.len() < TOTALS && newest.iter().all(|known| known.words != totals.words) {
                newest.push(totals);
            }
        }
        let (mut has_newer, mut lines) = (false, Vec::new());
        for totals in newest {
            // What failed before another check of the work passed is no longer known to fail.
            let when = if has_newer && totals.has_failures() { "earlier" } else { "last" };
            has_newer |= !totals.has_failures();
            let failed = totals.failed.as_ref().map(|status| format!(" · {status}")).unwrap_or_default();
            let stale = if totals.is_stale { " (before the last changes)" } else { "" };
            let (key, words) = (shorten_command_to_line(&totals.key, 300), shorten_to_line(&totals.words, 120));
            let text = format!("{when} {}: {words}{failed}{stale}", shorten_to_line(&key, 90));
            lines.push(BriefLine { reference: Some(totals.reference.clone()), ..BriefLine::without_source(text) });
        }
        lines
    }
}

/// The check that a line's totals are about: of a chain its tests, if they are told apart from the rest. Tests have no
/// problems and issues: such totals are of the whole chain.
fn name_of_check(command: &str, words: &str) -> String {
    let mut checks = attempt::find_checks_in_line(command);
    if checks.len() > 1 && !words.contains(" problem") && !words.contains(" issue") {
        let has_one_test = checks.iter().filter(|check| check.is_test).count() == 1;
        checks.retain(|check| !has_one_test || check.is_test);
    }
    match checks.len() {
        1 => checks.remove(0).text,
        _ => attempt::attempt_key(command),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(runs: &[(&str, bool, &str)]) -> Vec<String> {
        let mut checks = CheckHistory::default();
        for (command, failed, output) in runs {
            let asked = CommandLineFacts::parse_line(command);
            let command = Some((*command).to_owned());
            let step = SessionStep { command, failed: *failed, at: 1, ..SessionStep::default() };
            checks.note_checks_of_command(&asked);
            if asked.shows_check_totals {
                checks.record_totals(&step, &asked, output);
            }
        }
        let words = |totals: CheckTotals| match totals.failed {
            Some(failed) => format!("{} ({failed})", totals.words),
            None => totals.words,
        };
        checks.totals.into_iter().map(words).collect()
    }

    #[test]
    fn the_last_totals_are_those_of_the_last_run() {
        let (lint, problems) = ("npm run lint 2>&1", "x\n✖ 13 problems (13 errors, 0 warnings)");
        let failed = (lint, true, problems);
        assert_eq!(totals(&[failed]), ["✖ 13 problems (13 errors, 0 warnings) (failed)"]);
        assert!(totals(&[failed, (lint, false, "> eslint src/")]).is_empty(), "it passed in silence");
        assert_eq!(totals(&[failed, (lint, true, "killed")]).len(), 1, "it failed without totals");
        let one = ("pytest tests/a.py::one", true, "1 failed in 0.1s");
        assert_eq!(totals(&[one, ("pytest tests/a.py tests/b.py", false, "9 passed in 1s")]), ["9 passed in 1s"]);
        assert_eq!(totals(&[one, ("pytest tests/b.py", false, "3 passed in 1s")]).len(), 2, "another file");
        let go = ("go test ./a/... -run TestOne 2>&1 | tail -5", false, "FAIL\ta/b\t0.3s");
        assert_eq!(totals(&[go, ("mise run test:ci", false, "ok  \ta/b\t0.2s")]), ["ok  \ta/b\t0.2s"]);
        let all = ("black a.py && pytest tests/a.py tests/b.py", false, "9 passed in 1s");
        let narrow = ("pytest tests/a.py::one", false, "1 passed in 1s");
        assert_eq!(totals(&[narrow, all]), ["9 passed in 1s"]);
        assert_eq!(totals(&[all, narrow]), ["9 passed in 1s"], "a narrower run adds nothing");
        let chain = "black a.py && X=1 pytest tests 2>&1";
        assert_eq!(name_of_check(chain, "9 passed in 1s"), "X=1 pytest tests");
        assert!(name_of_check(chain, "5 problems").contains("black"));
        let trial = "git stash && npm run lint 2>&1; git stash pop";
        assert!(totals(&[(trial, false, problems)]).is_empty(), "a trial without the changes");
    }
}
