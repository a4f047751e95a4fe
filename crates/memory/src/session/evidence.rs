//! Evidence in commands and their outputs: pushes, branches, uncommitted files, changes in trackers. Commits have a file of their own.

use std::path::PathBuf;

use super::undone::{UndoneChanges, UndoneCommits, find_undone_commits, parse_undone_changes};
use ctx_capture::event_words::shorten_to_line;
use ctx_shell::lines::{ProgramStep, split_into_pipelines};
use ctx_shell::{attempt, is_word_in_list, programs};

/// Git commands after which an earlier status of the same line is old.
const CHANGING_VERBS: &str =
    "add commit stash checkout switch restore reset rm mv merge rebase pull cherry-pick revert clean";

/// A command line, parsed once for everything that is asked about it.
pub struct CommandLineFacts {
    /// The git commands, each with its verb.
    pub(super) git: Vec<(ProgramStep, String)>,
    /// Where it goes before its last git command.
    pub directory: Option<String>,
    /// Files that it deletes, and those that it gives another name.
    pub removed: Vec<String>,
    pub moved: Vec<(String, String)>,
    /// What it asks the trackers of issues and the hosts of repositories to change, in a few words each.
    effects: Vec<String>,
    /// Changes that it takes back or puts aside.
    pub undone: Vec<UndoneChanges>,
    /// It checks something, by tests or otherwise, …
    pub is_check: bool,
    pub runs_tests: bool,
    pub runs_other_checks: bool,
    /// … and no filter shows only part of the output.
    pub shows_check_totals: bool,
}

impl CommandLineFacts {
    pub fn parse_line(command: &str) -> CommandLineFacts {
        let pipelines = split_into_pipelines(command);
        let (is_check, _) = attempt::classify_check_and_read_only(&pipelines);
        let checks = if is_check { attempt::find_checks_in_pipelines(&pipelines) } else { Vec::new() };
        let runs_tests = checks.iter().any(|check| check.is_test);
        let runs_other_checks = checks.iter().any(|check| !check.is_test);
        let shows_check_totals = is_check && !attempt::is_parsed_check_filtered(&pipelines);
        let effects = pipelines.iter().flatten().filter_map(describe_tracker_command).collect();
        let (mut removed, mut moved) = (Vec::new(), Vec::new());
        for step in pipelines.iter().flatten() {
            let words = step.words.strip_prefix(&["git".to_owned()]).unwrap_or(&step.words);
            let files = words[1.min(words.len())..].iter().filter(|word| !word.starts_with('-')).cloned();
            match words.first().map(String::as_str) {
                Some("rm") => removed.extend(files),
                Some("mv") => moved.extend(files.clone().zip(files.skip(1)).take(1)),
                _ => {}
            }
        }
        let steps: Vec<&ProgramStep> = pipelines.iter().filter_map(|pipeline| pipeline.first()).collect();
        let last_git = steps.iter().rposition(|step| step.words[0] == "git").unwrap_or(0);
        let places = steps[..last_git].iter().filter(|step| step.words[0] == "cd").filter_map(|step| step.words.get(1));
        let named = steps.get(last_git).and_then(|step| {
            let at = step.words.iter().position(|word| word == "-C").filter(|_| step.words[0] == "git")?;
            step.words.get(at + 1)
        });
        let directory = places.chain(named).map(PathBuf::from).reduce(|before, place| before.join(place));
        let directory = directory.map(|place| place.to_string_lossy().into_owned());
        let undone = steps.iter().filter_map(|step| parse_undone_changes(&step.words)).collect();
        let firsts = pipelines.into_iter().filter_map(|pipeline| pipeline.into_iter().next());
        let git = firsts.filter_map(parse_git_step).collect();
        CommandLineFacts {
            git,
            directory,
            removed,
            moved,
            undone,
            effects,
            is_check,
            runs_tests,
            runs_other_checks,
            shows_check_totals,
        }
    }

    pub fn runs_git_push(&self) -> bool {
        self.has_git_verb("push")
    }

    /// It goes on with a rebase or a merge that stopped: that makes a commit of what was resolved.
    pub(super) fn continues(&self, verbs: &str) -> bool {
        let goes_on = |words: &[String]| words.iter().any(|word| word == "--continue");
        self.git.iter().any(|(step, verb)| is_word_in_list(verbs, verb) && goes_on(&step.words))
    }

    pub(super) fn has_git_verb(&self, verbs: &str) -> bool {
        self.git.iter().any(|(_, verb)| is_word_in_list(verbs, verb))
    }

    /// The output shows what was committed or sent.
    fn shows_commit_or_push(&self) -> bool {
        !self.effects.is_empty() || self.has_git_verb("commit push revert cherry-pick reset rebase merge")
    }

    /// It is evidence of how the session stands.
    pub fn tells_state_of_work(&self) -> bool {
        !self.removed.is_empty()
            || !self.moved.is_empty()
            || !self.undone.is_empty()
            || self.output_tells_state_of_work()
    }

    /// So is what it printed.
    pub fn output_tells_state_of_work(&self) -> bool {
        self.is_check || self.shows_commit_or_push() || self.shows_git_state()
    }

    pub fn undone_commits(&self) -> Option<UndoneCommits<'_>> {
        find_undone_commits(&self.git)
    }

    /// Commits keep their subjects and get new hashes.
    pub fn changes_commit_hashes(&self) -> bool {
        let is_rebase = |(step, verb): &(ProgramStep, String)| {
            verb == "rebase" || verb == "pull" && step.words.iter().any(|word| word == "--rebase" || word == "-r")
        };
        self.git.iter().any(is_rebase)
    }

    /// It brings in what others did.
    pub fn merges_work_of_others(&self) -> bool {
        self.has_git_verb("pull merge rebase")
    }

    /// The output shows the branch or the changed files.
    fn shows_git_state(&self) -> bool {
        self.has_git_verb("status stash branch checkout switch log")
    }
}

/// `gh issue create`, `bd close shop-12`: the words before the first option.
fn describe_tracker_command(step: &ProgramStep) -> Option<String> {
    const TRACKERS: &str = "gh glab bd jira linear tea";
    const CHANGES: &str = "create close reopen merge comment update edit delete done claim";
    let words = step.words.iter().take_while(|word| !word.starts_with('-')).take(5);
    let only_asks = step.words.iter().any(|word| is_word_in_list("--help -h --dry-run", word));
    let changes = !only_asks && step.words.iter().take(3).any(|word| is_word_in_list(CHANGES, word));
    let told = words.map(String::as_str).collect::<Vec<_>>().join(" ");
    (is_word_in_list(TRACKERS, &step.words[0]) && changes).then(|| shorten_to_line(&told, 70))
}

fn parse_git_step(mut step: ProgramStep) -> Option<(ProgramStep, String)> {
    // Some wrap every command in a tool of their own: `rtk git status`.
    if step.words.len() > 2 && step.words[0] != "git" && step.words[1] == "git" {
        step.words.remove(0);
    }
    if step.words.get(..3).is_some_and(|words| words == ["gh", "pr", "checkout"]) {
        return Some((step, "checkout".to_owned()));
    }
    (step.words[0] == "git").then(|| {
        let verb = programs::find_verb(&step.words).to_owned();
        (step, verb)
    })
}

/// The output of a push says that something went, or that all was there.
pub fn is_push_without_error(line: &CommandLineFacts, output: &str) -> bool {
    let sends =
        |(step, verb): &(ProgramStep, String)| verb == "push" && !step.words.iter().any(|word| word == "--dry-run");
    line.git.iter().any(sends)
        && !["rejected", "denied", "fatal:", "error:", "Permission"].iter().any(|sign| output.contains(sign))
}

/// A pull, a merge or a rebase changed files.
pub fn git_output_shows_merged_changes(output: &str) -> bool {
    ["Fast-forward", "Merge made by", "Successfully rebased and updated ", "files changed,", "file changed,"]
        .iter()
        .any(|sign| output.contains(sign))
}

/// All commits of a branch stand on another base now: what was changed before is in them.
pub fn finishes_rebase(line: &CommandLineFacts, output: &str) -> bool {
    line.has_git_verb("rebase") && output.contains("Successfully rebased and updated ")
}

/// The branches that an output says were deleted.
pub fn find_deleted_branches(output: &str) -> impl Iterator<Item = &str> {
    output.lines().filter_map(|line| line.trim().strip_prefix("Deleted branch ")?.split(' ').next())
}

/// A status of git shows no difference to the remote.
pub fn shows_branch_up_to_date(line: &CommandLineFacts, output: &str) -> bool {
    line.has_git_verb("status") && output.contains("Your branch is up to date with 'origin/")
}

/// The branch that a line leaves checked out, by its words or its output; none where git refused.
pub fn find_checked_out_branch(line: &CommandLineFacts, output: &str) -> Option<String> {
    for (step, verb) in line.git.iter().rev() {
        let named = match verb.as_str() {
            "rebase" => output.lines().find_map(|line| {
                let (_, name) = line.split_once("Successfully rebased and updated refs/heads/")?;
                Some(name.trim_end_matches('.').to_owned())
            }),
            "checkout" | "switch" => {
                // Tests make branches of their own: only a line that moves to one tells.
                let told = output.lines().rev().find_map(|line| {
                    let rest = line.trim().strip_prefix("Switched to ")?;
                    let name = rest.strip_prefix("a new branch ").or_else(|| rest.strip_prefix("branch "))?;
                    Some(name.trim_matches(['\'', '"']).to_owned())
                });
                let is_refused = output.contains("fatal:") || output.contains("error:");
                let at = step.words.iter().position(|word| is_word_in_list("-b -B -c -C --create", word));
                let made = at.and_then(|at| step.words.get(at + 1)).filter(|name| !name.starts_with('-'));
                told.or_else(|| made.filter(|_| !is_refused).cloned())
            }
            "status" => output.lines().find_map(|line| {
                let line = line.trim();
                let name = line.strip_prefix("## ").or_else(|| line.strip_prefix("On branch "))?;
                Some(name.split("...").next().unwrap_or(name).split(' ').next().unwrap_or(name).to_owned())
            }),
            "branch" if step.words.iter().any(|word| word == "--show-current") => Some(output.trim())
                .filter(|name| !name.is_empty() && !name.contains(char::is_whitespace))
                .map(str::to_owned),
            _ => None,
        };
        if named.is_some() {
            return named;
        }
    }
    None
}

/// The files that a status or the names of a diff show as changed; none where the line shows no such thing.
pub fn find_uncommitted_files(line: &CommandLineFacts, output: &str) -> Option<Vec<String>> {
    let shows_status = |(step, verb): &(ProgramStep, String)| {
        verb == "status" || verb == "stash" && step.words.iter().any(|word| is_word_in_list("pop apply", word))
    };
    let at = line.git.iter().rposition(shows_status)?;
    let later = &line.git[at + 1..];
    if later.iter().any(|(_, verb)| is_word_in_list(CHANGING_VERBS, verb)) {
        return None;
    }
    // The short form looks like lines of other commands.
    let may_be_short = later.is_empty() && line.git[at].1 == "status";
    let mut files = Vec::new();
    let mut clean = false;
    for line in output.lines() {
        let bare = line.trim();
        clean |= bare.contains("nothing to commit") || bare.starts_with("On branch ");
        clean |= may_be_short && bare.starts_with("## ");
        let long = ["modified:", "new file:", "deleted:", "renamed:"].iter().find_map(|sign| bare.strip_prefix(sign));
        if let Some(path) = long {
            files.push(path.trim().to_owned());
        } else if may_be_short && line.len() > 3 && line.is_char_boundary(3) {
            let (code, path) = line.split_at(3);
            let is_code =
                code.ends_with(' ') && code[..2].bytes().all(|byte| b" MADRCU?".contains(&byte)) && code.trim() != "";
            if is_code && !path.trim().is_empty() && !path.trim().contains(": ") {
                files.push(path.trim().to_owned());
            }
        }
    }
    (clean || !files.is_empty()).then_some(files)
}

/// How far a branch is ahead of its remote, by a status: `'origin/main' by 3 commits`; empty where it is not.
pub fn describe_commits_ahead(line: &CommandLineFacts, output: &str) -> Option<String> {
    let told = || output.lines().find_map(|line| line.trim().strip_prefix("Your branch is "));
    let ahead = |told: &str| told.strip_prefix("ahead of ").unwrap_or_default().trim_end_matches('.').to_owned();
    if line.has_git_verb("status stash") { told().map(ahead) } else { None }
}

/// What a line did in other places: its words, and the address or the first line that its output shows.
pub fn describe_tracker_changes(line: &CommandLineFacts, output: &str) -> Vec<String> {
    // Some hosts put a head of their own before an output.
    let output = output.split_once("\nOutput:\n").map_or(output, |(_, output)| output);
    let address = output.split_whitespace().rfind(|word| word.starts_with("https://"));
    let told = address.map(|word| word.trim_end_matches(['.', ',', ')']));
    let tells = |line: &&str| line.len() > 2 && !line.starts_with(['[', '{']);
    let told = told.or(output.lines().map(str::trim).find(tells));
    let effect = |asked: &String| match told.filter(|_| !asked.contains(" comment")) {
        Some(told) => format!("{asked} → {}", shorten_to_line(told, 90)),
        None => asked.clone(),
    };
    line.effects.iter().map(effect).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(command: &str) -> CommandLineFacts {
        CommandLineFacts::parse_line(command)
    }

    #[test]
    fn commits_that_a_line_takes_back() {
        let undone = |command: &str| match line(command).undone_commits() {
            Some(UndoneCommits::Last(count)) => count.to_string(),
            Some(UndoneCommits::After(commit)) => commit.to_owned(),
            None => String::new(),
        };
        assert_eq!(undone("git add a && git reset --soft HEAD~2"), "2");
        assert_eq!(
            (undone("git reset --hard 9f012815"), undone("git commit --amend")),
            ("9f012815".into(), "1".into())
        );
        assert_eq!(undone("git commit -m reset") + &undone("git reset a.rs") + &undone("git reset -q HEAD a.rs"), "");
    }

    #[test]
    fn states_of_the_repository() {
        assert_eq!(find_checked_out_branch(&line("git checkout -b feat/a main"), "ok").as_deref(), Some("feat/a"));
        assert_eq!(
            find_checked_out_branch(&line("git status -sb"), "## main...origin/main\n M a.rs").as_deref(),
            Some("main")
        );
        assert_eq!(find_checked_out_branch(&line("git checkout ."), ""), None);
        let made_by_a_test = "Switched to a new branch 'tmp/checkpoints'\n52 passing";
        assert_eq!(find_checked_out_branch(&line("npm test"), made_by_a_test), None);
        let short = find_uncommitted_files(&line("git status --short"), " M src/a.rs\n?? b.md\n").unwrap();
        assert_eq!(short, ["src/a.rs", "b.md"]);
        let long = "On branch main\nChanges not staged for commit:\n\tmodified:   a.rs\n";
        assert_eq!(find_uncommitted_files(&line("git status"), long).unwrap(), ["a.rs"]);
        assert_eq!(
            find_uncommitted_files(&line("git status"), "On branch main\nnothing to commit, working tree clean"),
            Some(vec![])
        );
        assert_eq!(find_uncommitted_files(&line("git diff"), "x"), None);
        let ahead = |output: &str| describe_commits_ahead(&line("git status"), output);
        let told = "On branch main\nYour branch is ahead of 'origin/main' by 31 commits.";
        assert_eq!(ahead(told).as_deref(), Some("'origin/main' by 31 commits"));
        assert_eq!(ahead("Your branch is up to date with 'origin/main'.").as_deref(), Some(""));
        let push = line("cd x && git push -u origin y");
        assert!(is_push_without_error(&push, "") && !is_push_without_error(&push, "! [rejected]"));
        assert!(
            !is_push_without_error(&line("git pull"), "") && !is_push_without_error(&line("git push --dry-run"), "")
        );
        let refused = "fatal: a branch named 'feat/a' already exists";
        assert_eq!(find_checked_out_branch(&line("git checkout -b feat/a"), refused), None);
        let url = "https://github.com/a/b/pull/7";
        assert!(describe_tracker_changes(&line("bd create --help"), "Create a new issue").is_empty());
        let opened = describe_tracker_changes(&line("gh pr create --fill"), &format!("Creating\n{url}\n"));
        assert_eq!(opened, [format!("gh pr create → {url}")]);
        assert_eq!(
            describe_tracker_changes(&line("bd close av-1"), "✓ Closed av-1: x\n"),
            ["bd close av-1 → ✓ Closed av-1: x"]
        );
        assert!(
            describe_tracker_changes(&line("gh pr view 7"), url).is_empty()
                && describe_tracker_changes(&line("echo create"), "x").is_empty()
        );
    }
}
