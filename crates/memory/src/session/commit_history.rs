//! The commits of a session: the branch of each, what was pushed, written anew or taken back, and what a log showed.

use super::brief::{BriefLine, MINOR};
use super::commit_evidence::{self, CommitMadeByCommand};
use super::evidence::CommandLineFacts;
use super::key_sentences::select_key_sentences_for_each_budget;
use super::undone::UndoneCommits;
use ctx_capture::event_words::shorten_to_line;
use ctx_store::SessionStep;

/// Commits that are named.
pub const COMMITS: usize = 4;
/// What a commit's message says below its subject takes so much.
const COMMIT_BODY: &[usize] = &[160, 400, 900];

/// Commits and branches as the outputs of git showed them.
#[derive(Clone, Debug, Default)]
pub struct CommitHistory {
    pub branch: Option<String>,
    /// The branch that the host names beside its steps.
    pub host_branch: Option<String>,
    pub commits: Vec<CommitMadeByCommand>,
    /// The newest commits of the last log of git, each in one line; and whether the session made another one after it.
    pub logged: Vec<String>,
    pub is_log_old: bool,
    /// How far the branch is ahead of its remote, in the words of git's status.
    pub ahead: Option<String>,
}

impl CommitHistory {
    /// A log tells the hashes that a rebase gave.
    pub fn note_logged_hashes(&mut self) {
        for commit in self.commits.iter_mut().filter(|commit| commit.hash.is_none()) {
            let mut found = self.logged.iter().filter_map(|line| line.split_once(' '));
            commit.hash = found.find(|(_, subject)| *subject == commit.subject).map(|(hash, _)| hash.to_owned());
        }
    }

    /// What a branch is not ahead by was pushed, by whomever.
    pub fn note_commits_ahead(&mut self, ahead: &str) {
        let count = ahead.split(' ').find_map(|word| word.parse::<usize>().ok());
        if let Some(count) = count.filter(|_| ahead.contains("origin/")) {
            self.commits_of_branch().rev().skip(count).for_each(|commit| commit.is_pushed = true);
        }
    }

    /// The commits of the branch that is checked out; one without a branch may be of any.
    pub fn commits_of_branch(&mut self) -> impl DoubleEndedIterator<Item = &mut CommitMadeByCommand> {
        let branch = self.branch.clone().or(self.host_branch.clone());
        let is_of_it = move |commit: &&mut CommitMadeByCommand| {
            commit.branch.is_none() || branch.is_none() || commit.branch == branch
        };
        self.commits.iter_mut().filter(is_of_it)
    }

    /// The commits that a line made; those that it took back or wrote anew do not stand any more.
    pub fn add_commits(
        &mut self,
        step: &SessionStep,
        asked: &CommandLineFacts,
        output: &str,
        is_elsewhere: bool,
    ) -> Vec<CommitMadeByCommand> {
        let mut commits = commit_evidence::find_commits(asked, output);
        // Of a line that failed, only what its output shows was done.
        commits.retain(|commit| (!step.failed || commit.hash.is_some()) && !is_elsewhere);
        match asked.undone_commits().filter(|_| !step.failed) {
            Some(UndoneCommits::Last(count)) => self.commits.truncate(self.commits.len().saturating_sub(count)),
            Some(UndoneCommits::After(target)) => {
                let is_it = |commit: &CommitMadeByCommand| {
                    commit.hash.as_ref().is_some_and(|hash| hash.get(..7) == target.get(..7))
                };
                match self.commits.iter().rposition(is_it) {
                    Some(at) => self.commits.truncate(at + 1),
                    None => self.commits.retain(|commit| commit.is_pushed),
                }
            }
            None => {}
        }
        if asked.changes_commit_hashes() && !output.contains("up to date") {
            self.commits_of_branch().filter(|commit| !commit.is_pushed).for_each(|commit| commit.hash = None);
        }
        for commit in &commits {
            self.branch = commit.branch.clone().or(self.branch.take());
            // One that was made again elsewhere, or taken back, is not the one that stands.
            let taken_back = commit.subject.strip_prefix("Revert \"").map(|subject| subject.trim_end_matches('"'));
            self.commits.retain(|one| one.subject != commit.subject && Some(one.subject.as_str()) != taken_back);
            self.commits.push(commit.clone());
            (self.is_log_old, self.ahead) = (true, None);
        }
        commits
    }

    /// Commits that others made, such as sub-agents, as far as a log showed them.
    pub fn describe_log(&self) -> Option<BriefLine> {
        let is_told =
            |line: &&String| self.commits.iter().rev().take(COMMITS).any(|commit| line.ends_with(&commit.subject));
        let others: Vec<String> = self
            .logged
            .iter()
            .filter(|line| !is_told(line))
            .take(COMMITS)
            .map(|line| shorten_to_line(line, 110))
            .collect();
        let before = if self.is_log_old { " (before the last commit)" } else { "" };
        let text =
            format!("other commits in the last git log{before}, not made by a command here: {}", others.join("; "));
        (!others.is_empty()).then(|| BriefLine { discount: MINOR, ..BriefLine::without_source(text) })
    }

    /// The last commits, their branch, and whether they were pushed.
    pub fn describe_commits(&self) -> Option<String> {
        let count = self.commits.len();
        // The branch that was checked out later is not the one that they were made on.
        let own = self.commits.last()?.branch.as_ref().or(self.branch.as_ref()).or(self.host_branch.as_ref());
        let describe = |commit: &CommitMadeByCommand| {
            let other = commit.branch.as_ref().filter(|branch| Some(*branch) != own);
            let branch = other.map(|branch| format!(" (on {branch})")).unwrap_or_default();
            format!("{}{branch}", shorten_to_line(&commit.describe_commit(), 110))
        };
        let shown: Vec<String> = self.commits.iter().rev().take(COMMITS).map(describe).collect();
        let more = if count > COMMITS { format!("; {} earlier", count - COMMITS) } else { String::new() };
        let branch = own.map(|branch| format!(" on {branch}")).unwrap_or_default();
        let pushed = match self.commits.iter().filter(|commit| !commit.is_pushed).count() {
            0 => "pushed".to_owned(),
            unpushed if unpushed == count => "not pushed (no push seen)".to_owned(),
            unpushed => format!("{unpushed} of them not pushed (no push seen since)"),
        };
        Some(format!("committed{branch}, {pushed}: {}{more}", shown.join("; ")))
    }
}

/// What the message of a commit says below its subject.
pub fn describe_commit_body(commit: &CommitMadeByCommand) -> Option<BriefLine> {
    let name = commit.hash.clone().unwrap_or_else(|| shorten_to_line(&commit.subject, 40));
    let texts = select_key_sentences_for_each_budget(&commit.body, COMMIT_BODY);
    let texts = texts.into_iter().map(|text| format!("{name}: {text}")).collect();
    Some(BriefLine { discount: MINOR, at: None, ..BriefLine::from_texts_by_length(texts, None, 0)? })
}
