//! One command over its runs: how long it took, what failed in it, and what failed on and off.

use serde_json::{Value, json};

use super::entry::REACH;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_capture::record::history_row_json;
use ctx_digest::compare_findings;
use ctx_model::{CommandEndStatus, Finding, Result, Severity};
use ctx_store::{Entry, Store};

/// Runs that are drawn, and those of them whose findings are compared.
const RUNS: u32 = 300;
const COMPARED: usize = 60;
/// Failures that get a row of their own; the rest is counted.
const ROWS: usize = 60;

/// A failure, and in which of the compared runs it was there.
pub struct ComparedFailure {
    finding: Finding,
    there: Vec<bool>,
}

impl ComparedFailure {
    pub fn count_reappearances(&self) -> usize {
        count_reappearances_in_runs(&self.there)
    }

    pub fn count_compared_runs(&self) -> usize {
        self.there.len()
    }

    pub fn to_json(&self) -> Value {
        let mut row = self.finding.to_json();
        row["there"] = self.there.clone().into();
        row["times"] = self.there.iter().filter(|there| **there).count().into();
        row["on_and_off"] = self.count_reappearances().into();
        row
    }
}

/// The newest runs that have ended, newest first.
fn newest_ended_runs(runs: &[Entry]) -> impl DoubleEndedIterator<Item = &Entry> {
    let ended: Vec<&Entry> = runs.iter().filter(|run| run.status != CommandEndStatus::Running).take(COMPARED).collect();
    ended.into_iter()
}

/// The failures of these runs (newest first), those that come and go before the others.
pub fn track_failures_over_runs(store: &Store, runs: &[Entry]) -> Result<Vec<ComparedFailure>> {
    let number = newest_ended_runs(runs).count();
    let mut failures: Vec<ComparedFailure> = Vec::new();
    // Oldest first, as one reads.
    for (at, run) in newest_ended_runs(runs).rev().enumerate() {
        let found: Vec<Finding> =
            store.findings(run.row)?.into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        add_findings_of_run(&mut failures, found, at, number);
    }
    failures.sort_by_key(|failure| {
        let times = failure.there.iter().filter(|there| **there).count();
        std::cmp::Reverse((failure.count_reappearances(), times))
    });
    Ok(failures)
}

pub fn command_history_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let command = query.required("command")?;
    let project = pool.project_of(query);
    pool.with_project_store(project.as_deref(), |store| {
        let runs = store.runs_of_command(project.as_deref(), command, REACH, RUNS)?;
        let mut failures = track_failures_over_runs(store, &runs)?;
        let all = failures.len();
        failures.truncate(ROWS);
        let masker = pool.context.new_masker();
        let rows: Vec<Value> = failures.iter().map(ComparedFailure::to_json).collect();
        Ok(json!({
            "command": command, "project": project, "reach": REACH,
            "runs": runs.iter().map(|run| history_row_json(run, &masker)).collect::<Vec<_>>(),
            "compared": newest_ended_runs(&runs).rev().map(|run| run.id.as_str()).collect::<Vec<_>>(),
            "failures": rows, "all_failures": all,
        }))
    })
}

/// Enters the findings of one run: as in `ctx diff`, a failure that moved is the same failure.
fn add_findings_of_run(failures: &mut Vec<ComparedFailure>, found: Vec<Finding>, at: usize, runs: usize) {
    let known: Vec<Finding> = failures.iter().map(|failure| failure.finding.clone()).collect();
    let change = compare_findings(&known, &found);
    let place = |list: &[Finding], one: &Finding| list.iter().position(|other| std::ptr::eq(other, one));
    let gone: Vec<usize> = change.fixed.iter().filter_map(|finding| place(&known, finding)).collect();
    let fresh: Vec<Finding> = change.new.iter().map(|finding| (*finding).clone()).collect();
    for (index, failure) in failures.iter_mut().enumerate() {
        failure.there[at] = !gone.contains(&index);
    }
    for finding in fresh {
        let mut there = vec![false; runs];
        there[at] = true;
        failures.push(ComparedFailure { finding, there });
    }
}

/// How often it came back after it had gone.
fn count_reappearances_in_runs(there: &[bool]) -> usize {
    let began = there.windows(2).filter(|pair| !pair[0] && pair[1]).count() + usize::from(there.first() == Some(&true));
    began.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_that_returns_is_counted() {
        let count =
            |runs: &str| count_reappearances_in_runs(&runs.bytes().map(|byte| byte == b'x').collect::<Vec<_>>());
        assert_eq!([count("xxx"), count("..xx"), count("x.x"), count("x.x.x."), count("....")], [0, 0, 1, 2, 0]);
    }

    #[test]
    fn a_failure_that_moved_is_the_same_row() {
        let finding = |message: &str, line: u64| Finding {
            severity: Severity::Error,
            location: Some(format!("src/a.rs:{line}")),
            message: message.into(),
            lines: (line, line),
        };
        let mut failures = Vec::new();
        add_findings_of_run(&mut failures, vec![finding("one", 3), finding("two", 9)], 0, 3);
        add_findings_of_run(&mut failures, vec![finding("two", 12)], 1, 3);
        add_findings_of_run(&mut failures, vec![finding("two", 12), finding("one", 4), finding("three", 5)], 2, 3);
        let rows: Vec<(&str, &[bool])> =
            failures.iter().map(|failure| (&*failure.finding.message, &*failure.there)).collect();
        assert_eq!(
            rows,
            [("one", &[true, false, true][..]), ("two", &[true, true, true]), ("three", &[false, false, true])]
        );
    }
}
