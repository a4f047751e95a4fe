//! Where a session stands by the evidence of its commands: files without a commit, folders, calls without a result. Its commits
//! and its checks have files of their own.

use super::brief::{BriefLine, MINOR};
use super::check_history::CheckHistory;
use super::commit_evidence::{self, CommitMadeByCommand};
use super::commit_history::{COMMITS, CommitHistory, describe_commit_body};
use super::evidence::{self, CommandLineFacts};
use super::file_names::{
    DELETED, is_checkable_file, is_in_agent_or_temporary_folder, is_same_file, join_file_names, last_folder,
    split_edited_paths,
};
use super::undone::UndoneChanges;
use ctx_capture::command::shorten_command_to_line;
use ctx_capture::event_words::shorten_to_line;
use ctx_store::SessionStep;

/// Of those that others changed, fewer are named.
const OTHER_FILES: usize = 6;
const FILES: usize = 12;
/// Beginnings of the lines that name files with changes, by a status of git and by the edits alone.
pub const UNCOMMITTED: &str = "uncommitted at the last git status";
pub const EDITED: &str = "edited, no commit seen";

/// Where the work stands at the end of a session.
#[derive(Clone, Debug, Default)]
pub struct SessionState {
    /// Its commits and branches.
    git: CommitHistory,
    /// Where the last edit or command was made.
    folder: Option<String>,
    pull_requests: Vec<String>,
    /// Files with changes that no commit holds, and whether a status of git says so.
    uncommitted: Vec<String>,
    by_status: bool,
    /// All files that the session edited, committed or not.
    edited: Vec<String>,
    /// When the last file was edited that a check can find fault with.
    pub last_edit_at: Option<i64>,
    /// Files with changes that were put aside.
    stashed: Vec<String>,
    pub checks: CheckHistory,
    /// Calls that have no result: their titles and entries.
    unanswered: Vec<(String, String)>,
}

/// What one command did that its request is told with.
#[derive(Default)]
pub struct CommandEvidence {
    pub commits: Vec<CommitMadeByCommand>,
    /// What was done in other places: issues, pull requests.
    pub effects: Vec<String>,
    pub has_pushed: bool,
}

impl SessionState {
    pub fn add_unanswered_call(&mut self, step: &SessionStep) {
        let title = step.command.clone().or_else(|| step.title.clone()).unwrap_or_default();
        self.unanswered.push((title, step.reference.clone()));
    }

    /// The model spoke again: a call before that without a result was given up.
    pub fn drop_unanswered_calls(&mut self) {
        self.unanswered.clear();
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
            let is_in_git = path.contains("/.git/") || path.starts_with(".git/");
            if is_in_git {
                continue;
            }
            let is_scratch = is_in_agent_or_temporary_folder(&path);
            if is_checkable_file(&path) && !is_scratch {
                self.last_edit_at = Some(step.at);
                self.checks.mark_checks_outdated_by_edit();
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

    fn note_place_of_step(&mut self, step: &SessionStep) {
        if step.project.is_some() {
            self.folder.clone_from(&step.project);
        }
        let told = step.branch.as_ref().filter(|branch| *branch != "HEAD" && !branch.is_empty());
        if let Some(told) = told.filter(|told| self.git.host_branch.as_ref() != Some(told)) {
            // The host saw another one than before: that is newer than what a command printed.
            self.git.branch.take_if(|_| self.git.host_branch.is_some());
            self.git.host_branch = Some(told.clone());
        }
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

    /// A file with changes, or a folder of such files, was deleted.
    fn mark_uncommitted_as_deleted(&mut self, path: &str) {
        let path = path.trim_end_matches('/');
        let is_in = |known: &str| known.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        for known in self.uncommitted.iter_mut().filter(|known| is_same_file(known, path) || is_in(known)) {
            known.push_str(DELETED);
        }
    }

    /// Changes that were taken back are not there, and those that were put aside are, once they come back.
    fn take_back_changes(&mut self, undone: &UndoneChanges) {
        let is_of = |files: &[String], path: &str| {
            let folder = |file: &String| path.starts_with(&format!("{}/", file.trim_end_matches('/')));
            files.iter().any(|file| is_same_file(path, file) || folder(file))
        };
        match undone {
            UndoneChanges::Of(files) => self.uncommitted.retain(|path| !is_of(files, path)),
            UndoneChanges::All => {
                self.uncommitted.clear();
                self.git.logged.clear();
            }
            UndoneChanges::StashDropped => self.stashed.clear(),
            UndoneChanges::Stashed => self.stashed.append(&mut self.uncommitted),
            UndoneChanges::Unstashed => self.uncommitted.append(&mut self.stashed),
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
        self.checks.note_checks_of_command(asked);
        let is_elsewhere = self.is_elsewhere(step, asked);
        let is_of_other_repository = is_elsewhere || self.is_of_other_repository(step, asked);
        if !step.failed && !is_elsewhere {
            asked.removed.iter().for_each(|path| self.mark_uncommitted_as_deleted(path));
            asked.moved.iter().for_each(|(from, to)| self.rename_uncommitted_file(from, to));
            asked.undone.iter().for_each(|undone| self.take_back_changes(undone));
        }
        if let Some(output) = output.filter(|_| asked.shows_check_totals) {
            self.checks.record_totals(step, asked, output);
        }
        let whole_output = output.unwrap_or_default();
        // What git says of another repository is not told of this one.
        let output = if is_of_other_repository { "" } else { whole_output };
        let logged = commit_evidence::find_logged_commits(asked, output);
        if !logged.is_empty() {
            (self.git.logged, self.git.is_log_old) = (logged, false);
            self.git.note_logged_hashes();
        }
        if !is_of_other_repository {
            let branch = evidence::find_checked_out_branch(asked, output);
            self.git.branch = branch.filter(|_| !step.failed).or(self.git.branch.take());
        }
        if let Some(ahead) = evidence::describe_commits_ahead(asked, output) {
            self.git.note_commits_ahead(&ahead);
            self.git.ahead = Some(ahead).filter(|ahead| !ahead.is_empty());
        }
        let status = evidence::find_uncommitted_files(asked, output);
        for branch in evidence::find_deleted_branches(output) {
            self.git.commits.retain(|commit| commit.branch.as_deref() != Some(branch));
        }
        let is_rebased = evidence::finishes_rebase(asked, output);
        if is_rebased {
            self.checks.mark_totals_stale();
            self.git.commits_of_branch().for_each(|commit| (commit.hash, commit.is_pushed) = (None, false));
            self.git.logged.clear();
        }
        if asked.merges_work_of_others() && !step.failed && evidence::git_output_shows_merged_changes(output) {
            self.checks.mark_totals_stale();
        }
        let commits = self.git.add_commits(step, asked, whole_output, is_elsewhere);
        let is_committed = !commits.is_empty() && !is_of_other_repository;
        if is_committed || is_rebased {
            self.uncommitted.clear();
            self.checks.add_totals_of_commit_hook(step, asked, output);
        }
        if let Some(files) = status {
            (self.uncommitted, self.by_status) = (files, true);
        }
        let has_pushed = !step.failed && evidence::is_push_without_error(asked, whole_output);
        if has_pushed || !step.failed && evidence::shows_branch_up_to_date(asked, output) {
            self.git.commits_of_branch().for_each(|commit| commit.is_pushed = true);
            self.git.ahead = None;
        }
        let effects = if step.failed { Vec::new() } else { evidence::describe_tracker_changes(asked, whole_output) };
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

    /// Its git command is about a folder outside of the project, in which no file was edited.
    fn is_of_other_repository(&self, step: &SessionStep, asked: &CommandLineFacts) -> bool {
        let (Some(place), Some(project)) = (&asked.directory, &step.project) else { return false };
        let place = place.trim_end_matches('/');
        let is_within = |path: &str, folder: &str| {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_home = place.strip_prefix('~').is_some_and(|rest| !rest.is_empty() && project.ends_with(rest));
        let is_known = self.edited.iter().any(|path| is_within(path, place));
        place.starts_with(['/', '~'])
            && !is_home
            && !is_within(place, project)
            && !is_within(project, place)
            && !is_known
    }

    /// One line for each thing that the evidence shows.
    pub fn to_lines(&self) -> Vec<BriefLine> {
        let line = |text: String| BriefLine::without_source(text);
        let mut lines = Vec::new();
        for (command, reference) in self.unanswered.iter().rev().take(2) {
            // A message of several lines is cut out of a long command.
            let commits = commit_evidence::find_commits(&CommandLineFacts::parse_line(command), "");
            let subject =
                commits.first().map(|commit| format!(" (commit \"{}\")", shorten_to_line(&commit.subject, 160)));
            let command = shorten_command_to_line(command, 140);
            let text = format!("without a result: {command}{}", subject.unwrap_or_default());
            lines.push(BriefLine { reference: Some(reference.clone()), ..line(text) });
        }
        let unanswered = lines.len();
        match self.git.describe_commits() {
            Some(commits) => {
                lines.push(line(commits));
                lines.extend(self.git.commits.iter().rev().take(COMMITS).filter_map(describe_commit_body));
            }
            None => {
                let branch = self.git.branch.as_ref().or(self.git.host_branch.as_ref());
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
        if let Some(ahead) = &self.git.ahead {
            lines.push(line(format!("at the last git status the branch was ahead of {ahead}")));
        }
        let has_edits = self.edited.iter().any(|path| is_checkable_file(path));
        let has_work = has_edits && (!self.git.commits.is_empty() || !own.is_empty());
        if has_work && !self.checks.was_ever_checked {
            lines.push(line("no test, lint or build was seen to run".to_owned()));
        } else if self.uncommitted.iter().any(|path| is_checkable_file(path))
            && !self.by_status
            && !self.checks.is_current
        {
            lines.push(line("no check was seen to run after the last edit".to_owned()));
        }
        if has_work && let Some(missing) = self.checks.missing_kind() {
            lines.push(line(missing.to_owned()));
        }
        for request in self.pull_requests.iter().rev().take(2) {
            lines.push(line(format!("pull request {request}")));
        }
        lines.extend(self.git.describe_log());
        lines.extend(self.checks.to_lines());
        if let Some(folder) = self.folder.as_ref().filter(|_| !lines.is_empty()) {
            let folder = BriefLine { discount: MINOR, ..line(format!("in {folder}")) };
            lines.insert(lines.len().min(unanswered + 1), folder);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(command: &str, failed: bool) -> SessionStep {
        SessionStep { command: Some(command.into()), failed, at: 1, ..SessionStep::default() }
    }

    fn add(state: &mut SessionState, command: &str, failed: bool, output: &str) -> CommandEvidence {
        state.add_command(&step(command, failed), &CommandLineFacts::parse_line(command), Some(output))
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
        let hashes: Vec<&str> = state.git.commits.iter().filter_map(|commit| commit.hash.as_deref()).collect();
        assert_eq!(hashes, ["4444444", "5555555"]);
        let sent =
            add(&mut state, "git status", false, "On branch next\nYour branch is up to date with 'origin/next'.");
        let pushed: Vec<bool> = state.git.commits.iter().map(|commit| commit.is_pushed).collect();
        assert!(pushed == [false, true] && !sent.has_pushed, "somebody else pushed those of this branch");
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
                "committed on strict-settings, not pushed (no push seen): 6882dcee Unify the settings",
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
        let mut state = SessionState { uncommitted: files(), edited: files(), ..SessionState::default() };
        add(&mut state, "cd /tmp/try && git reset --hard && rm src/a.rs", false, "");
        assert_eq!(told(&state)[0], "edited, no commit seen: src/b.rs, src/a.rs", "that was another repository");
        add(&mut state, "git stash", false, "");
        add(&mut state, "git stash drop", false, "Dropped refs/stash@{0}");
        assert!(told(&state).is_empty(), "{:?}", told(&state));
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
    fn what_git_says_of_another_repository_is_not_told_of_this_one() {
        let mut state = SessionState::default();
        let at_home = |command: &str, branch: &str| SessionStep {
            project: Some("/home/kim/shop".into()),
            branch: Some(branch.into()),
            ..step(command, false)
        };
        let mut run = |command: &str, branch: &str, output: &str| {
            state.add_command(&at_home(command, branch), &CommandLineFacts::parse_line(command), Some(output));
            state.to_lines()[0].text.clone()
        };
        let status = "On branch main\n M other.rb";
        assert_eq!(run("cd /home/kim/trial && git status", "feat/a", status), "branch feat/a");
        assert_eq!(run("git -C /home/kim/trial status --short", "feat/a", " M other.rb"), "branch feat/a");
        assert_eq!(run("cd /home/kim/shop/app && git branch --show-current", "feat/a", "feat/a"), "branch feat/a");
        let switched = "Switched to a new branch 'fix/b'";
        assert_eq!(run("gh pr checkout 2", "feat/a", switched), "branch fix/b", "before the host knows it");
        assert_eq!(run("ls", "fix/c", ""), "branch fix/c", "the host saw another one since");
    }

    #[test]
    fn what_another_branch_pushes_is_no_hash_of_this_one() {
        let mut state = SessionState::default();
        add(&mut state, "git commit -am one", false, "[x 6ebda80] one\n 1 file changed");
        add(&mut state, "git pull --rebase", false, "Already up to date.");
        add(&mut state, "git push origin y", false, "   84d24cc0..343d64a8  y -> y");
        assert_eq!(state.git.commits[0].hash.as_deref(), Some("6ebda80"));
    }

    #[test]
    fn a_rebase_of_one_branch_leaves_the_commits_of_another() {
        let mut state = SessionState::default();
        add(&mut state, "git commit -am one", false, "[x 1111111] one\n 1 file changed");
        add(
            &mut state,
            "git checkout y && git rebase main",
            false,
            "Switched to branch 'y'\nSuccessfully rebased and updated refs/heads/y.",
        );
        add(&mut state, "git push -f", false, " + 123a9dc...2222222 y -> y (forced update)");
        assert_eq!(state.git.commits[0].hash.as_deref(), Some("1111111"));
        assert!(!state.git.commits[0].is_pushed);
    }

    #[test]
    fn a_tree_that_went_clean_was_committed_by_somebody() {
        let mut state = SessionState::default();
        let edit = SessionStep { title: Some("edit src/a.go".into()), at: 1, ..SessionStep::default() };
        state.add_edit(&edit, &["src/a.go".to_owned()]);
        add(&mut state, "git status && git diff --stat", false, "On branch x\nnothing to commit, working tree clean");
        assert!(state.uncommitted.is_empty());
        add(&mut state, "git log --oneline -2", false, "1111111 one\n2222222 two");
        let popped = "Saved working directory and index state WIP on x: 3333333 three\nOn branch x\n\
            Your branch is ahead of 'origin/x' by 1 commit.\n\tmodified:   src/b.go\nDropped refs/stash@{0}";
        add(&mut state, "git stash && make lint && git stash pop", false, popped);
        let told: Vec<String> = state.to_lines().into_iter().map(|line| line.text).collect();
        assert!(told.iter().any(|line| line.contains("src/b.go")), "{told:?}");
        let log = told.iter().find(|line| line.contains("last git log")).unwrap();
        assert!(log.contains("not made by a command here: 1111111 one"), "{log}");
    }

    #[test]
    fn commits_that_a_branch_is_not_ahead_by_are_pushed() {
        let mut state = SessionState::default();
        add(&mut state, "git commit -am other", false, "[z 1111111] other\n 1 file changed");
        add(&mut state, "git commit -am one", false, "[x 2222222] one\n 1 file changed");
        add(&mut state, "git commit -am two", false, "[x 3333333] two\n 1 file changed");
        let status = "On branch x\nYour branch is ahead of 'origin/x' by 1 commit.";
        add(&mut state, "git status", false, status);
        let pushed: Vec<bool> = state.git.commits.iter().map(|commit| commit.is_pushed).collect();
        assert_eq!(pushed, [false, true, false]);
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
        assert_eq!(state.git.branch.as_deref(), Some("feat/a"));
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
}
