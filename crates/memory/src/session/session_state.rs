//! Where a session stands by the evidence of its commands: branch, commits and pushes, files without a commit, the last
//! totals of each check, calls without a result.

use super::brief::{BriefLine, MINOR};
use super::check_totals::{find_check_totals, find_totals_lines, totals_show_failures};
use super::definitions::{FileDefinitions, changed_definitions};
use super::evidence::{self, CommandLineFacts, FoundCommit, UndoneChanges, UndoneCommits};
use super::file_names::{
    DELETED, is_checkable_file, is_in_agent_or_temporary_folder, is_same_file, join_file_names, last_folder,
    split_edited_paths,
};
use super::key_sentences::select_key_sentences_for_each_budget;
use super::last_edits::FileEdit;
use ctx_capture::command::shorten_command_to_line;
use ctx_capture::event_words::shorten_to_line;
use ctx_model::{Status, StoredEvent};
use ctx_shell::attempt::{self, FailedCommandLine, SucceededCommandLine};
use ctx_store::SessionStep;

/// Commits, files and totals that are named.
const COMMITS: usize = 4;
/// Of those that others changed, fewer are named.
const OTHER_FILES: usize = 6;
/// What a commit's message says below its subject takes so much.
const COMMIT_BODY: &[usize] = &[160, 400, 900];
const FILES: usize = 12;
const TOTALS: usize = 2;
/// Files of which is told what was added and taken away, and names of each.
const DEFINITION_FILES: usize = 5;
/// Beginnings of the lines that name files with changes, by a status of git and by the edits alone.
pub const UNCOMMITTED: &str = "uncommitted at the last git status";
pub const EDITED: &str = "edited, no commit seen";
/// What stands for the check that a commit runs.
const COMMIT_HOOK: &str = "git commit (its hook)";
const COMMIT_AND_PUSH_HOOKS: &str = "git commit and push (their hooks)";

/// How a check ended, in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckTotals {
    /// The key of its command.
    pub key: String,
    /// The other checks of its line: the totals may be theirs.
    pub beside: Vec<String>,
    pub words: String,
    pub reference: String,
    /// The status of a run that failed.
    pub failed: Option<String>,
    /// The code was changed after it.
    pub is_stale: bool,
}

impl CheckTotals {
    fn has_failures(&self) -> bool {
        self.failed.is_some() || totals_show_failures(&self.words)
    }
}

/// Where the work stands at the end of a session.
#[derive(Clone, Debug, Default)]
pub struct SessionState {
    branch: Option<String>,
    /// The branch that the host names beside its steps.
    host_branch: Option<String>,
    /// Where the last edit or command was made, where the session ended, and a file beside it that was edited.
    folder: Option<String>,
    last_folder: Option<String>,
    edited_outside: Option<String>,
    commits: Vec<FoundCommit>,
    pull_requests: Vec<String>,
    /// Files with changes that no commit holds, and whether a status of git says so.
    uncommitted: Vec<String>,
    by_status: bool,
    /// All files that the session edited, committed or not.
    edited: Vec<String>,
    /// What the edits of each file added and took away, the file edited last at the end.
    definitions: Vec<FileDefinitions>,
    /// Files that were read or edited.
    seen: Vec<String>,
    /// What the newest edits changed, and how many of them are committed.
    pub last_edits: Vec<FileEdit>,
    committed_edits: usize,
    /// When the last file was edited that a check can find fault with.
    pub last_edit_at: Option<i64>,
    /// Files with changes that were put aside.
    stashed: Vec<String>,
    /// The last totals of each check.
    totals: Vec<CheckTotals>,
    /// Calls that have no result: their titles and entries.
    unanswered: Vec<(String, String)>,
    /// The newest commits of the last log of git, each in one line; and whether the session made another one after it.
    logged: Vec<String>,
    is_log_old: bool,
    /// How far the branch is ahead of its remote, in the words of git's status.
    ahead: Option<String>,
    /// A check ran since the last edit, and at all.
    is_checked: bool,
    was_ever_checked: bool,
}

/// What one command did that its request is told with.
#[derive(Default)]
pub struct CommandEvidence {
    pub commits: Vec<FoundCommit>,
    /// What was done in other places: issues, pull requests.
    pub effects: Vec<String>,
    pub has_pushed: bool,
}

impl SessionState {
    /// Forgets the totals of failed runs that something settled later: they do not say where the work stands.
    pub fn drop_settled_totals(&mut self, errors: &[StoredEvent]) {
        let is_settled = |totals: &CheckTotals| {
            let is_of = |error: &StoredEvent| error.reference.as_ref() == Some(&totals.reference);
            totals.failed.is_some() && errors.iter().any(|error| error.closed_by.is_some() && is_of(error))
        };
        self.totals.retain(|totals| !is_settled(totals));
    }

    pub fn add_unanswered_call(&mut self, step: &SessionStep) {
        let title = step.command.clone().or_else(|| step.title.clone()).unwrap_or_default();
        self.unanswered.push((title, step.reference.clone()));
    }

    /// The model spoke again: a call before that without a result was given up.
    pub fn drop_unanswered_calls(&mut self) {
        self.unanswered.clear();
    }

    pub fn mark_as_checked(&mut self) {
        (self.is_checked, self.was_ever_checked) = (true, true);
    }

    /// An edit, among all paths that the session edited.
    pub fn add_edit(&mut self, step: &SessionStep, edited: &[String]) {
        self.note_place_of_step(step);
        let title = step.title.as_deref().unwrap_or_default();
        let (_, paths) = title.split_once(' ').unwrap_or(("", title));
        for path in split_edited_paths(paths, edited) {
            let inside = step.project.as_deref().and_then(|project| path.strip_prefix(project)?.strip_prefix('/'));
            let path = inside.unwrap_or(path).to_owned();
            // Files of the agent itself and scratch files are not changes of the project.
            let is_scratch = is_in_agent_or_temporary_folder(&path);
            if !is_scratch && path.starts_with('/') && step.project.is_some() {
                self.edited_outside = Some(path.clone());
            }
            if is_checkable_file(&path) && !is_scratch {
                self.is_checked = false;
                self.last_edit_at = Some(step.at);
                self.mark_totals_as_stale();
            }
            if !self.edited.contains(&path) {
                self.edited.push(path.clone());
            }
            match self.uncommitted.iter_mut().find(|known| is_same_file(known, &path)) {
                // As it was written last.
                Some(known) if known.len() == path.len() || known.ends_with(DELETED) => *known = path,
                Some(_) => {}
                None if is_scratch => {}
                None => {
                    self.uncommitted.push(path);
                    self.by_status = false;
                }
            }
        }
    }

    pub fn note_last_folder(&mut self, folder: Option<&str>) {
        self.last_folder = folder.map(str::to_owned);
    }

    fn note_place_of_step(&mut self, step: &SessionStep) {
        if step.project.is_some() {
            self.folder.clone_from(&step.project);
        }
        if step.branch.as_deref().is_some_and(|branch| branch != "HEAD" && !branch.is_empty()) {
            self.host_branch.clone_from(&step.branch);
        }
    }

    fn mark_totals_as_stale(&mut self) {
        self.totals.iter_mut().for_each(|totals| totals.is_stale = true);
    }

    /// The files that a patch deletes or gives another name.
    pub fn note_patch_deletions_and_moves(&mut self, patch: &str) {
        let mut updated = "";
        for line in patch.lines().filter_map(|line| line.strip_prefix("*** ")) {
            match line.split_once(": ") {
                Some(("Update File", path)) => updated = path.trim(),
                Some(("Delete File", path)) => self.mark_uncommitted_as_deleted(path.trim()),
                Some(("Move to", path)) => self.rename_uncommitted_file(updated, path.trim()),
                _ => {}
            }
        }
    }

    /// A file that was read was there before.
    pub fn note_read_file(&mut self, step: &SessionStep) {
        let path = step.title.as_deref().and_then(|title| title.strip_prefix("Read "));
        self.seen.extend(path.map(str::to_owned));
    }

    /// The names that an edit added to its file, and those that it took away.
    pub fn note_definitions(&mut self, step: &SessionStep, change: &str) {
        self.last_edits.extend(FileEdit::parse(step, change));
        let title = step.title.as_deref().unwrap_or_default();
        let Some((_, path)) = title.split_once(' ').filter(|_| !change.contains("*** ")) else { return };
        let is_whole_file = title.to_lowercase().starts_with("write ");
        // Of a file that was there, the names of the new text are not all new.
        if is_whole_file && self.seen.iter().any(|seen| is_same_file(seen, path)) {
            return;
        }
        self.seen.push(path.to_owned());
        let (added, removed) = changed_definitions(change, is_whole_file);
        if added.is_empty() && removed.is_empty() || is_in_agent_or_temporary_folder(path) {
            return;
        }
        let known = self.definitions.iter().position(|of| of.path == path).map(|at| self.definitions.remove(at));
        let mut of = known.unwrap_or_else(|| FileDefinitions { path: path.to_owned(), ..FileDefinitions::default() });
        // What came and went in the session was never there for the next one.
        of.removed.extend(removed.iter().filter(|name| !of.added.contains(name)).cloned());
        of.added.retain(|name| !removed.contains(name) && !added.contains(name));
        of.removed.retain(|name| !added.contains(name));
        of.added.extend(added);
        self.definitions.push(of);
    }

    /// A file with changes, or a folder of such files, was deleted.
    fn mark_uncommitted_as_deleted(&mut self, path: &str) {
        let path = path.trim_end_matches('/');
        let is_in = |known: &str| known.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        for known in self.uncommitted.iter_mut().filter(|known| is_same_file(known, path) || is_in(known)) {
            known.push_str(DELETED);
        }
        self.definitions.retain(|of| !is_same_file(&of.path, path) && !is_in(&of.path));
    }

    /// Changes that were taken back are not there, and those that were put aside are, once they come back.
    fn take_back_changes(&mut self, undone: &UndoneChanges) {
        let is_of = |files: &[String], path: &str| {
            let folder = |file: &String| path.starts_with(&format!("{}/", file.trim_end_matches('/')));
            files.iter().any(|file| is_same_file(path, file) || folder(file))
        };
        match undone {
            UndoneChanges::Of(files) => {
                self.uncommitted.retain(|path| !is_of(files, path));
                self.definitions.retain(|known| !is_of(files, &known.path));
                self.last_edits.retain(|edit| !is_of(files, &edit.path));
            }
            UndoneChanges::All => {
                self.uncommitted.clear();
                self.last_edits.truncate(self.committed_edits);
                self.logged.clear();
            }
            UndoneChanges::Stashed => self.stashed.append(&mut self.uncommitted),
            UndoneChanges::Unstashed => self.uncommitted.append(&mut self.stashed),
        }
        self.committed_edits = self.committed_edits.min(self.last_edits.len());
    }

    /// A log tells the hashes that a rebase gave.
    fn note_logged_hashes(&mut self) {
        for commit in self.commits.iter_mut().filter(|commit| commit.hash.is_none()) {
            let mut found = self.logged.iter().filter_map(|line| line.split_once(' '));
            commit.hash = found.find(|(_, subject)| *subject == commit.subject).map(|(hash, _)| hash.to_owned());
        }
    }

    fn rename_uncommitted_file(&mut self, from: &str, to: &str) {
        for known in self.uncommitted.iter_mut().filter(|known| is_same_file(known, from)) {
            let is_folder = to.ends_with('/') || to == ".";
            let name = known.rsplit('/').next().unwrap_or(known);
            *known = if is_folder { format!("{}{name}", to.trim_start_matches('.')) } else { to.to_owned() };
            self.edited.push(known.clone());
        }
    }

    /// The evidence of a command that ended; without its output where that was not read.
    pub fn add_command(
        &mut self,
        step: &SessionStep,
        asked: &CommandLineFacts,
        output: Option<&str>,
    ) -> CommandEvidence {
        self.note_place_of_step(step);
        self.is_checked |= asked.is_check;
        self.was_ever_checked |= asked.is_check;
        if !step.failed {
            asked.removed.iter().for_each(|path| self.mark_uncommitted_as_deleted(path));
            asked.moved.iter().for_each(|(from, to)| self.rename_uncommitted_file(from, to));
            asked.undone.iter().for_each(|undone| self.take_back_changes(undone));
        }
        if let Some(output) = output.filter(|_| asked.shows_check_totals) {
            self.update_check_totals(step, asked, output);
        }
        let output = output.unwrap_or_default();
        let logged = evidence::find_logged_commits(asked, output);
        if !logged.is_empty() && !self.is_elsewhere(step, asked) {
            (self.logged, self.is_log_old) = (logged, false);
            self.note_logged_hashes();
        }
        let branch = evidence::find_checked_out_branch(asked, output);
        self.branch = branch.filter(|_| !step.failed).or(self.branch.take());
        if let Some(ahead) = evidence::describe_commits_ahead(asked, output) {
            self.ahead = Some(ahead).filter(|ahead| !ahead.is_empty());
        }
        let status = evidence::find_uncommitted_files(asked, output);
        for branch in evidence::find_deleted_branches(output) {
            self.commits.retain(|commit| commit.branch.as_deref() != Some(branch));
        }
        let is_rebased = evidence::finishes_rebase(asked, output);
        if is_rebased {
            self.mark_totals_as_stale();
            self.commits.iter_mut().for_each(|commit| (commit.hash, commit.is_pushed) = (None, false));
            self.logged.clear();
        }
        let commits = self.add_commits(step, asked, output);
        if !commits.is_empty() || is_rebased {
            self.uncommitted.clear();
            self.committed_edits = self.last_edits.len();
            self.add_totals_of_commit_hook(step, asked, output);
        }
        if let Some(files) = status {
            (self.uncommitted, self.by_status) = (files, true);
        }
        let has_pushed = !step.failed && evidence::is_push_without_error(asked, output);
        if has_pushed || !step.failed && evidence::shows_branch_up_to_date(asked, output) {
            self.commits.iter_mut().for_each(|commit| commit.is_pushed = true);
            self.ahead = None;
        }
        let effects = if step.failed { Vec::new() } else { evidence::describe_tracker_changes(asked, output) };
        for request in effects.iter().filter_map(|effect| effect.split(' ').find(|word| word.contains("/pull/"))) {
            // What was said about one has an address below it.
            let request = request.split('#').next().unwrap_or(request);
            if !self.pull_requests.iter().any(|known| known == request) {
                self.pull_requests.push(request.to_owned());
            }
        }
        CommandEvidence { commits, effects, has_pushed }
    }

    /// What was committed in a folder of the agent itself is not in the project yet, unless the session works there.
    fn is_elsewhere(&self, step: &SessionStep, asked: &CommandLineFacts) -> bool {
        let is_own = |place: &str| {
            let folder = last_folder(place);
            let inside = format!("worktrees/{folder}/");
            step.project.as_deref().is_some_and(|project| last_folder(project) == folder)
                || self.edited.iter().any(|path| path.replace('\\', "/").contains(&inside))
        };
        asked.directory.as_deref().is_some_and(|place| {
            is_in_agent_or_temporary_folder(&format!("{place}/")) && !is_own(place) || place.contains("mktemp")
        })
    }

    fn add_commits(&mut self, step: &SessionStep, asked: &CommandLineFacts, output: &str) -> Vec<FoundCommit> {
        let mut commits = evidence::find_commits(asked, output);
        // What stopped a rebase was committed before it.
        for commit in commits.iter_mut().filter(|_| asked.goes_on_with_rebase()) {
            commit.is_replayed = !self.commits.iter().any(|known| known.subject == commit.subject);
        }
        // Of a line that failed, only what its output shows was done.
        let is_elsewhere = self.is_elsewhere(step, asked);
        commits.retain(|commit| (!step.failed || commit.hash.is_some()) && !is_elsewhere);
        match evidence::find_undone_commits(asked).filter(|_| !step.failed) {
            Some(UndoneCommits::Last(count)) => self.commits.truncate(self.commits.len().saturating_sub(count)),
            Some(UndoneCommits::After(target)) => {
                let is_it =
                    |commit: &FoundCommit| commit.hash.as_ref().is_some_and(|hash| hash.get(..7) == target.get(..7));
                match self.commits.iter().rposition(is_it) {
                    Some(at) => self.commits.truncate(at + 1),
                    None => self.commits.retain(|commit| commit.is_pushed),
                }
            }
            None => {}
        }
        if asked.changes_commit_hashes() {
            self.commits.iter_mut().filter(|commit| !commit.is_pushed).for_each(|commit| commit.hash = None);
        }
        for commit in &commits {
            self.branch = commit.branch.clone().or(self.branch.take());
            // One that was made again elsewhere, or taken back, is not the one that stands.
            let taken_back = commit.subject.strip_prefix("Revert \"").map(|subject| subject.trim_end_matches('"'));
            self.commits.retain(|one| one.subject != commit.subject && Some(one.subject.as_str()) != taken_back);
            self.commits.push(commit.clone());
            self.is_log_old = true;
        }
        commits
    }

    /// The totals of a check take the place of those that it had before, and of narrower ones. One that passes in silence
    /// has none, and neither counts a trial without the changes.
    fn update_check_totals(&mut self, step: &SessionStep, asked: &CommandLineFacts, output: &str) {
        let command = step.ended_command().unwrap_or_default();
        let words = find_check_totals(asked, output);
        // Keys cost more than this look.
        if attempt::stashes_and_restores_changes(command) || words.is_none() && (step.failed || self.totals.is_empty())
        {
            return;
        }
        let (key, beside) = name_of_check(command);
        let failed = step.failed.then(|| match step.status {
            Status::Unknown => "failed".to_owned(),
            status => status.to_string(),
        });
        let found = CheckTotals {
            key,
            beside,
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
    fn add_totals_of_commit_hook(&mut self, step: &SessionStep, asked: &CommandLineFacts, output: &str) {
        let hook = if asked.pushes() { COMMIT_AND_PUSH_HOOKS } else { COMMIT_HOOK };
        self.totals.retain(|totals| totals.key != COMMIT_HOOK && totals.key != COMMIT_AND_PUSH_HOOKS);
        if let Some(words) = find_totals_lines(output) {
            self.totals.retain(CheckTotals::has_failures);
            let (key, reference) = (hook.to_owned(), step.reference.clone());
            self.totals.push(CheckTotals { key, beside: Vec::new(), words, reference, failed: None, is_stale: false });
        }
    }

    /// One line for each thing that the evidence shows.
    pub fn to_lines(&self) -> Vec<BriefLine> {
        let line = |text: String| BriefLine::without_source(text);
        let mut lines = Vec::new();
        for (command, reference) in self.unanswered.iter().rev().take(2) {
            let commits = evidence::find_commits(&CommandLineFacts::parse_line(command), "");
            let subject = commits.first().map(|commit| {
                let body = select_key_sentences_for_each_budget(&commit.body, &[600]).pop().unwrap_or_default();
                format!(" (commit \"{}\") {body}", shorten_to_line(&commit.subject, 160))
            });
            let text =
                format!("without a result: {}{}", shorten_command_to_line(command, 140), subject.unwrap_or_default());
            lines.push(BriefLine { reference: Some(reference.clone()), ..line(text) });
        }
        let unanswered = lines.len();
        match self.describe_commits() {
            Some(commits) => {
                lines.push(line(commits));
                lines.extend(self.commits.iter().rev().take(COMMITS).filter_map(describe_commit_body));
            }
            None => {
                let branch = self.branch.as_ref().or(self.host_branch.as_ref());
                lines.extend(branch.map(|branch| line(format!("branch {branch}"))));
            }
        }
        // A status names what others changed, too.
        // A new folder is named alone.
        let is_in = |edited: &str, path: &str| {
            path.ends_with('/') && (edited.starts_with(path) || edited.contains(&format!("/{path}")))
        };
        let is_own = |path: &String| self.edited.iter().any(|edited| is_same_file(path, edited) || is_in(edited, path));
        let (own, others): (Vec<String>, Vec<String>) = self.uncommitted.iter().cloned().partition(is_own);
        if !own.is_empty() {
            let state = if self.by_status { UNCOMMITTED } else { EDITED };
            lines.push(line(format!("{state}: {}", join_file_names(&own, FILES))));
        }
        if !others.is_empty() {
            let names = join_file_names(&others, OTHER_FILES);
            lines.push(line(format!("{UNCOMMITTED}, not seen to be edited in this session: {names}")));
        }
        if !self.stashed.is_empty() {
            lines.push(line(format!("put aside with git stash: {}", join_file_names(&self.stashed, OTHER_FILES))));
        }
        if let Some(ahead) = &self.ahead {
            lines.push(line(format!("at the last git status the branch was ahead of {ahead}")));
        }
        let has_work = !self.commits.is_empty() || !own.is_empty();
        if has_work && self.edited.iter().any(|path| is_checkable_file(path)) && !self.was_ever_checked {
            lines.push(line("no test, lint or build was seen to run".to_owned()));
        } else if self.uncommitted.iter().any(|path| is_checkable_file(path)) && !self.by_status && !self.is_checked {
            lines.push(line("no check was seen to run after the last edit".to_owned()));
        }
        for request in self.pull_requests.iter().rev().take(2) {
            lines.push(line(format!("pull request {request}")));
        }
        lines.extend(self.describe_log());
        self.add_totals_lines(&mut lines);
        lines.extend(self.definitions.iter().rev().take(DEFINITION_FILES).filter_map(FileDefinitions::to_line));
        if let Some(folders) = self.describe_folders().filter(|_| !lines.is_empty()) {
            lines.insert(lines.len().min(unanswered + 1), folders);
        }
        lines
    }

    /// Where it worked, and where else it edited files.
    fn describe_folders(&self) -> Option<BriefLine> {
        let folder = self.folder.as_ref()?;
        let mut text = match self.last_folder.as_ref().filter(|last| *last != folder) {
            Some(last) => format!("in {folder}; the session ended in {last}"),
            None => format!("in {folder}"),
        };
        if let Some(outside) = &self.edited_outside {
            text.push_str(&format!("; edited outside of it, too: {outside}"));
        }
        Some(BriefLine { discount: MINOR, ..BriefLine::without_source(text) })
    }

    /// Commits that others made, such as sub-agents, as far as a log showed them.
    fn describe_log(&self) -> Option<BriefLine> {
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
        let text = format!("in the last git log{before}, too: {}", others.join("; "));
        (!others.is_empty()).then(|| BriefLine { discount: MINOR, ..BriefLine::without_source(text) })
    }

    fn add_totals_lines(&self, lines: &mut Vec<BriefLine>) {
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
        let mut has_newer = false;
        for totals in newest {
            // What failed before another check of the work passed is no longer known to fail.
            let when = if has_newer && totals.has_failures() { "earlier" } else { "last" };
            has_newer |= !totals.has_failures();
            let failed = totals.failed.as_ref().map(|status| format!(" · {status}")).unwrap_or_default();
            let stale = if totals.is_stale { " (before the last changes)" } else { "" };
            let (key, words) = (shorten_command_to_line(&totals.key, 300), shorten_to_line(&totals.words, 120));
            // Tests have no problems and issues: those are of another check.
            let has_others = words.contains(" problem") || words.contains(" issue");
            let beside = match totals.beside.as_slice() {
                others if others.is_empty() || !has_others => String::new(),
                others => format!(" (with {})", shorten_to_line(&others.join(", "), 60)),
            };
            let text = format!("{when} {}{beside}: {words}{failed}{stale}", shorten_to_line(&key, 90));
            lines.push(BriefLine { reference: Some(totals.reference.clone()), ..BriefLine::without_source(text) });
        }
    }

    /// The last commits, their branch, and whether they were pushed.
    fn describe_commits(&self) -> Option<String> {
        let count = self.commits.len();
        // The branch that was checked out later is not the one that they were made on.
        let own = self.commits.last()?.branch.as_ref().or(self.branch.as_ref()).or(self.host_branch.as_ref());
        let describe = |commit: &FoundCommit| {
            let other = commit.branch.as_ref().filter(|branch| Some(*branch) != own);
            let branch = other.map(|branch| format!(" (on {branch})")).unwrap_or_default();
            format!("{}{branch}", shorten_to_line(&commit.describe(), 110))
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
fn describe_commit_body(commit: &FoundCommit) -> Option<BriefLine> {
    let name = commit.hash.clone().unwrap_or_else(|| shorten_to_line(&commit.subject, 40));
    let texts = select_key_sentences_for_each_budget(&commit.body, COMMIT_BODY);
    let texts = texts.into_iter().map(|text| format!("{name}: {text}")).collect();
    Some(BriefLine { discount: MINOR, at: None, ..BriefLine::from_texts_by_length(texts, None, 0)? })
}

/// The check that a line's totals are about: of a chain its tests, if they are told apart from the rest; and the rest.
fn name_of_check(command: &str) -> (String, Vec<String>) {
    let checks = attempt::find_checks_in_line(command);
    let has_one_test = checks.iter().filter(|check| check.is_test).count() == 1;
    let (mut own, others): (Vec<_>, Vec<_>) = checks.into_iter().partition(|check| !has_one_test || check.is_test);
    match own.len() {
        1 => (own.remove(0).text, others.into_iter().map(|check| check.text).collect()),
        _ => (attempt::attempt_key(command), Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(command: &str, failed: bool) -> SessionStep {
        SessionStep {
            row: 1,
            reference: "k7f2qa".into(),
            role: Some("result".into()),
            command: Some(command.into()),
            title: None,
            status: ctx_model::Status::Unknown,
            failed,
            at: 1,
            duration_ms: None,
            branch: None,
            project: None,
            blob: None,
            bytes: 0,
        }
    }

    fn add(state: &mut SessionState, command: &str, failed: bool, output: &str) -> CommandEvidence {
        state.add_command(&step(command, failed), &CommandLineFacts::parse_line(command), Some(output))
    }

    fn totals(runs: &[(&str, bool, &str)]) -> Vec<String> {
        let mut state = SessionState::default();
        for (command, failed, output) in runs {
            add(&mut state, command, *failed, output);
        }
        let words = |totals: CheckTotals| match totals.failed {
            Some(failed) => format!("{} ({failed})", totals.words),
            None => totals.words,
        };
        state.totals.into_iter().map(words).collect()
    }

    #[test]
    fn commits_that_were_made_again_or_taken_back_do_not_stand() {
        let mut state = SessionState::default();
        for (command, output) in [
            ("git commit -m one", "[next 1111111] one"),
            ("git commit -m two", "[next 2222222] two"),
            ("git commit -m wip", "[trial 3333333] wip"),
            ("git branch -D trial", "Deleted branch trial (was 3333333)."),
            ("cd \"/p/.claude/worktrees/x\"\ngit commit -m draft", "[x 7777777] draft"),
            ("git cherry-pick 2222222", "[tmp 4444444] two"),
            ("git commit -m three", "[tmp 6666666] three"),
            ("git commit -m four", "[tmp 8888888] four"),
            ("git reset --soft HEAD~2", ""),
            ("git revert --no-edit 1111111", "[next 5555555] Revert \"one\""),
        ] {
            add(&mut state, command, false, output);
        }
        let hashes: Vec<&str> = state.commits.iter().filter_map(|commit| commit.hash.as_deref()).collect();
        assert_eq!(hashes, ["4444444", "5555555"]);
        let sent =
            add(&mut state, "git status", false, "On branch next\nYour branch is up to date with 'origin/next'.");
        assert!(state.commits.iter().all(|commit| commit.is_pushed) && !sent.has_pushed, "somebody else pushed them");
    }

    #[test]
    fn what_later_steps_overtake_is_not_told() {
        let mut state = SessionState::default();
        add(&mut state, "git commit -m one", false, "Found 6 errors.");
        assert!(state.to_lines().iter().any(|line| line.text.contains("Found 6 errors.")));
        add(&mut state, "git commit -m one", false, "ok");
        assert!(
            !state.to_lines().iter().any(|line| line.text.contains("errors")),
            "the hook of the next commit passed"
        );
        state.add_unanswered_call(&step("make deploy", false));
        assert!(state.to_lines().iter().any(|line| line.text == "without a result: make deploy"));
        state.drop_unanswered_calls();
        assert!(!state.to_lines().iter().any(|line| line.text.contains("deploy")), "the model gave it up");
    }

    #[test]
    fn a_rebase_that_goes_on_commits_what_was_resolved() {
        let mut state = SessionState { uncommitted: vec!["a.go".into()], ..Default::default() };
        add(&mut state, "go test ./...", false, "ok  \ta/b\t0.2s");
        let output = "[detached HEAD 6882dcee] Unify the settings\n 5 files changed\n\
            Rebasing (6/7)\rSuccessfully rebased and updated refs/heads/strict-settings.";
        add(&mut state, "git add a.go && GIT_EDITOR=true git rebase --continue", false, output);
        let lines: Vec<String> = state.to_lines().into_iter().map(|line| line.text).collect();
        assert_eq!(
            lines,
            [
                "committed on strict-settings, not pushed (no push seen): 6882dcee Unify the settings (moved by the rebase)",
                "last go test ./...: ok a/b 0.2s (before the last changes)",
            ]
        );
    }

    #[test]
    fn a_worktree_in_a_folder_of_the_agent_is_the_project_where_the_session_is_in_it() {
        let mut state = SessionState::default();
        let inside = SessionStep { project: Some("C:\\repos\\.claude\\worktrees\\fix-7".into()), ..step("", false) };
        let command = "cd \"/c/repos/.claude/worktrees/fix-7\" && git commit -m \"$(cat <<'EOF'\nbind it\n\n\
            The check was about reachability only.\n\nCo-Authored-By: a <b>\nEOF\n)\"";
        let step = SessionStep { command: Some(command.into()), ..inside };
        state.add_command(&step, &CommandLineFacts::parse_line(command), Some("[fix-7 de137d0] bind it"));
        let elsewhere = "cd /p/.claude/worktrees/draft && git commit -m trial";
        add(&mut state, elsewhere, false, "[draft 1111111] trial");
        let thrown_away = "cd /tmp && mkdir t && cd t && git init && git commit -m initial";
        add(&mut state, thrown_away, false, "[master (root-commit) 83cc426] initial");
        let lines: Vec<String> = state.to_lines().into_iter().map(|line| line.text).collect();
        assert_eq!(
            lines,
            [
                "committed on fix-7, not pushed (no push seen): de137d0 bind it",
                "in C:\\repos\\.claude\\worktrees\\fix-7",
                "de137d0: The check was about reachability only.",
            ]
        );
    }

    #[test]
    fn a_worktree_that_the_session_edits_is_the_project() {
        let mut state = SessionState { edited: vec![".claude/worktrees/docs/app/a.ts".into()], ..Default::default() };
        add(
            &mut state,
            "cd /p/.claude/worktrees/docs\ngit commit -m x",
            false,
            "✔ eslint\n[feat/docs f5437c4] x\n 1 file",
        );
        assert_eq!(state.to_lines()[0].text, "committed on feat/docs, not pushed (no push seen): f5437c4 x");
    }

    #[test]
    fn what_git_takes_back_puts_aside_or_writes_anew_is_followed() {
        let files = || vec!["src/a.rs".to_owned(), "src/b.rs".to_owned()];
        let mut state = SessionState { uncommitted: files(), edited: files(), ..SessionState::default() };
        let told = |state: &SessionState| state.to_lines().iter().map(|line| line.text.clone()).collect::<Vec<_>>();
        add(&mut state, "git checkout -- src/a.rs", false, "");
        assert_eq!(told(&state)[0], "edited, no commit seen: src/b.rs");
        add(&mut state, "git stash", false, "Saved working directory");
        assert_eq!(told(&state)[0], "put aside with git stash: src/b.rs");
        add(&mut state, "git stash pop", false, "");
        assert_eq!(told(&state)[0], "edited, no commit seen: src/b.rs");
        add(&mut state, "git commit -am one && git push", false, "[x 1111111] one\n 1 file changed");
        add(&mut state, "git rebase main", false, "Successfully rebased and updated refs/heads/x.");
        assert_eq!(told(&state)[0], "committed on x, not pushed (no push seen): one");
        add(&mut state, "git log --oneline -2", false, "2222222 (HEAD -> x) one\n3333333 Merge pull request #9");
        assert_eq!(told(&state)[0], "committed on x, not pushed (no push seen): 2222222 one");
    }

    #[test]
    fn a_file_that_was_read_is_not_new_where_it_is_written_whole() {
        let mut state = SessionState::default();
        let call = |title: &str| SessionStep { title: Some(title.into()), command: None, ..step("", false) };
        state.note_read_file(&call("Read src/a.rs"));
        state.note_definitions(&call("write src/a.rs"), "pub fn known() {}\n- a list item\n");
        state.note_definitions(&call("write src/b.rs"), "pub fn other() {}\n- a list item\n");
        let told: Vec<String> = state.to_lines().into_iter().map(|line| line.text).collect();
        assert_eq!(told, ["new in b.rs: other"]);
    }

    #[test]
    fn what_edits_add_and_take_away_is_told_by_file() {
        let mut state = SessionState::default();
        let edit =
            |title: &str| SessionStep { title: Some(title.into()), role: Some("edit".into()), ..step("", false) };
        state.note_definitions(&edit("edit src/a.go"), "-func old() {\n+func first() {\n+func second() {");
        state.note_definitions(&edit("edit src/a.go"), "-func first() {\n+func third() {");
        state.note_definitions(&edit("write /home/a/.claude/plans/x.go"), "func no() {}");
        let lines: Vec<String> = state.to_lines().into_iter().map(|line| line.text).collect();
        assert_eq!(lines, ["new in a.go: third, second; taken out: old"]);
    }

    #[test]
    fn the_branch_of_the_host_and_one_address_of_a_pull_request_are_told() {
        let mut state = SessionState::default();
        let create = "https://github.com/a/b/pull/7";
        add(&mut state, "gh pr create --fill", false, create);
        let told = add(&mut state, "gh pr comment 7 -b x", false, &format!("{create}#issuecomment-1"));
        assert_eq!(told.effects, ["gh pr comment 7"]);
        state.add_edit(
            &SessionStep { title: Some("edit a.rs".into()), branch: Some("fix/x".into()), ..step("", false) },
            &[],
        );
        let lines: Vec<String> = state.to_lines().into_iter().map(|line| line.text).collect();
        assert_eq!(lines[0], "branch fix/x");
        assert_eq!(lines.iter().filter(|line| line.contains("/pull/7")).count(), 1, "{lines:?}");
    }

    #[test]
    fn what_others_changed_stands_apart() {
        let mut state = SessionState { edited: vec!["src/a.rs".into(), "app/new/b.rs".into()], ..Default::default() };
        add(&mut state, "git status --short", false, " M src/a.rs\n M src/other.rs\n?? notes.md\n?? new/\n");
        let lines: Vec<String> = state.to_lines().into_iter().map(|line| line.text).collect();
        assert_eq!(
            lines,
            [
                "uncommitted at the last git status: new/, src/a.rs",
                "uncommitted at the last git status, not seen to be edited in this session: notes.md, src/other.rs",
                "no test, lint or build was seen to run"
            ]
        );
    }

    #[test]
    fn a_branch_that_was_refused_is_not_checked_out() {
        let mut state = SessionState::default();
        add(&mut state, "git checkout -b feat/a", false, "Switched to a new branch 'feat/a'");
        add(&mut state, "git checkout -b feat/b", true, "fatal: a branch named 'feat/b' already exists");
        add(&mut state, "git switch main 2>&1 | tail -1", false, "error: Your local changes would be overwritten");
        assert_eq!(state.branch.as_deref(), Some("feat/a"));
    }

    #[test]
    fn a_file_that_was_deleted_or_renamed_is_not_listed_as_edited() {
        let mut state = SessionState {
            uncommitted: vec!["src/a.rs".into(), "b.toml".into(), "c/d.js".into()],
            ..Default::default()
        };
        add(&mut state, "git mv src/a.rs src/new.rs && rm -rf c", false, "");
        add(&mut state, "rm src/new.rs", true, "");
        state.note_patch_deletions_and_moves("*** Begin Patch\n*** Delete File: /p/b.toml\n*** End Patch");
        assert_eq!(state.uncommitted, ["src/new.rs", "b.toml (deleted)", "c/d.js (deleted)"]);
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
        let named = ("X=1 pytest tests".to_owned(), vec!["black a.py".to_owned()]);
        assert_eq!(name_of_check("black a.py && X=1 pytest tests 2>&1"), named);
        let trial = "git stash && npm run lint 2>&1; git stash pop";
        assert!(totals(&[(trial, false, problems)]).is_empty(), "a trial without the changes");
    }
}
